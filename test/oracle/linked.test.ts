// What follows from other records, in a forum in which some records give it and some do not, at all addresses: against the oracle.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { board, writeData } from '../support/portal.js';
import { EXTRAS } from './extras.js';
import { oracle } from './oracle.js';
import { bytes, difference, servedFiles } from './tree.js';
import { emptyPortal, type Item, type Portal, type Settings } from './types.js';

const at = (day: number, fraction = '') =>
  `2024-03-${String(day).padStart(2, '0')}T10:00:00${fraction}+03:00`;
const user = (id: number, profile: Item = {}): Item => ({
  ...{ id, last_name: `Орлова ${id}`, first_name: 'Анна', date_joined: at(1), profile },
});
const blog = (id: number, more: Item = {}): Item => ({
  ...{ id, title: `Блог ${id}`, slug: `b-${id}`, created: at(1), ...more },
});
const post = (id: number, user: number, more: Item = {}): Item => ({
  ...{ id, title: `Тема ${id}`, slug: `t-${id}`, text: '<p>О том</p>', created: at(2) },
  ...{ blog: 1, user, moderated_by: 1, ...more },
});
const reply = (id: number, parent: number, post: number, created: string, more: Item = {}) => ({
  ...{ id, post, parent, user: 2, text: '<p>Да</p>', created, ...more },
});

/** Digits of a second beyond those that a number holds: equal up to the last one. */
const [EARLIER, LATER] = ['.00000000000000000001', '.00000000000000000002'];
const vote = { id: 1, user: 8 };
const poll: Item = {
  ...{ id: 1, title: 'Да?', user: 11, variants: [{ id: 1, title: 'Да', votes: [vote] }] },
};
const withheld = { title: 'Тайное', hidden: true };

/** Users 20 and above are only in what is not for everyone, or in nothing at all. */
const forum: Portal = {
  ...emptyPortal(),
  regions: [1, 2, 3].map((id) => ({ id, name: `Область ${id}` })),
  ...board,
  users: [
    ...[1, 2, 7, 8, 9, 10, 11, 12, 13, 20, 22, 23].map((id) => user(id)),
    ...[user(5, { invited_by: 10 }), user(6, { invited_by: 9 }), user(21, { invited_by: 22 })],
  ],
  blogs: [
    ...[blog(2, { guest_cannot_view: true }), blog(1), blog(4, { parent: 3 })],
    ...[blog(3, { parent: 1 }), blog(5), blog(6, { parent: 5, last_comment: 0, level: 1 })],
  ],
  posts: [
    ...[post(3, 20, withheld), post(4, 21, { blog: 2 }), post(1, 5, { blog: 4, polls: [poll] })],
    post(2, 5, { created: at(9, LATER) }),
    post(5, 12, { blog: 6, last_activity: at(8), last_comment: 30 }),
    post(6, 5, { blog: 4, root_blog: 1 }),
    post(7, 1, { polls: [] }),
  ],
  comments: [
    { id: 30, post: 2, created: at(10) },
    // Of two at the same time the one with the greater id is the newest.
    ...[reply(32, 30, 2, at(12)), reply(33, 32, 2, at(12)), reply(31, 30, 2, at(12))],
    { id: 40, post: 1, created: at(10, EARLIER) },
    reply(43, 40, 1, at(10, LATER), { user: 6, moderated_by: 23, updated_by: 7 }),
    reply(44, 40, 1, at(10, EARLIER), { deleted_by: 1, tree_updated_at: at(9) }),
    reply(45, 43, 1, at(10, '.5'), { tree_updated_at: at(28, EARLIER) }),
    { id: 50, post: 3, created: at(30) },
    { id: 60, post: 7, created: at(10) },
    ...[reply(62, 60, 7, at(11)), reply(61, 60, 7, at(10))],
    // No event shows its user, and no post as its last one.
    reply(63, 60, 7, at(9), { user: 13 }),
    { id: 70, post: 6, created: at(10, LATER) },
    { id: 71, post: 6, created: at(10, EARLIER) },
  ],
  events: [
    { id: 3, event_type: 1, post: 2 },
    { id: 1, event_type: 1, post: 3 },
    { id: 4, event_type: 2, comment: 43 },
    { id: 2, event_type: 3, comment: 44, datetime: at(25, EARLIER) },
    { id: 5, event_type: 2, comment: 40, user: 1, blog: 6 },
    { id: 6, event_type: 2, comment: 33, post: null },
    { id: 7, event_type: 1, post: 5, comment: null, user: 2, datetime: at(25, LATER) },
  ],
};

/** What no record of these gives is given by each. */
const given: Portal = {
  ...forum,
  events: forum.events.map((event) => ({ datetime: at(20, `.${event.id}`), ...event })),
  posts: forum.posts.map((one) => ({ last_activity: at(20), last_comment: 60, ...one })),
  comments: forum.comments.map((one) => ({ tree_updated_at: at(20), ...one })),
};
const open: Portal = {
  ...forum,
  users: forum.users.filter(({ id }) => (id as number) < 20),
  vacancies: forum.vacancies.slice(0, 3),
  blogs: forum.blogs.slice(1),
  posts: forum.posts.slice(2),
  comments: forum.comments.filter(({ id }) => id !== 50).map(({ moderated_by: _, ...one }) => one),
  events: forum.events.filter(({ id }) => id !== 1),
};
const some = ['/api/user/{id}/', '/api/post/user/{id}/'];

it.each<[string, Portal, Settings]>([
  ['of which some is withheld', forum, {}],
  ['of which all is published', forum, { audience: 'all' }],
  ['in which nothing is withheld', open, {}],
  ['whose records give what would follow', given, {}],
  ['without lists of posts', forum, { extras: [some[0]!] }],
  ['with users where they are asked for', forum, { extras: some }],
  ['without pages of users', forum, { extras: [some[1]!] }],
])('a forum %s', async (_, portal, more) => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  const settings = { extras: [...EXTRAS], pageSize: 2, ...more };
  const { ok, problems } = await build({ cwd, ...settings, allow: ['without-companions'] });
  expect([ok, problems]).toEqual([true, []]);
  const expected = bytes(oracle(portal, settings));
  expect(difference(servedFiles(join(cwd, 'dist')), expected)).toBe('');
});
