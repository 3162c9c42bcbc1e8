// The activity feed (API.md §2.13).

import * as z from 'zod';
import { collection } from '../model/collection.js';
import { through } from '../model/links.js';
import { derived, id, ref, timestamp } from '../model/types.js';
import { off, refOrNull } from './shared.js';

const subject = ['post', 'comment'];

export const events = collection(
  'events',
  z.strictObject({
    id,
    activity: z.boolean().default(true).describe('whether it is in use'),
    datetime: derived(timestamp, through(subject, 'created'))
      .describe('when it happened')
      .meta({ label: 'When' }),
    event_type: z
      .literal([1, 2, 3])
      .describe(
        '1 for a new post, 2 for a comment that answers a post, 3 for one that answers a comment',
      )
      .meta({ label: 'What' }),
    title: z.string().default('').describe('a heading of its own').meta({ label: 'Heading' }),
    text: z.string().default('').describe('a text of its own').meta({ label: 'Text' }),
    private: off('whether it is private: the public does not see it').meta({ label: 'Private' }),
    available_for: z
      .array(z.unknown())
      .default([])
      .describe('the only readers that it is for; with any, the public does not see it'),
    user: derived(ref('users', 'full'), through(subject, 'user'))
      .describe('who did it')
      .meta({ label: 'Who' }),
    blog: derived(ref('blogs'), through(subject, 'blog'))
      .describe('where it happened')
      .meta({ label: 'Blog' }),
    post: refOrNull('posts', 'full').describe('the new post, of type 1').meta({ label: 'Post' }),
    comment: refOrNull('comments', 'inFeed')
      .describe('the new comment, of types 2 and 3')
      .meta({ label: 'Comment' }),
  }),
  {
    singular: 'event',
    layout: { kind: 'lines', byYearOf: 'datetime' },
    rules: [
      {
        name: 'event-subject',
        message:
          '{field} is {found}, but an event of type 1 has a post and no comment, and one of type 2 or 3 has a comment and no post',
        hint: 'change event_type, or give the subject that it needs and no other',
        check: (event) => {
          const [subject, other] =
            event.event_type === 1
              ? (['post', 'comment'] as const)
              : (['comment', 'post'] as const);
          if ((event[other] ?? null) !== null) return [`/${other}`];
          if (event[subject] === null) return [`/${subject}`];
          return event[subject] === undefined ? ['/event_type'] : [];
        },
      },
    ],
    withheld: [
      { reason: 'it is private (private)', when: (event) => event.private === true },
      {
        reason: 'it is for some readers only (available_for)',
        when: (event) => (event.available_for ?? []).length > 0,
      },
    ],
  },
);
