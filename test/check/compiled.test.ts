// What is made of data files besides the records that are published: what is wrong in them, in which order, which ids stand in
// what cannot be read, and the columns of their shards.
import { createHash } from 'node:crypto';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { compileAll } from '../../src/engine/compile/all.js';
import { Hashes } from '../../src/engine/compile/hashes.js';
import { makeCompiler } from '../../src/engine/compile/shard.js';
import { groupFiles, makeShards, type Shard } from '../../src/engine/compile/shards.js';
import { makePlan } from '../../src/engine/plan.js';
import { Pool } from '../../src/engine/pool/pool.js';
import type { CompiledShard } from '../../src/engine/shard/format.js';
import { Store } from '../../src/engine/shard/store.js';
import { dataFilesOf } from '../../src/files/source/files.js';
import { readTextFile } from '../../src/files/source/texts.js';
import { collated } from '../../src/model/endpoint.js';
import { LIMITS } from '../../src/model/limits.js';
import { ref, timestamp } from '../../src/model/types.js';
import { portal } from '../../src/portal/index.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { plain, portalOf, withheldWhere } from '../second/small.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { plan } from './both-paths.js';

const settings = { frames: FRAME_HOSTS, withholdPersonal: false };

/** A folder with these files, in which a character is a byte. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const data = temporaryFolder();
  for (const [name, text] of Object.entries(files))
    writeFile(data, name, Buffer.from(text, 'latin1'));
  return data;
}

/** The shards of a folder. */
function shardsIn(
  data: string,
  store: Store,
  { scope = '', isTrusting = true, collections = portal.collections } = {},
): Promise<Shard[]> {
  const { files } = dataFilesOf(data, collections);
  return makeShards(groupFiles(files), scope, new Hashes(store, data, isTrusting), new Pool(1));
}

/** Compiles files, which are all of one collection. */
async function compiled(files: Readonly<Record<string, string>>) {
  const store = Store.open(undefined, () => {});
  try {
    const [one] = await shardsIn(folderOf(files), store);
    const { collection, key } = one!;
    makeCompiler(plan.byName.get(collection)!, settings, store)(one!);
    const shard = store.read(key) as CompiledShard;
    const told = shard.files.flatMap(({ name, findings }) =>
      findings.map(
        (finding) =>
          `${name} ${finding.name} ${finding.path} ${Object.values(finding.place).join(' ')}`,
      ),
    );
    const rows = [...shard.bad].map((bad) => (bad ? 'bad' : 'good')).join(' ');
    return { told, rows, ids: [...new Set(shard.possibleIds)].join(' ') };
  } finally {
    store.close();
  }
}

it.each<[what: string, file: string, text: string, expected: Awaited<ReturnType<typeof compiled>>]>(
  [
    [
      'a list that breaks off',
      'regions.json',
      '[{"id":1,"name":"A"},{"id":2,"name":"B"},{"id":3,"na',
      { told: ['regions.json syntax  byte 52'], rows: 'good good', ids: '1 2 3' },
    ],
    [
      'a list with a comma too few',
      'regions.json',
      '[{"id":1,"name":"A"} {"id":2,"name":"B"}]',
      { told: ['regions.json syntax  byte 21'], rows: 'good good', ids: '1 2' },
    ],
    [
      'bytes that are no text',
      'regions.json',
      '[{"id":1,"name":"A"},{"id":2,"name":"\xff"},{"id":3,"name":"C"}]',
      { told: ['regions.json encoding  byte 37'], rows: 'good', ids: '1 2 3' },
    ],
    [
      'a number that JSON cannot hold',
      'regions.json',
      '[{"id":1,"name":"A","district":12345678901234567890},{"id":2,"name":"B"}]',
      { told: ['regions.json unsafe-integer /district byte 31'], rows: 'bad good', ids: '' },
    ],
    [
      'values that are wrong in records that can be read, which hide no id',
      'regions.json',
      '[{"id":1,"name":"A","district":0},{"id":2,"name":"\\ud800"},{"id":0,"name":"C"}]',
      {
        told: [
          'regions.json bad-value/range /district record 1',
          'regions.json encoding/surrogate /name byte 49',
          'regions.json bad-value/range /id record 59',
        ],
        rows: 'bad bad',
        ids: '0',
      },
    ],
    [
      'a key that comes again',
      'regions.json',
      '[{"id":1,"name":"A","name":5},{"id":2,"name":"B"}]',
      { told: ['regions.json duplicate-key /name byte 20'], rows: 'bad good', ids: '' },
    ],
    [
      'a key that comes again beside something wrong',
      'regions.json',
      '[{"id":1,"name":"A","code":1,"name":"B"}]',
      {
        told: [
          'regions.json duplicate-key /name byte 29',
          'regions.json wrong-type /code record 1',
        ],
        rows: 'bad',
        ids: '',
      },
    ],
    [
      'more lists in one another than may be',
      'regions.json',
      `[{"id":1,"name":${'['.repeat(600)}${']'.repeat(600)},"code":1},{"id":2,"code":7}]`,
      {
        told: [
          'regions.json bad-value/depth /name byte 515',
          'regions.json missing-field /name record 1227',
          'regions.json wrong-type /code record 1227',
        ],
        rows: 'bad bad',
        ids: '',
      },
    ],
    [
      'more lists in one another than may be, and a key that comes again, which hide what else is wrong',
      'regions.json',
      `[{"id":1,"code":"a","code":7,"district":"x","name":${'['.repeat(600)}${']'.repeat(600)}}]`,
      {
        told: [
          'regions.json duplicate-key /code byte 20',
          'regions.json bad-value/depth /name byte 550',
        ],
        rows: 'bad',
        ids: '',
      },
    ],
    [
      'records without an id',
      'regions.json',
      '[{"name":"A","district":{"id":7}},{"id":"8","name":"B"},[{"id":9}],{"id":2,"name":"B"}]',
      {
        told: [
          'regions.json missing-field /id record 1',
          'regions.json wrong-type /district record 1',
          'regions.json wrong-type /id record 34',
          'regions.json wrong-type  record 56',
        ],
        rows: 'good',
        ids: '7 8 9',
      },
    ],
    [
      'a warning before an error',
      'regions.json',
      '[{"id":1,"name":" "},{"id":2,"name":5},{"id":3,"name":"  "}]',
      {
        told: [
          'regions.json wrong-type /name record 21',
          'regions.json implausible/blank-text /name record 1',
          'regions.json implausible/blank-text /name record 39',
        ],
        rows: 'good bad good',
        ids: '',
      },
    ],
    [
      'a schema in a record that is alone',
      'regions/1.json',
      '{"$schema":"x","id":1,"name":" "}',
      { told: ['regions/1.json implausible/blank-text /name record 0'], rows: 'good', ids: '' },
    ],
    [
      'no schema in a record that is alone',
      'regions/1.json',
      '{"id":1,"name":" "}\n',
      { told: ['regions/1.json implausible/blank-text /name record 0'], rows: 'good', ids: '' },
    ],
    [
      'a schema in a list',
      'regions.json',
      '[{"$schema":"x","id":1,"name":"A"}]',
      { told: ['regions.json unknown-field /$schema record 1'], rows: 'bad', ids: '' },
    ],
    [
      'a list that is alone in its file',
      'regions/1.json',
      '5',
      { told: ['regions/1.json wrong-type  record 0'], rows: '', ids: '' },
    ],
  ],
)('%s', async (_, file, text, expected) => {
  expect(await compiled({ [file]: text })).toEqual(expected);
});

it.each([
  ['[]', true],
  ['[{"id":1}]', true],
  ['{"id":1}', false],
  // Perhaps it is one record.
  ['{"id":1', false],
])('texts beside %s are ignored: %s', async (text, isIgnored) => {
  const { told } = await compiled({ 'posts/1.json': text, 'posts/1.text.html': 'A' });
  const ignored = told.filter((line) => line.includes('ignored-file'));
  expect(ignored).toEqual(isIgnored ? ['posts/1.json ignored-file  text posts/1.text.html 0'] : []);
});

it('a conflict in the text of a record hides no id', async () => {
  const conflict = '<<<<<<< a\n=======\n>>>>>>> b\n';
  const { told, ids } = await compiled({
    'posts/1.json': '{"id":1}',
    'posts/1.text.html': conflict,
  });
  expect([told[0], ids]).toEqual([
    'posts/1.json syntax/conflict /text text posts/1.text.html 0',
    '',
  ]);
});

/** A file of data, so many seconds after it was written, what is known of it, and the store that knows it. */
async function hashed(seconds: number, isTrusting: boolean) {
  const data = folderOf({ 'regions.json': '[{"id":1,"name":"A"}]' });
  const path = join(data, 'regions.json');
  const cache = temporaryFolder();
  const store = Store.open(cache, () => {});
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000 * seconds);
  const [shard] = await shardsIn(data, store, { isTrusting });
  clock.mockRestore();
  return { path, cache, store, shard: shard! };
}

/** Compiles shards, and keeps what is told of how far it is. */
function compileShards(shards: readonly Shard[], store: Store, progress: unknown[]): Promise<void> {
  const onProgress = (...args: unknown[]) => void progress.push(args);
  return compileAll(plan, shards, { ...settings, onProgress }, store, new Pool(1));
}

it.each([
  ['that was just written', 0, true, false],
  ['whose signature tells', 100, true, true],
  ['whose signature is not to be believed', 100, false, false],
])('a file %s', async (_, seconds, isTrusting, isKnown) => {
  const { store, shard } = await hashed(seconds, isTrusting);
  expect(shard.files.map(({ hashedAt }) => hashedAt !== undefined)).toEqual([isKnown]);
  store.close();
});

it.each([0, 100])(
  'a file that changes while it is compiled is refused, and nothing is left: %s',
  async (seconds) => {
    const { path, cache, store, shard } = await hashed(seconds, true);
    writeFileSync(path, '[{"id":2,"name":"A"}]');
    const progress: unknown[] = [];
    await expect(compileShards([shard], store, progress)).rejects.toThrow(
      'changed while it was read',
    );
    expect(
      readdirSync(cache, { recursive: true }).filter((name) => /\.part$/.test(`${name}`)),
    ).toEqual([]);
    expect(progress).toEqual([['compiling', 0, 21]]);
    store.close();
  },
);

it('how far compiling is', async () => {
  const { store, shard } = await hashed(0, true);
  const progress: unknown[] = [];
  const twice = [shard, { ...shard, key: `${shard.key.slice(0, -1)}x` }];
  await compileShards(twice, store, progress);
  expect(progress).toEqual([
    ['compiling', 0, 42],
    ['compiling', 21, 42],
    ['compiling', 42, 42],
  ]);
  store.close();
});

/** Words of the digest of a record; in all but the first one is that of what else it follows from, too. */
function hashOf(record: string): number[] {
  const [own, scope] = [record, 'scope'].map((text) => createHash('sha256').update(text).digest());
  return [0, 1, 2, 3].map((i) => {
    const word = own!.readUInt32LE(4 * i);
    return i === 0 ? word : (word ^ scope!.readUInt32LE(4 * i)) >>> 0;
  });
}

/** The hashes of the records of a folder, which are all of one collection. */
async function hashesIn(data: string): Promise<number[]> {
  const store = Store.open(undefined, () => {});
  const [shard] = await shardsIn(data, store, { scope: 'scope' });
  makeCompiler(plan.byName.get(shard!.collection)!, settings, store)(shard!);
  const { hashes } = store.read(shard!.key) as CompiledShard;
  store.close();
  return [...hashes];
}

it('blanks around a record are not hashed, on either path', async () => {
  const districts = ['{"id":1,"name":"A"}', '{"id":2e0,"name":"B"}', '{"id":3,"name":"C"}'];
  const data = folderOf({ 'districts.ndjson': districts.map((line) => ` ${line} \r\n`).join('') });
  expect(await hashesIn(data)).toEqual(districts.flatMap(hashOf));
});

it('of texts beside a record, what they hold is hashed, and not where they are', async () => {
  const data = folderOf({ 'posts/1.json': '{"id":1}', 'posts/1.text.html': 'A' });
  const { hash } = readTextFile(join(data, 'posts/1.text.html'));
  expect(await hashesIn(data)).toEqual(hashOf(JSON.stringify(['{"id":1}', [['text', hash]]])));
});

it('the columns of records, shard after shard', async () => {
  const fields = {
    place: ref('places').nullable().default(null),
    places: z.array(ref('places')).default([]),
    parts: z.array(z.strictObject({ place: ref('places') })).default([]),
    made: timestamp,
    isShown: z.boolean().default(true),
  };
  const withheld = [withheldWhere((thing: { isShown?: boolean }) => thing.isShown === false)];
  const collections = [
    plain('things', fields, { withheld }),
    plain('places', { name: z.string() }),
  ];
  const declared = portalOf(collections);
  const { byName } = makePlan({
    ...declared,
    endpoints: declared.endpoints.map((endpoint) =>
      endpoint.name === 'places'
        ? { ...endpoint, records: { ...endpoint.records!, order: [collated('name', 'ru')] } }
        : endpoint,
    ),
  });
  const thing = (id: number, more: string) =>
    `{"id":${id},"made":"2024-05-01T10:00:00.1234567890123456789+03:00"${more}}`;
  const things = [
    thing(5, ',"places":[3,4],"parts":[{"place":11},{"place":12}]'),
    thing(6, ',"place":7,"isShown":false'),
    thing(7, ',"place":null').replace('.1234567890123456789', ''),
    thing(8, ',"isShown":0').replace('6789+', '+'),
  ];
  const places = ['{"id":1,"name":"A"}', '{"id":2}'];
  const data = folderOf({ 'things.json': `[${things}]`, 'places.json': `[${places}]` });
  const store = Store.open(undefined, () => {});
  const shards = await shardsIn(data, store, { scope: 'scope', collections });
  const made = ['things', 'places'].map((name) => {
    const shard = shards.find(({ collection }) => collection === name)!;
    const own = byName.get(name)!;
    const compile = makeCompiler(own, settings, store);
    // The second time nothing of the first one is left.
    for (const key of ['first', 'again']) compile({ ...shard, key });
    const { starts, reasons, bad, hashes, numbers, instants, collated, inner } = store.read(
      'again',
    ) as CompiledShard;
    return {
      starts: [...starts],
      reasons: [...reasons],
      bad: [...bad],
      hashes: [...hashes],
      numbers: Object.fromEntries(own.numbers.map((field, i) => [field, [...numbers[i]!]])),
      instants: Object.fromEntries(
        own.instants.map((field, i) => [
          field,
          [[...instants[i]!.seconds], [...instants[i]!.fraction], [...instants[i]!.rest]],
        ]),
      ),
      collated: Object.fromEntries(own.collated.map((field, i) => [field, collated[i]])),
      inner: [...inner.which].map((which, i) => [
        own.inner[which]!.steps.join(' '),
        inner.row[i],
        inner.id[i],
      ]),
    };
  });
  store.close();
  expect(made).toEqual([
    {
      starts: [1, 116, 206, 263],
      reasons: [0, 1, 0, 0],
      bad: [0, 0, 0, 1],
      hashes: things.flatMap(hashOf),
      numbers: { id: [5, 6, 7, 8], place: [Number.NaN, 7, 0, Number.NaN] },
      instants: {
        made: [
          [1714546800, 1714546800, 1714546800, 1714546800],
          [123_456_789_012_345, 123_456_789_012_345, 0, 123_456_789_012_345],
          [
            [0, '6789'],
            [1, '6789'],
          ],
        ],
      },
      collated: {},
      inner: [
        ['places *', 0, 3],
        ['places *', 0, 4],
        ['parts * place', 0, 11],
        ['parts * place', 0, 12],
      ],
    },
    {
      starts: [1, 21],
      reasons: [0, 0],
      bad: [0, 1],
      hashes: places.flatMap(hashOf),
      numbers: { id: [1, 2] },
      instants: {},
      collated: { name: ['A', ''] },
      inner: [],
    },
  ]);
});

const MIB = 1 << 20;

it('files in groups: large ones alone, and small ones by their names', () => {
  const data = temporaryFolder();
  const file = (name: string, mib: number, texts: Readonly<Record<string, number>> = {}) => {
    const sized = (name: string, size: number) => {
      const path = join(data, name);
      writeFile(data, name, '');
      truncateSync(path, size);
      return { name, path };
    };
    const beside = Object.entries(texts).map(([name, size]) => ({
      ...sized(name, size),
      field: 'text',
    }));
    return {
      ...sized(name, mib * MIB),
      collection: name.split('/')[0]!,
      ...(beside.length > 0 && { texts: beside }),
    };
  };
  const groups = groupFiles([
    file('posts/1.json', 1),
    file('posts/2.json', 1, { 'posts/2.text.html': MIB / 2, 'posts/2.short_text.html': MIB / 4 }),
    file('posts/3.json', 0.5, { 'posts/3.text.html': LIMITS.textBytes + 1 }),
    file('posts/4.json', 1, { 'posts/4.text.html': MIB }),
    file('posts/5.json', 2 - 1 / MIB),
    file('regions/1.json', 2),
    file('regions/2.json', 1),
    file('cities/1.json', 3),
  ]);
  const told = groups.map(({ name, files, bytes }) => [
    name,
    bytes / MIB,
    ...files.map(({ name }) => name),
  ]);
  expect(told).toEqual([
    ['posts/3', 1, 'posts/1.json'],
    ['posts/1', 4.25 - 1 / MIB, 'posts/2.json', 'posts/3.json', 'posts/5.json'],
    ['posts/4.json', 2, 'posts/4.json'],
    ['regions/1.json', 2, 'regions/1.json'],
    ['regions/0', 1, 'regions/2.json'],
    ['cities/1.json', 3, 'cities/1.json'],
  ]);
});

it('a hundred thousand problems in a file, and the ids of what comes after them', async () => {
  const most = LIMITS.fileProblems;
  // Each has two of them: no name, and an id that is none.
  const bad = '{"id":"x"}\n'.repeat(most / 2);
  const { told, ...others } = await compiled({
    'districts.ndjson': `${bad}{"id":5,"name":"A"}\n{"id":6}`,
  });
  expect([told.length, others]).toEqual([most, { rows: '', ids: '5 6' }]);
});
