// The activity feed (spec.md §2.13).
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
  fields: {
    id: required(id),
    activity: defaulted(flag, true),
    datetime: defaultedBy(timestamp, through(subject, 'created')),
    event_type: required(oneOf(1, 2, 3)),
    title: defaulted(text, ''),
    text: defaulted(text, ''),
    private: defaulted(flag, false),
    available_for: defaulted(anyList, []),
    user: defaultedBy(embeds('users', 'full'), through(subject, 'user')),
    blog: defaultedBy(names('blogs'), through(subject, 'blog')),
    post: defaulted(nullable(embeds('posts', 'full')), null),
    comment: defaulted(nullable(embeds('comments', 'inFeed')), null),
  },
  shapes: {
    full: shape(
      `id activity datetime event_type title text private available_for user blog post comment`,
    ),
  },
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
