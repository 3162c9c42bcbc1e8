// The activity feed (API.md §2.13).
import { collection, shape } from '../model/collection.js';
import { defaulted, defaultedBy, required } from '../model/fields.js';
import { through } from '../model/links.js';
import {
  anyList,
  embeds,
  flag,
  id,
  names,
  nullable,
  oneOf,
  text,
  timestamp,
} from '../model/types.js';

const subject = ['post', 'comment'];

export const events = collection('events', {
  singular: 'event',
  fields: {
    id: required(id),
    activity: defaulted(flag, true, { en: 'whether it is in use', ru: 'используется ли запись' }),
    datetime: defaultedBy(timestamp, through(subject, 'created'), {
      en: 'when it happened',
      ru: 'когда произошло',
    }),
    event_type: required(oneOf(1, 2, 3), {
      en: '1 for a new post, 2 for a comment that answers a post, 3 for one that answers a comment',
      ru: '1 — новый пост, 2 — комментарий к посту, 3 — ответ на комментарий',
    }),
    title: defaulted(text, '', { en: 'a heading of its own', ru: 'собственный заголовок' }),
    text: defaulted(text, '', { en: 'a text of its own', ru: 'собственный текст' }),
    private: defaulted(flag, false, {
      en: 'whether it is private: the public does not see it',
      ru: 'личное ли оно: остальные читатели его не видят',
    }),
    available_for: defaulted(anyList, [], {
      en: 'the only readers that it is for; with any, the public does not see it',
      ru: 'единственные читатели, для которых оно; если указан хоть один, остальные его не видят',
    }),
    user: defaultedBy(embeds('users', 'full'), through(subject, 'user'), {
      en: 'who did it',
      ru: 'кто это сделал',
    }),
    blog: defaultedBy(names('blogs'), through(subject, 'blog'), {
      en: 'where it happened',
      ru: 'где произошло',
    }),
    post: defaulted(nullable(embeds('posts', 'full')), null, {
      en: 'the new post, of type 1',
      ru: 'новый пост, для типа 1',
    }),
    comment: defaulted(nullable(embeds('comments', 'inFeed')), null, {
      en: 'the new comment, of types 2 and 3',
      ru: 'новый комментарий, для типов 2 и 3',
    }),
  },
  shapes: {
    full: shape(
      `id activity datetime event_type title text private available_for user blog post comment`,
    ),
  },
  layout: { kind: 'lines', byYearOf: 'datetime' },
  rules: [
    {
      name: 'event-subject',
      check: (event) => {
        const [subject, other] =
          event.event_type === 1 ? (['post', 'comment'] as const) : (['comment', 'post'] as const);
        if ((event[other] ?? null) !== null) return [`/${other}`];
        if (event[subject] === null) return [`/${subject}`];
        return event[subject] === undefined ? ['/event_type'] : [];
      },
    },
  ],
  withheld: [
    { reason: 'private', when: (event) => event.private === true },
    {
      reason: 'for-some',
      when: (event) => (event.available_for ?? []).length > 0,
    },
  ],
});
