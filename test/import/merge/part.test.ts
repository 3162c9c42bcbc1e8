// An import that reads only a part of the origin, as `--since-feed` does.
import { expect, it } from 'vitest';
import type { Fields } from '../../support/portal.js';
import { type Files, lines, list, workplace } from './sides.js';

const moment = '2026-03-01T10:00:00+03:00';
const user = { id: 7, last_name: 'Орлова', first_name: 'Анна', date_joined: moment };
const blog = { id: 2, title: 'Котлы', slug: 'kotly', created: moment };
const post = {
  ...{ id: 1, title: 'Формы', slug: 'formy', text: '<p>Кто перешёл?</p>' },
  ...{ created: moment, blog: 2, user: 7, moderated_by: 7 },
};
const root = (numbers: Fields): Fields => ({ id: 10, post: 1, created: moment, ...numbers });
const answer = (id: number, numbers: Fields): Fields => ({
  ...{ id, post: 1, parent: 10, user: 7, text: '<p>Да</p>', created: moment, ...numbers },
});

/** A discussion, with an event for each answer. */
const side = (first: Fields, ...answers: readonly Fields[]): Files => ({
  'users.json': list([user]),
  'blogs.json': list([blog]),
  'posts.json': list([post]),
  'comments/2026.ndjson': lines([first, ...answers]),
  'events.ndjson': lines(
    answers.map(({ id }) => ({ id: 80 + Number(id), event_type: 2, comment: id! })),
  ),
});

it('leaves a record that cannot be without what the part lacks to an import of everything', async () => {
  const place = workplace();
  const before = side(root({ lft: 2, rght: 5 }), answer(11, { lft: 3, rght: 4 }));
  await place.import(before);
  // The feed shows no nested sets, which all comments of a discussion must have, or none.
  const part = side(root({}), answer(11, {}), answer(12, {}));
  const isFromOrigin = (_: string, __: number, field: string) => !['lft', 'rght'].includes(field);
  const { told } = await place.import(part, { isFromOrigin, enumerated: new Set() });
  expect([told, place.files()]).toEqual([[], before]);
  const after = side(
    root({ lft: 2, rght: 7 }),
    answer(11, { lft: 3, rght: 4 }),
    answer(12, { lft: 5, rght: 6 }),
  );
  expect((await place.import(after)).told).toEqual([]);
  expect(place.files()).toEqual(after);
});
