// Posts and their polls (spec.md §2.9, §2.10).
import { collection, shape } from '../model/collection.js';
import {
  computedBy,
  computedFrom,
  defaulted,
  defaultedBy,
  defaultedFrom,
  optional,
  required,
} from '../model/fields.js';
import { newestId, newestInstant, rootOf } from '../model/links.js';
import {
  anyList,
  embeds,
  flag,
  html,
  id,
  int,
  list,
  names,
  namesOrZero,
  nothing,
  nullable,
  part,
  text,
  timestamp,
} from '../model/types.js';

const off = defaulted(flag, false);

const vote = part({
  id: required(id),
  poll: computedFrom(id, (_vote, _variant, poll) => poll?.['id']),
  user: required(names('users')),
  variant: computedFrom(id, (_vote, variant) => variant?.['id']),
});

const variant = part({
  id: required(id),
  votes: defaulted(list(vote), []),
  title: required(text),
  poll: computedFrom(id, (_variant, poll) => poll?.['id']),
});

const poll = part({
  id: required(id),
  variants: required(list(variant)),
  activity: defaulted(flag, true),
  title: required(text),
  poll_type: defaulted(int, 0),
  post: computedFrom(id, (_poll, post) => post?.['id']),
  user: defaultedFrom(names('users'), (_poll, post) => post?.['user']),
});

export const posts = collection('posts', {
  fields: {
    id: required(id),
    last_view: defaulted(nothing, null),
    polls: defaulted(list(poll), []),
    activity: defaulted(flag, true),
    title: required(text),
    slug: required(text),
    text: required(html),
    short_text: defaultedFrom(html, (post) => post['text']),
    show_all_link: defaultedFrom(
      flag,
      (post) => (post['short_text'] ?? post['text']) !== post['text'],
    ),
    views: defaulted(int, 0),
    created: required(timestamp),
    updated: defaultedFrom(timestamp, (post) => post['created']),
    last_activity: defaultedBy(timestamp, newestInstant('comments', 'post', 'created', 'created')),
    only_member_comment: off,
    moderated: defaulted(flag, true),
    hidden: off,
    disable_comment: off,
    owner_only_comment: off,
    pinned: off,
    close: off,
    has_poll: defaultedFrom(
      flag,
      (post) => Array.isArray(post['polls']) && post['polls'].length > 0,
    ),
    moderated_at: defaulted(nullable(timestamp), null),
    ip: defaulted(nothing, null),
    crm_data: defaulted(part({ deal_id: optional(int) }), {}),
    root_blog: computedBy(names('blogs'), rootOf('blog', 'parent')),
    blog: required(embeds('blogs', 'full')),
    user: required(names('users')),
    last_comment: defaultedBy(namesOrZero('comments'), newestId('comments', 'post', 'created', 0)),
    moderated_by: required(names('users')),
    members: defaulted(anyList, []),
  },
  named: ['title'],
  shapes: {
    full: shape(
      `id last_view polls activity title slug text short_text show_all_link views created updated
      last_activity only_member_comment moderated hidden disable_comment owner_only_comment pinned
      close has_poll moderated_at ip crm_data root_blog blog user last_comment moderated_by members`,
    ),
  },
  withheld: [{ reason: 'hidden', when: (post) => post.hidden === true }],
});
