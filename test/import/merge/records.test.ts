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
  ['an editor adds one', [one], [one, two], [one], [one, two], []],
  ['each adds one', [one], [one, three], [one, two], [one, two, three], []],
  ['both add the same', [one], [one, two], [one, two], [one, two], []],
  [
    'both add one, and not the same',
    [one],
    [one, post(2, { title: 'Краны' })],
    [one, post(2, { title: 'Лифты' })],
    [one, post(2, { title: 'Краны' })],
    ['import-conflict data/posts.json:3:22 /title'],
  ],
  ['the origin removes one', [one, two], [one, two], [one], [one], []],
  ['the origin removes all', [one, two], [one, two], [], [], []],
  ['an editor removes one', [one, two], [one], [one, two], [one], []],
  ['both remove one', [one, two], [one], [one], [one], []],
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
    ['import-conflict data/.import/conflicts.ndjson:2:1'],
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
    const { '.import/conflicts.ndjson': list, ...bases } = place.kept();
    expect(list === undefined).toBe(conflicts.length === 0);
    place.edit({ '.import/conflicts.ndjson': '{"version":1}\n' });
    expect(await place.import(side(theirs))).toMatchObject({ files: [], told: [] });
    expect(place.kept()).toEqual(bases);
  });

  it('in conflict are told with what the origin says, and what to do', async () => {
    const place = await imported(side([one, two, three]));
    place.edit(side([post(1, { title: 'Краны' }), post(3, { views: 5 })]));
    const { problems } = await place.import(
      side([post(1, { title: 'Лифты' }), post(2, { views: 5 })]),
    );
    const list = 'data/.import/conflicts.ndjson';
    expect(problems.map(({ message, hint }) => `${message}; ${hint}`)).toEqual([
      expect.stringMatching(`changed or added posts 2,.* as ${list}:3 has it,`),
      expect.stringMatching(`changed this to "Лифты",.* as ${list}:2 has it`),
      expect.stringMatching(`removed this record,.* or delete ${list}:4 to keep it`),
    ]);
  });

  it('are not removed where the origin did not name all of them', async () => {
    const place = await imported(side([one, two]));
    const but = new Set(['users', 'blogs', 'comments']);
    await place.import(side([one]), { enumerated: but });
    expect(place.files()).toEqual(side([one, two]));
    // What it last said of them is kept for when it does.
    await place.import(side([one]));
    expect(place.files()).toEqual(side([one]));
  });

  it.each([
    ['the origin had removed', [one, post(2, { views: 5 })], [one]],
    ['the origin had changed', [one], [one, post(2, { views: 5 })]],
  ])('that %s stay in conflict while it does not name all', async (_, ours, theirs) => {
    const place = await imported(side([one, two]));
    place.edit(side(ours));
    const { told } = await place.import(side(theirs));
    expect(told).toHaveLength(1);
    const kept = place.kept();
    const again = await place.import(side([one]), { enumerated: new Set(['users', 'blogs']) });
    expect(again.told).toEqual(told);
    expect(place.kept()).toEqual(kept);
    // A part of the origin is completed with the records of the data.
    const isFromOrigin = (_: string, id: number) => id !== 2;
    const part = await place.import(side(ours), { isFromOrigin, enumerated: new Set() });
    expect(part.told).toEqual(told);
    expect(place.kept()).toEqual(kept);
  });

  it('that an editor brings back are in conflict no more', async () => {
    const place = await imported(side([one, two]));
    place.edit(side([one]));
    expect((await place.import(side([one, post(2, { views: 5 })]))).told).toHaveLength(1);
    place.edit(side([one, two]));
    const { told } = await place.import(side([one]), { enumerated: new Set(['users', 'blogs']) });
    expect(told).toEqual([]);
    expect((await place.import(side([one, post(2, { views: 5 })]))).told).toEqual([]);
    expect(place.files()).toEqual(side([one, two]));
  });

  it('of which the origin told nothing are no change', async () => {
    const place = await imported(side([one, two]));
    place.edit(side([one, post(2, { views: 5 })]));
    // Such a side takes the rest from the data, so as to be whole.
    const isFromOrigin = (_: string, id: number) => id !== 2;
    const { told } = await place.import(side([one, post(2, { views: 5 })]), { isFromOrigin });
    expect(told).toEqual([]);
    await place.import(side([one, two]));
    expect(place.files()).toEqual(side([one, post(2, { views: 5 })]));
  });

  it('of which the origin told nothing are an editor’s where no import has met them', async () => {
    const place = workplace();
    place.edit(side([one]));
    await place.import(side([one]), { isFromOrigin: () => false });
    expect((await place.import(side([post(1, { title: 'Лифты' })]))).told).toHaveLength(1);
    expect(place.files()).toEqual(side([one]));
  });

  it('that an editor made do not become the origin’s by an import that reads a part of it', async () => {
    const place = await imported(side([one]));
    const kept = place.kept();
    place.edit(side([one, two]));
    const isFromOrigin = (_: string, id: number) => id !== 2;
    await place.import(side([one, two]), { isFromOrigin, enumerated: new Set() });
    expect(place.kept()).toEqual(kept);
    expect((await place.import(side([one]))).told).toEqual([]);
    expect(place.files()).toEqual(side([one, two]));
    place.edit(side([one]));
    expect((await place.import(side([one, post(2, { views: 5 })]))).told).toEqual([]);
  });

  it.each<[string, (field: string) => boolean]>([
    ['nothing', () => false],
    ['a part', (field) => field !== 'views'],
  ])('that an editor removed and the origin shows %s of are remembered', async (_, isShown) => {
    const place = await imported(side([one, post(2, { views: 5 })]));
    const kept = place.kept();
    place.edit(side([one]));
    const isFromOrigin = (_: string, id: number, field: string) => id !== 2 || isShown(field);
    const { told } = await place.import(side([one, two]), { isFromOrigin });
    expect([told, place.kept()]).toEqual([[], kept]);
  });

  it('that were invented become what the origin tells later', async () => {
    const place = workplace();
    const stub = post(1, { title: 'Запись, которой нет в API' });
    const invented = new Set(['users 7', 'blogs 2', 'posts 1']);
    await place.import(side([stub]), { isFromOrigin: () => false, invented });
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
  it('of an editor keeps what the origin removes, and what that needs', async () => {
    const before = side([one, two], [root(10, 2), comment(11, 2, 10), comment(12, 2, 11)]);
    const place = await imported(before);
    const answer = comment(13, 2, 11, 'А у нас нет');
    place.edit(side([one, two], [root(10, 2), comment(11, 2, 10), comment(12, 2, 11), answer]));
    const { told } = await place.import(side([one]));
    expect(told).toEqual([
      'import-conflict data/comments/2026.ndjson:1:1',
      'import-conflict data/comments/2026.ndjson:2:1',
      'import-conflict data/posts.json:3:3',
    ]);
    expect(place.files()).toEqual(side([one, two], [root(10, 2), comment(11, 2, 10), answer]));
    expect((await check({ cwd: place.cwd, allow: ['without-companions'] })).problems).toEqual([]);
  });

  it('to what an editor removed does not come, nor what refers to it', async () => {
    const place = await imported(side([one, two]));
    place.edit(side([one]));
    const { told, outcome } = await place.import({
      ...side([one, two], [root(10, 2), comment(11, 2, 10)]),
      'events.ndjson': lines([{ id: 90, event_type: 2, comment: 11 }]),
    });
    expect(outcome).toBe('brought');
    expect(told).toEqual([
      'import-conflict data/.import/conflicts.ndjson:2:1',
      'import-conflict data/.import/conflicts.ndjson:3:1',
      'import-conflict data/.import/conflicts.ndjson:4:1',
    ]);
    expect(place.files()).toEqual(side([one]));
  });

  it('that the origin changes to what an editor removed stays as it is', async () => {
    const cranes = { id: 3, title: 'Краны', slug: 'krany', created: moment };
    const blogs = { 'blogs.json': list([blog, cranes]) };
    const place = await imported({ ...side([one, two]), ...blogs });
    place.edit({ 'blogs.json': list([blog]) });
    const { told } = await place.import({ ...side([one, post(2, { blog: 3 })]), ...blogs });
    expect(told).toEqual(['import-conflict data/posts.json:3:132 /blog']);
    expect(place.files()).toEqual(side([one, two]));
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

describe('a blog that the origin removes', () => {
  const other = { id: 3, title: 'Краны', slug: 'krany', created: moment };
  const blogs = (...all: readonly Fields[]) => ({ 'blogs.json': list(all) });
  const own = post(9, { blog: 3 });

  it('goes, while one that an editor refers to changes', async () => {
    const place = await imported({ ...side([one]), ...blogs(blog, other) });
    place.edit({ ...side([one, post(9)]), ...blogs(blog, other) });
    const renamed = { ...blog, title: 'Все котлы' };
    await place.import({ ...side([one]), ...blogs(renamed) });
    expect(place.files()).toEqual({ ...side([one, post(9)]), ...blogs(renamed) });
  });

  it('stays where an editor refers to it, though the origin does, too', async () => {
    const place = await imported({ ...side([post(1, { blog: 3 })]), ...blogs(blog, other) });
    const edited = { ...side([post(1, { blog: 3 }), own]), ...blogs(blog, other) };
    place.edit(edited);
    const { told } = await place.import({ ...side([post(1, { blog: 3 })]), ...blogs(blog) });
    expect(told).toEqual(['import-conflict data/blogs.json:3:3']);
    expect(place.files()).toEqual(edited);
  });
});

describe('a warning', () => {
  it('that neither side has keeps nothing from coming', async () => {
    const place = await imported(side([one]));
    place.edit(side([one, post(2, { slug: 'odin' })]));
    const twin = post(3, { slug: 'odin' });
    const { outcome, told } = await place.import(side([one, twin]));
    expect([outcome, told]).toEqual(['brought', []]);
    expect(place.files()).toEqual(side([one, post(2, { slug: 'odin' }), twin]));
    const { problems } = await check({ cwd: place.cwd, allow: ['without-companions'] });
    expect(problems.map(({ severity, path }) => severity + path)).toEqual(['warning/slug']);
  });
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
    const { outcome, told } = await place.import(side([one, unsafe]));
    expect([outcome, told]).toEqual(['brought', []]);
    expect(place.files()).toEqual(side([one, unsafe]));
  });

  it('that were there before do not keep anything from coming', async () => {
    const place = await imported(side([one]));
    place.edit(side([post(1, { text: '<script>alert(1)</script>' })]));
    const { outcome } = await place.import(side([one, two]));
    expect(outcome).toBe('brought');
    expect(place.files()['posts.json']).toContain('"id": 2');
  });

  /** A tree of comments, each of which answers the one before it. */
  const chain = (length: number, isNumbered: boolean): Fields[] =>
    Array.from({ length }, (_, depth) => ({
      ...(depth === 0 ? root(10, 1) : comment(10 + depth, 1, 9 + depth)),
      ...(isNumbered && { lft: 1 + depth, rght: 2 * length - depth }),
    }));

  it.each<[layout: string, file: string, (records: readonly Fields[]) => string]>([
    ['lines', 'comments/2026.ndjson', lines],
    ['a line', 'comments/2026.json', (all) => `${JSON.stringify(all)}\n`],
    ['many lines', 'comments/2026.json', (all) => `${JSON.stringify(all, null, 2)}\n`],
  ])(
    'that others than the changed records would have keep those from changing: in %s',
    async (_, file, laidOut) => {
      const origin = (posts: readonly Fields[], comments: readonly Fields[]) => ({
        ...side(posts),
        [file]: file.endsWith('.json') ? list(comments) : lines(comments),
      });
      const place = await imported(origin([one], chain(2, false)));
      const own = comment(20, 1, 10);
      const edited = { ...side([one]), [file]: laidOut([...chain(2, false), own]) };
      place.edit(edited);
      // Now the origin numbers the tree, which has one comment more here.
      const { outcome, told } = await place.import(origin([one, two], chain(2, true)));
      expect(outcome).toBe('brought');
      expect(told.map((line) => line.replace(/ .* /, ' '))).toEqual([
        'import-conflict /lft',
        'import-conflict /rght',
        'import-conflict /lft',
        'import-conflict /rght',
      ]);
      expect(place.files()).toEqual({ ...edited, ...side([one, two]) });
      expect((await check({ cwd: place.cwd, allow: ['without-companions'] })).problems).toEqual([]);
    },
  );

  it('that what a new record refers to would have keep that one from coming', async () => {
    const origin = (posts: readonly Fields[], ...comments: readonly Fields[]) => ({
      ...side(posts),
      'comments/2026.json': list(comments),
    });
    const place = await imported(origin([one], root(10, 1)));
    const numbered = [{ ...root(10, 1), lft: 1, rght: 2 }];
    const own = { 'comments/2026.json': `${JSON.stringify(numbered, null, 2)}\n` };
    place.edit(own);
    const { outcome, told } = await place.import(
      origin([one, two], root(10, 1), comment(11, 1, 10), comment(12, 1, 10)),
    );
    expect(outcome).toBe('brought');
    expect(told).toEqual(
      [2, 3].map((line) => `import-conflict data/.import/conflicts.ndjson:${line}:1`),
    );
    expect(place.files()).toEqual({ ...side([one, two]), ...own });
  });

  it('are of the record that begins where they are told', async () => {
    const origin = (...comments: readonly Fields[]) => side([one, two], comments);
    const place = await imported(origin(root(10, 2), root(12, 1)));
    const numbered = origin(root(10, 2), { ...root(12, 1), lft: 1, rght: 2 });
    place.edit(numbered);
    const { told } = await place.import(origin(root(10, 2), comment(11, 1, 12), root(12, 1)));
    expect(told).toEqual(['import-conflict data/.import/conflicts.ndjson:2:1']);
    expect(place.files()).toEqual(numbered);
  });

  it('of a long discussion keep its comments from coming, and nothing else', async () => {
    const place = await imported(side([one], chain(30, false)));
    const edited = side([one], [...chain(30, false), comment(50, 1, 39)]);
    place.edit(edited);
    const { outcome, told } = await place.import(side([one, two], chain(30, true)));
    expect([outcome, told.length]).toEqual(['brought', 2 * 30]);
    expect(place.files()).toEqual({ ...edited, ...side([one, two]) });
  });
});
