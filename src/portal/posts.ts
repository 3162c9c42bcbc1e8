// Posts and their polls (API.md §2.9, §2.10).

import * as z from 'zod';
import { collection } from '../model/collection.js';
import { newestId, newestInstant, rootOf } from '../model/links.js';
import { computed, derived, html, id, now, ref, refOrZero, timestamp } from '../model/types.js';
import { rootComment } from './comments.js';
import { hasSome, oddSlug, off, slug } from './shared.js';

const vote = z.strictObject({
  id,
  poll: computed(id, (_vote, _variant, poll) => poll?.['id']).describe('the poll that it is in'),
  user: ref('users').describe('who voted'),
  variant: computed(id, (_vote, variant) => variant?.['id']).describe('the variant that it is for'),
});

const variant = z.strictObject({
  id,
  votes: z.array(vote).default([]).describe('who voted for it'),
  title: z.string().describe('the answer'),
  poll: computed(id, (_variant, poll) => poll?.['id']).describe('the poll that it is in'),
});

const poll = z.strictObject({
  id,
  variants: z.array(variant).describe('what can be voted for'),
  activity: z.boolean().default(true).describe('whether it is in use'),
  title: z.string().describe('the question'),
  poll_type: z.int().default(0).describe('number of the kind of poll'),
  post: computed(id, (_poll, post) => post?.['id']).describe('the post that it is in'),
  user: derived(ref('users'), (_poll, post) => post?.['user'])
    .describe('who asks')
    .meta({ otherwise: "the post's user" }),
});

export const posts = collection(
  'posts',
  z.strictObject({
    id,
    last_view: z.null().default(null),
    polls: z.array(poll).default([]).describe('polls that it carries').meta({ label: 'Polls' }),
    activity: z.boolean().default(true).describe('whether it is in use'),
    title: z.string().describe('its heading').meta({ label: 'Heading' }),
    slug,
    text: html
      .describe('what it says')
      .meta({ label: 'Text' })
      .meta({ mayBeEmpty: hasSome('polls') }),
    short_text: derived(html, (post) => post['text'])
      .describe('what lists show of it')
      .meta({ otherwise: 'the text' }),
    show_all_link: derived(
      z.boolean(),
      (post) => (post['short_text'] ?? post['text']) !== post['text'],
    )
      .describe('whether lists link to the rest of the text')
      .meta({ otherwise: 'whether short_text differs from text' }),
    views: z.int().default(0).describe('how often it was read').meta({ label: 'Views' }),
    created: timestamp.describe('when it was written').meta({ label: 'Written', filled: now }),
    updated: derived(timestamp, (post) => post['created'])
      .describe('when it was changed last')
      .meta({ otherwise: 'the value of created' }),
    last_activity: derived(
      timestamp,
      newestInstant('comments', 'post', 'created', 'created'),
    ).describe('when something was last said in it'),
    only_member_comment: off('whether only members comment on it'),
    moderated: z.boolean().default(true).describe('whether a moderator has approved it'),
    hidden: off('whether it is hidden: the public does not see it').meta({ label: 'Hidden' }),
    disable_comment: off('whether nobody may comment on it'),
    owner_only_comment: off('whether only its author comments on it'),
    pinned: off('whether it stays at the top').meta({ label: 'Pinned' }),
    close: off('whether the discussion is closed').meta({ label: 'Discussion closed' }),
    has_poll: derived(z.boolean(), hasSome('polls'))
      .describe('whether it shows polls')
      .meta({ otherwise: 'whether there are any' }),
    moderated_at: timestamp.nullable().default(null).describe('when it was moderated'),
    ip: z.null().default(null),
    crm_data: z.looseObject({}).default({}).describe('the deal with a customer that it belongs to'),
    root_blog: computed(ref('blogs'), rootOf('blog', 'parent')).describe(
      'the topmost blog above it',
    ),
    blog: ref('blogs', 'full').describe('the blog that it is in').meta({ label: 'Blog' }),
    user: ref('users').describe('who wrote it').meta({ label: 'Author' }),
    last_comment: derived(
      refOrZero('comments'),
      newestId('comments', 'post', 'created', 0),
    ).describe('its newest comment; 0 for none'),
    moderated_by: ref('users').describe('who moderated it').meta({ label: 'Moderator' }),
    members: z.array(z.unknown()).default([]).describe('who takes part'),
  }),
  {
    singular: 'post',
    named: ['title'],
    layout: { kind: 'files', digits: 4 },
    companions: [
      { collection: 'comments', by: 'post', fields: rootComment },
      { collection: 'events', by: 'post', fields: () => ({ event_type: 1 }) },
    ],
    implausible: [
      oddSlug,
      { kind: 'same', name: 'same-slug', field: 'slug', within: 'blog' },
      { kind: 'companions', name: 'without-companions' },
    ],
    withheld: [{ reason: 'it is hidden (hidden)', when: (post) => post.hidden === true }],
  },
);
