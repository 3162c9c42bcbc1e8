// Posts and their polls (spec.md §2.9, §2.10).
import { collection, shape } from '../model/collection.js';
import {
  computedBy,
  computedFrom,
  defaulted,
  defaultedBy,
  defaultedFrom,
  filled,
  now,
  optional,
  required,
  slugOf,
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
import { rootComment } from './comments.js';

const off = (about: string) => defaulted(flag, false, about);

const vote = part({
  id: required(id),
  poll: computedFrom(id, (_vote, _variant, poll) => poll?.['id'], 'the poll that it is in'),
  user: required(names('users'), 'who voted'),
  variant: computedFrom(id, (_vote, variant) => variant?.['id'], 'the variant that it is for'),
});

const variant = part({
  id: required(id),
  votes: defaulted(list(vote), [], 'who voted for it'),
  title: required(text, 'the answer'),
  poll: computedFrom(id, (_variant, poll) => poll?.['id'], 'the poll that it is in'),
});

const poll = part({
  id: required(id),
  variants: required(list(variant), 'what can be voted for'),
  activity: defaulted(flag, true, 'whether it is in use'),
  title: required(text, 'the question'),
  poll_type: defaulted(int, 0, 'number of the kind of poll'),
  post: computedFrom(id, (_poll, post) => post?.['id'], 'the post that it is in'),
  user: defaultedFrom(
    names('users'),
    (_poll, post) => post?.['user'],
    "who asks; when absent: the post's user",
  ),
});

export const posts = collection('posts', {
  singular: 'post',
  fields: {
    id: required(id),
    last_view: defaulted(nothing, null),
    polls: defaulted(list(poll), [], 'polls that it carries'),
    activity: defaulted(flag, true, 'whether it is in use'),
    title: required(text, 'its heading'),
    slug: filled(
      required(text, 'its name in addresses: Latin letters, digits and hyphens'),
      slugOf('title'),
    ),
    text: required(html, 'what it says'),
    short_text: defaultedFrom(
      html,
      (post) => post['text'],
      'what lists show of it; when absent: the text',
    ),
    show_all_link: defaultedFrom(
      flag,
      (post) => (post['short_text'] ?? post['text']) !== post['text'],
      'whether lists link to the rest of the text; when absent: whether short_text differs from text',
    ),
    views: defaulted(int, 0, 'how often it was read'),
    created: filled(required(timestamp, 'when it was written'), now),
    updated: defaultedFrom(
      timestamp,
      (post) => post['created'],
      'when it was changed last; when absent: created',
    ),
    last_activity: defaultedBy(
      timestamp,
      newestInstant('comments', 'post', 'created', 'created'),
      'when something was last said in it',
    ),
    only_member_comment: off('whether only members comment on it'),
    moderated: defaulted(flag, true, 'whether a moderator has approved it'),
    hidden: off('whether it is hidden: the public does not see it'),
    disable_comment: off('whether nobody may comment on it'),
    owner_only_comment: off('whether only its author comments on it'),
    pinned: off('whether it stays at the top'),
    close: off('whether the discussion is closed'),
    has_poll: defaultedFrom(
      flag,
      (post) => Array.isArray(post['polls']) && post['polls'].length > 0,
      'whether it shows polls; when absent: whether there are any',
    ),
    moderated_at: defaulted(nullable(timestamp), null, 'when it was moderated'),
    ip: defaulted(nothing, null),
    crm_data: defaulted(
      part({ deal_id: optional(int, 'number of the deal in the CRM') }),
      {},
      'what links it to the CRM',
    ),
    root_blog: computedBy(names('blogs'), rootOf('blog', 'parent'), 'the topmost blog above it'),
    blog: required(embeds('blogs', 'full'), 'the blog that it is in'),
    user: required(names('users'), 'who wrote it'),
    last_comment: defaultedBy(
      namesOrZero('comments'),
      newestId('comments', 'post', 'created', 0),
      'its newest comment; 0 for none',
    ),
    moderated_by: required(names('users'), 'who moderated it'),
    members: defaulted(anyList, [], 'who takes part'),
  },
  named: ['title'],
  shapes: {
    full: shape(
      `id last_view polls activity title slug text short_text show_all_link views created updated
      last_activity only_member_comment moderated hidden disable_comment owner_only_comment pinned
      close has_poll moderated_at ip crm_data root_blog blog user last_comment moderated_by members`,
    ),
  },
  companions: [
    { collection: 'comments', fields: rootComment },
    { collection: 'events', fields: (post) => ({ event_type: 1, post: post['id'] }) },
  ],
  implausible: [{ kind: 'same', name: 'same-slug', field: 'slug', within: 'blog' }],
  withheld: [{ reason: 'hidden', when: (post) => post.hidden === true }],
});
