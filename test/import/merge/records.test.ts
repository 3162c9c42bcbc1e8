// Whole records that come, change and go on either side since the last import.
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/index.js';
import { type Fields, times } from '../../support/portal.js';
import { runIn } from '../../support/run.js';
import { type Files, lines, list, workplace } from './sides.js';

const moment = '2026-03-01T10:00:00+03:00';
const user = { id: 7, last_name: 'Орлова', first_name: 'Анна', date_joined: moment };
const blog = { id: 2, title: 'Котлы', slug: 'kotly', created: moment };
const post = (id: number, more: Fields = {}): Fields => ({
  ...{ id, title: `Запись ${id}`, slug: `zapis-${id}`, text: '<p>Кто перешёл?</p>' },
  ...{ created: moment, blog: 2, user: 7, moderated_by: 7, ...more },
});
const root = (id: number, of: number): Fields => ({ id, post: of, created: moment });
const comment = (id: number, of: number, parent: number, text = 'Да'): Fields => ({
  ...{ id, post: of, parent, user: 7, text: `<p>${text}</p>`, created: moment },
});

/** A portal of posts and comments, file by file. */
const side = (posts: readonly Fields[], comments: readonly Fields[] = []): Files => ({
  'users.json': list([user]),
  'blogs.json': list([blog]),
  'posts.json': list(posts),
  ...(comments.length > 0 && { 'comments/2026.ndjson': lines(comments) }),
});

async function imported(files: Files) {
  const place = workplace();
  const { told } = await place.import(files);
  expect(told).toEqual([]);
  expect(place.files()).toEqual(files);
  return place;
}

const [one, two, three] = [post(1), post(2), post(3)];

/** The records before, in the data, at the origin; those that come of it, and where conflicts are. */
const table: readonly (readonly [
  string,
  readonly Fields[],
  readonly Fields[],
  readonly Fields[],
  readonly Fields[],
  readonly string[],
])[] = [
  ['the origin adds one', [one], [one], [one, two], [one, two], []],
  [
    'both add one, and not the same',
    [one],
    [one, post(2, { title: 'Краны' })],
    [one, post(2, { title: 'Лифты' })],
    [one, post(2, { title: 'Краны' })],
    ['import-conflict data/posts.json:3:22 /title'],
  ],
  [
    'the origin removes what an editor changed',
    [one, two],
    [one, post(2, { views: 5 })],
    [one],
    [one, post(2, { views: 5 })],
    ['import-conflict data/posts.json:3:3'],
  ],
  [
    'an editor removes what the origin changed',
    [one, two],
    [one],
    [one, post(2, { views: 5 })],
    [one],
    ['import-conflict data/.import/posts/0002-zapis-2.json:1:1'],
  ],
];

describe('records', () => {
  it.each(table)('when %s', async (_, before, ours, theirs, expected, conflicts) => {
    const place = await imported(side(before));
    place.edit(side(ours));
    const { outcome, told } = await place.import(side(theirs));
    expect(outcome).toBe('brought');
    expect(told).toEqual(conflicts);
    const left = expected.length > 0 ? side(expected) : { ...side(expected), 'posts.json': '[]\n' };
    expect(place.files()).toEqual(left);
    // What was settled stays so; a conflict is told until somebody settles it.
    expect(await place.import(side(theirs))).toMatchObject({ files: [], told: conflicts });
    await place.import(side(theirs), { conflicts: 'keep' });
    expect(await place.import(side(theirs))).toMatchObject({ files: [], told: [] });
    expect(place.files()).toEqual(left);
  });

  it('in conflict are all as the origin has them, if that is taken', async () => {
    const place = await imported(side([one, two, three]));
    place.edit(side([post(1, { title: 'Краны' }), post(3, { views: 5 })]));
    const theirs = side([post(1, { title: 'Лифты' }), post(2, { title: 'Краны' })]);
    expect((await place.import(theirs)).told).toHaveLength(3);
    expect((await place.import(theirs, { conflicts: 'take' })).told).toEqual([]);
    expect(place.files()).toEqual(theirs);
  });

  it('in conflict are told with what the origin says, and what to do', async () => {
    const place = await imported(side([one, two, three]));
    place.edit(side([post(1, { title: 'Краны' }), post(3, { views: 5 })]));
    const { problems } = await place.import(
      side([post(1, { title: 'Лифты' }), post(2, { views: 5 })]),
    );
    expect(problems.map(({ message, hint }) => `${message}; ${hint}`)).toEqual([
      expect.stringMatching('changed posts 2, but here it was removed; each import reports'),
      expect.stringMatching('changed this to "Лифты",.* write the live portal.s value here; each'),
      expect.stringMatching('removed this record,.* remove it here, too; each import reports'),
    ]);
  });

  it('that were invented become what the origin tells later', async () => {
    const place = workplace();
    const stub = post(1, { title: 'Запись, которой нет в API' });
    await place.import(side([stub]));
    expect(place.files()).toEqual(side([stub]));
    expect((await place.import(side([one]))).told).toEqual([]);
    expect(place.files()).toEqual(side([one]));
  });
});

it('one import after another is undone, with what it kept', async () => {
  const place = workplace();
  const all = () => ({ ...place.files(), ...place.kept() });
  const states = [];
  for (const posts of [[one], [one, two], [post(1, { title: 'Лифты' }), two]]) {
    states.push(all());
    await place.import(side(posts));
  }
  for (const before of states.reverse()) {
    expect(await runIn(place.cwd, 'undo')).toMatchObject({ status: 0, stderr: '' });
    expect(all()).toEqual(before);
  }
});

describe('a reference', () => {
  it('of an editor to what the origin removes ends the import, unless as a draft', async () => {
    const before = side([one, two], [root(10, 2), comment(11, 2, 10)]);
    const place = await imported(before);
    const own = comment(13, 2, 11, 'А у нас нет');
    const edited = side([one, two], [root(10, 2), comment(11, 2, 10), own]);
    place.edit(edited);
    const kept = place.kept();
    const { outcome, told } = await place.import(side([one]));
    expect(outcome).toBe('errors');
    expect(told).toEqual([
      'dangling-reference data/comments/2026.ndjson:1:20 /post',
      'dangling-reference data/comments/2026.ndjson:1:33 /parent',
    ]);
    expect([place.files(), place.kept()]).toEqual([edited, kept]);
    expect((await place.import(side([one]), { draft: true })).outcome).toBe('draft');
    expect(place.files()).toEqual(side([one], [own]));
  });

  it('of what the origin adds to what an editor removed ends it, too', async () => {
    const talk = [root(10, 1), comment(11, 1, 10)];
    const place = await imported(side([one], talk));
    place.edit(side([one], [root(10, 1)]));
    const theirs = side([one], [...talk, comment(12, 1, 11), comment(13, 1, 10)]);
    const { outcome, told } = await place.import(theirs);
    expect(outcome).toBe('errors');
    expect(told).toEqual(['dangling-reference data/comments/2026.ndjson:2:33 /parent']);
    const { records } = await place.import(theirs, { draft: true });
    expect(records).toEqual({ comments: { added: 2, changed: 0, removed: 0 } });
  });

  it('that leads nowhere at the origin either does', async () => {
    const place = await imported(side([post(1, { user: 8 })]));
    const two = { ...user, id: 8 };
    await place.import({ ...side([post(1, { user: 8 })]), 'users.json': list([user, two]) });
    const { told } = await place.import(side([post(1, { user: 8 })]));
    expect(told).toEqual([]);
    expect(place.files()).toEqual(side([post(1, { user: 8 })]));
  });
});

it('a warning that neither side has keeps nothing from coming', async () => {
  const place = await imported(side([one]));
  place.edit(side([one, post(2, { slug: 'odin' })]));
  const twin = post(3, { slug: 'odin' });
  const { outcome, told } = await place.import(side([one, twin]));
  expect([outcome, told]).toEqual(['brought', []]);
  expect(place.files()).toEqual(side([one, post(2, { slug: 'odin' }), twin]));
  const { problems } = await check({ cwd: place.cwd, allow: ['without-companions'] });
  expect(problems.map(({ severity, path }) => severity + path)).toEqual(['warning/slug']);
});

it('data that cannot be told apart is named, twenty places at most', async () => {
  const place = workplace();
  place.edit({ 'regions.json': list(times(22, () => ({ id: 1, name: 'Область' }))) });
  const places = times(20, (i) => `  data/regions.json:${i + 2}:10 duplicate-id`);
  await expect(place.import({})).rejects.toMatchObject({ details: places });
});

describe('errors', () => {
  it('of the origin come with its records', async () => {
    const unsafe = post(2, { text: '<script>alert(1)</script>' });
    const place = await imported(side([one]));
    const { outcome, told } = await place.import(side([one, unsafe]), { draft: true });
    expect([outcome, told]).toEqual(['draft', []]);
    expect(place.files()).toEqual(side([one, unsafe]));
  });

  it('that were there before do not keep anything from coming', async () => {
    const place = await imported(side([one]));
    place.edit(side([post(1, { text: '<script>alert(1)</script>' })]));
    const { outcome } = await place.import(side([one, two]));
    expect(outcome).toBe('brought');
    expect(place.files()['posts.json']).toContain('"id": 2');
  });
});
