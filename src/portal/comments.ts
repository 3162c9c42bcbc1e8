// Comments: listed as trees, and embedded in the feed (API.md §2.11).

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
  type Said,
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

const unnamed = (about: Said) => defaulted(nullable(names('users')), null, about);

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
    post: filled(
      required(embeds('posts', 'full'), {
        en: 'the post that it is on',
        ru: 'пост, к которому он написан',
      }),
      sameAs('parent'),
    ),
    blog: computedBy(names('blogs'), through('post', 'blog'), {
      en: "the post's blog",
      ru: 'блог этого поста',
    }),
    parent: filled(
      defaulted(nullable(embeds('comments', 'parentInFeed')), null, {
        en: 'the comment that it answers; the record that begins a discussion answers none',
        ru: 'комментарий, на который это ответ; у записи, с которой начинается обсуждение, его нет',
      }),
      rootOfSame('post', rootComment),
    ),
    user: defaulted(nullable(embeds('users', 'full')), null, {
      en: 'who wrote it; an answer must have one, the record that begins a discussion has none',
      ru: 'автор; у ответа он обязателен, у записи, с которой начинается обсуждение, его нет',
    }),
    text: defaultedFrom(html, textOf, {
      en: 'what it says; an answer must have one; when absent in the record that begins a discussion: "root"',
      ru: 'текст; у ответа он обязателен; если не указан у записи, с которой начинается обсуждение: "root"',
    }),
    short_text: defaultedFrom(html, textOf, {
      en: 'what lists show of it; when absent: the text',
      ru: 'что показывают списки; если не указано: весь текст',
    }),
    cleaned_text: defaultedToText(text, textOf, {
      en: 'the text without markup; when absent: taken from the text',
      ru: 'текст без разметки; если не указан: берётся из text',
    }),
    children: defaulted(anyList, [], {
      en: 'what is published as the list of its answers',
      ru: 'что публикуется как список ответов на него',
    }),
    emoji: defaulted(anyList, [], { en: 'reactions', ru: 'реакции' }),
    files: defaulted(anyList, [], { en: 'what is attached', ru: 'вложения' }),
    rating_up: defaulted(int, 0, {
      en: 'how many readers liked it',
      ru: 'скольким читателям понравилось',
    }),
    rating_down: defaulted(int, 0, {
      en: 'how many readers disliked it',
      ru: 'скольким читателям не понравилось',
    }),
    in_favorite: defaulted(flag, false, {
      en: 'whether it is a favourite',
      ru: 'в избранном ли он',
    }),
    is_new: defaulted(flag, false, {
      en: 'whether it is marked as new',
      ru: 'отмечен ли как новый',
    }),
    activity: defaulted(flag, true, { en: 'whether it is in use', ru: 'используется ли запись' }),
    moderated: defaulted(flag, true, {
      en: 'whether a moderator has approved it',
      ru: 'одобрил ли модератор',
    }),
    moderated_at: defaulted(nullable(timestamp), null, {
      en: 'when it was moderated',
      ru: 'когда проверил модератор',
    }),
    moderated_by: unnamed({ en: 'who moderated it', ru: 'кто из модераторов проверил' }),
    created: filled(required(timestamp, { en: 'when it was written', ru: 'когда написано' }), now),
    tree_updated_at: defaultedBy(timestamp, newestBelow('parent', 'created'), {
      en: 'when something was last written in it or below it',
      ru: 'когда последний раз написан он сам или ответ под ним',
    }),
    hidden_by: defaulted(anyList, [], { en: 'who has hidden it', ru: 'кто его скрыл' }),
    lft: computedBy(int, walk('parent', 'enter'), {
      en: 'where it begins in the order of its discussion; in all comments of a discussion, or in none',
      ru: 'где он начинается в порядке обсуждения; указывается у всех комментариев обсуждения или ни у одного',
    }),
    rght: computedBy(int, walk('parent', 'leave'), {
      en: 'where its answers end in the order of its discussion; in all comments of a discussion, or in none',
      ru: 'где кончаются ответы на него в порядке обсуждения; указывается у всех комментариев обсуждения или ни у одного',
    }),
    level: computedBy(int, depth('parent'), {
      en: 'how many comments it is below',
      ru: 'сколько комментариев над ним',
    }),
    tree_id: computedBy(int, treeId('parent'), {
      en: 'number of its discussion',
      ru: 'номер его обсуждения',
    }),
    deleted_by: unnamed({ en: 'who deleted it', ru: 'кто удалил' }),
    updated_by: unnamed({ en: 'who changed it last', ru: 'кто изменил последним' }),
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
  layout: { kind: 'lines', byYearOf: 'created' },
  companions: [
    {
      collection: 'events',
      by: 'comment',
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
