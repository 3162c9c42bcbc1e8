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
  singular: 'event',
  fields: {
    id: required(id),
    activity: defaulted(flag, true, 'whether it is in use'),
    datetime: defaultedBy(timestamp, through(subject, 'created'), 'when it happened'),
    event_type: required(
      oneOf(1, 2, 3),
      '1 for a new post, 2 for a comment that answers a post, 3 for one that answers a comment',
    ),
    title: defaulted(text, '', 'a heading of its own'),
    text: defaulted(text, '', 'a text of its own'),
    private: defaulted(
      flag,
      false,
      'whether it is for nobody else; readers of a public snapshot then do not get to see it',
    ),
    available_for: defaulted(
      anyList,
      [],
      'the only readers that it is for; readers of a public snapshot do not get to see it unless the list is empty',
    ),
    user: defaultedBy(embeds('users', 'full'), through(subject, 'user'), 'who did it'),
    blog: defaultedBy(names('blogs'), through(subject, 'blog'), 'where it happened'),
    post: defaulted(nullable(embeds('posts', 'full')), null, 'the new post, of type 1'),
    comment: defaulted(
      nullable(embeds('comments', 'inFeed')),
      null,
      'the new comment, of types 2 and 3',
    ),
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
