// Comments. The API shows them as a list of trees, and in the feed (API.md §2.11).

import * as z from 'zod';
import { collection, shape } from '../model/collection.js';
import type { JsonObject } from '../model/fields.js';
import { depth, newestBelow, through, treeId, walk } from '../model/links.js';
import {
  computed,
  derived,
  html,
  id,
  now,
  plainText,
  ref,
  rootOfSame,
  sameAs,
  timestamp,
} from '../model/types.js';
import { hasSome, off, refOrNull } from './shared.js';

/** The text of a root comment that has none of its own. A discussion begins with a root comment, without an author. */
const ROOT_TEXT = 'root';
const isRoot = (comment: { readonly parent?: unknown }) => (comment.parent ?? null) === null;
const hasUser = (comment: { readonly user?: unknown }) => (comment.user ?? null) !== null;
const textOf = (comment: { readonly parent?: unknown; readonly text?: unknown }) =>
  typeof comment.text === 'string' ? comment.text : isRoot(comment) ? ROOT_TEXT : undefined;

/** Returns the fields of the root comment with which the discussion of a post begins. */
export const rootComment = (post: JsonObject): JsonObject => ({
  post: post['id'],
  parent: null,
  created: post['created'],
});

const inFeed = [
  'id',
  'cleaned_text',
  'short_text',
  'activity',
  'created',
  'text',
  'moderated',
  'moderated_at',
  'tree_updated_at',
  'hidden_by',
  'tree_id',
  'level',
  'parent',
  'user',
  'moderated_by',
  'blog',
  'post',
  'deleted_by',
  'updated_by',
] as const;

export const comments = collection(
  'comments',
  z.strictObject({
    id,
    post: ref('posts', 'full')
      .describe('the post that it is on')
      .meta({ label: 'Post' })
      .meta({ filled: sameAs('parent') }),
    blog: computed(ref('blogs'), through('post', 'blog')).describe("the post's blog"),
    parent: refOrNull('comments', 'parentInFeed')
      .describe(
        'the comment that it answers; only the record with which a discussion begins has none',
      )
      .meta({ label: 'Answers' })
      .meta({ filled: rootOfSame('post', rootComment) }),
    user: refOrNull('users', 'full')
      .describe('who wrote it; only the record with which a discussion begins has no author')
      .meta({ label: 'Author' }),
    text: derived(html, textOf)
      .describe(
        'what it says; only the record with which a discussion begins may be without a text',
      )
      .meta({ otherwise: '"root" in that record' })
      .meta({ label: 'Text' })
      .meta({ mayBeEmpty: hasSome('files') }),
    short_text: derived(html, textOf)
      .describe('what lists show of it')
      .meta({ otherwise: 'the text' }),
    cleaned_text: plainText(textOf)
      .describe('the text without markup')
      .meta({ otherwise: 'taken from the text' }),
    children: z
      .array(z.unknown())
      .default([])
      .describe('what is published as the list of its answers'),
    emoji: z.array(z.unknown()).default([]).describe('reactions'),
    files: z.array(z.unknown()).default([]).describe('what is attached'),
    rating_up: z.int().default(0).describe('how many readers liked it'),
    rating_down: z.int().default(0).describe('how many readers disliked it'),
    in_favorite: off('whether it is a favourite'),
    is_new: off('whether it is marked as new'),
    activity: z.boolean().default(true).describe('whether it is in use'),
    moderated: z.boolean().default(true).describe('whether a moderator has approved it'),
    moderated_at: timestamp.nullable().default(null).describe('when it was moderated'),
    moderated_by: refOrNull('users').describe('who moderated it'),
    created: timestamp.describe('when it was written').meta({ label: 'Written', filled: now }),
    tree_updated_at: derived(timestamp, newestBelow('parent', 'created')).describe(
      'when something was last written in it or below it',
    ),
    hidden_by: z.array(z.unknown()).default([]).describe('who has hidden it'),
    lft: computed(z.int(), walk('parent', 'enter')).describe(
      'where it begins in the order of its discussion; in all comments of a discussion, or in none',
    ),
    rght: computed(z.int(), walk('parent', 'leave')).describe(
      'where its answers end in the order of its discussion; in all comments of a discussion, or in none',
    ),
    level: computed(z.int(), depth('parent')).describe('how many comments it is below'),
    tree_id: computed(z.int(), treeId('parent')).describe('number of its discussion'),
    deleted_by: refOrNull('users').describe('who deleted it'),
    updated_by: refOrNull('users').describe('who changed it last'),
  }),
  {
    singular: 'comment',
    shapes: {
      listed: shape(
        [
          'id',
          'short_text',
          'text',
          'children',
          'emoji',
          'files',
          'rating_up',
          'rating_down',
          'in_favorite',
          'is_new',
          'activity',
          'moderated',
          'created',
          'tree_updated_at',
          'hidden_by',
          'lft',
          'rght',
          'tree_id',
          'level',
          'parent',
          'user',
          'deleted_by',
          'updated_by',
        ],
        { parent: 'bare' },
      ),
      inFeed: shape(inFeed, { user: 'bare' }),
      parentInFeed: shape(inFeed, { user: 'bare', parent: 'bare' }),
    },
    parent: 'parent',
    layout: { kind: 'lines', byYearOf: 'created' },
    companions: [
      {
        collection: 'events',
        by: 'comment',
        fields: (comment, referenced) => {
          if (isRoot(comment)) return undefined;
          const answersPost = isRoot(referenced('parent') ?? {});
          return { event_type: answersPost ? 2 : 3 };
        },
      },
    ],
    agreements: [{ reference: 'parent', field: 'post' }],
    rules: [
      {
        name: 'no-author',
        message: '{field} is {found}, but a comment with a parent has a user',
        hint: 'add "{field}": the id of the author',
        check: (comment) => (isRoot(comment) || hasUser(comment) ? [] : ['/user']),
      },
      {
        name: 'root-with-author',
        message:
          '{field} is {found}, but a comment without a parent has no user: it only begins a discussion',
        hint: 'remove "{field}", or add the "parent" that this comment answers',
        check: (comment) => (isRoot(comment) && hasUser(comment) ? ['/user'] : []),
      },
    ],
  },
);
