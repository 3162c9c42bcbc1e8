// Comments: listed as trees, and embedded in the feed (spec.md §2.11).

import { collection, shape } from '../model/collection.js';
import {
  computedBy,
  defaulted,
  defaultedBy,
  defaultedFrom,
  defaultedToText,
  filled,
  type JsonObject,
  now,
  required,
  rootOfSame,
  sameAs,
} from '../model/fields.js';
import { depth, newestBelow, through, treeId, walk } from '../model/links.js';
import {
  anyList,
  embeds,
  flag,
  html,
  id,
  int,
  names,
  nullable,
  text,
  timestamp,
} from '../model/types.js';

const unnamed = (about: string) => defaulted(nullable(names('users')), null, about);

/** The text of a root comment, which is a placeholder without content. */
const ROOT_TEXT = 'root';
const isRoot = (comment: { readonly parent?: unknown }) => (comment.parent ?? null) === null;
const textOf = (comment: { readonly parent?: unknown; readonly text?: unknown }) =>
  typeof comment.text === 'string' ? comment.text : isRoot(comment) ? ROOT_TEXT : undefined;

/** The root comment of a post's discussion, a placeholder. */
export const rootComment = (post: JsonObject): JsonObject => ({
  post: post['id'],
  parent: null,
  created: post['created'],
});

const inFeed = `id cleaned_text short_text activity created text moderated moderated_at
  tree_updated_at hidden_by tree_id level parent user moderated_by blog post deleted_by updated_by`;

export const comments = collection('comments', {
  singular: 'comment',
  fields: {
    id: required(id),
    post: filled(required(embeds('posts', 'full'), 'the post that it is on'), sameAs('parent')),
    blog: computedBy(names('blogs'), through('post', 'blog'), "the post's blog"),
    parent: filled(
      defaulted(
        nullable(embeds('comments', 'parentInFeed')),
        null,
        'the comment that it answers; null for the root, a placeholder that begins the discussion',
      ),
      rootOfSame('post', rootComment),
    ),
    user: defaulted(
      nullable(embeds('users', 'full')),
      null,
      'who wrote it; a reply must have one, the root none',
    ),
    text: defaultedFrom(
      html,
      textOf,
      'what it says; a reply must have one; when absent in the root: "root"',
    ),
    short_text: defaultedFrom(html, textOf, 'what lists show of it; when absent: the text'),
    cleaned_text: defaultedToText(
      text,
      textOf,
      'the text without markup; when absent: taken from the text',
    ),
    children: defaulted(anyList, [], 'what the API shows as its children'),
    emoji: defaulted(anyList, [], 'reactions'),
    files: defaulted(anyList, [], 'what is attached'),
    rating_up: defaulted(int, 0, 'how many readers liked it'),
    rating_down: defaulted(int, 0, 'how many readers disliked it'),
    in_favorite: defaulted(flag, false, 'whether it is a favourite'),
    is_new: defaulted(flag, false, 'whether it is marked as new'),
    activity: defaulted(flag, true, 'whether it is in use'),
    moderated: defaulted(flag, true, 'whether a moderator has approved it'),
    moderated_at: defaulted(nullable(timestamp), null, 'when it was moderated'),
    moderated_by: unnamed('who moderated it'),
    created: filled(required(timestamp, 'when it was written'), now),
    tree_updated_at: defaultedBy(
      timestamp,
      newestBelow('parent', 'created'),
      'the newest created of it and the comments below it',
    ),
    hidden_by: defaulted(anyList, [], 'who has hidden it'),
    lft: computedBy(
      int,
      walk('parent', 'enter'),
      'its left number in the nested set of its tree; on all comments of a tree, or on none',
    ),
    rght: computedBy(
      int,
      walk('parent', 'leave'),
      'its right number in the nested set of its tree; on all comments of a tree, or on none',
    ),
    level: computedBy(int, depth('parent'), 'how many comments it is below'),
    tree_id: computedBy(int, treeId('parent'), 'number of its tree'),
    deleted_by: unnamed('who deleted it'),
    updated_by: unnamed('who changed it last'),
  },
  shapes: {
    listed: shape(
      `id short_text text children emoji files rating_up rating_down in_favorite is_new activity
      moderated created tree_updated_at hidden_by lft rght tree_id level parent user deleted_by
      updated_by`,
      { parent: 'bare' },
    ),
    inFeed: shape(inFeed, { user: 'bare' }),
    parentInFeed: shape(inFeed, { user: 'bare', parent: 'bare' }),
  },
  parent: 'parent',
  companions: [
    {
      collection: 'events',
      fields: (comment, referenced) => {
        if (isRoot(comment)) return undefined;
        const answersPost = isRoot(referenced('parent') ?? {});
        return { event_type: answersPost ? 2 : 3, comment: comment['id'] };
      },
    },
  ],
  agreements: [{ reference: 'parent', field: 'post' }],
  rules: [
    {
      name: 'root-without-user',
      check: (comment) => (isRoot(comment) === ((comment.user ?? null) === null) ? [] : ['/user']),
    },
  ],
});
