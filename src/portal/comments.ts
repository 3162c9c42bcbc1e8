// Comments: listed as trees, and embedded in the feed (spec.md §2.11).

import { plainText } from '../html/plain-text.js';
import { collection, shape } from '../model/collection.js';
import { computedBy, defaulted, defaultedBy, defaultedFrom, required } from '../model/fields.js';
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

const unnamed = defaulted(nullable(names('users')), null);

/** The text of a root, which is a placeholder. */
const ROOT_TEXT = 'root';
const isRoot = (comment: { readonly parent?: unknown }) => (comment.parent ?? null) === null;
const textOf = (comment: { readonly parent?: unknown; readonly text?: unknown }) =>
  typeof comment.text === 'string' ? comment.text : isRoot(comment) ? ROOT_TEXT : undefined;

const inFeed = `id cleaned_text short_text activity created text moderated moderated_at
  tree_updated_at hidden_by tree_id level parent user moderated_by blog post deleted_by updated_by`;

export const comments = collection('comments', {
  fields: {
    id: required(id),
    post: required(embeds('posts', 'full')),
    blog: computedBy(names('blogs'), through('post', 'blog')),
    parent: defaulted(nullable(embeds('comments', 'parentInFeed')), null),
    user: defaulted(nullable(embeds('users', 'full')), null),
    text: defaultedFrom(html, textOf),
    short_text: defaultedFrom(html, textOf),
    cleaned_text: defaultedFrom(text, (comment) => {
      const source = textOf(comment);
      return source === undefined ? undefined : plainText(source);
    }),
    children: defaulted(anyList, []),
    emoji: defaulted(anyList, []),
    files: defaulted(anyList, []),
    rating_up: defaulted(int, 0),
    rating_down: defaulted(int, 0),
    in_favorite: defaulted(flag, false),
    is_new: defaulted(flag, false),
    activity: defaulted(flag, true),
    moderated: defaulted(flag, true),
    moderated_at: defaulted(nullable(timestamp), null),
    moderated_by: unnamed,
    created: required(timestamp),
    tree_updated_at: defaultedBy(timestamp, newestBelow('parent', 'created')),
    hidden_by: defaulted(anyList, []),
    lft: computedBy(int, walk('parent', 'enter')),
    rght: computedBy(int, walk('parent', 'leave')),
    level: computedBy(int, depth('parent')),
    tree_id: computedBy(int, treeId('parent')),
    deleted_by: unnamed,
    updated_by: unnamed,
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
  agreements: [{ reference: 'parent', field: 'post' }],
  rules: [
    {
      name: 'root-without-user',
      check: (comment) => (isRoot(comment) === ((comment.user ?? null) === null) ? [] : ['/user']),
    },
  ],
});
