// What is made of a data file besides the records that are published: what is wrong in it, in which order, and which ids stand in
// what cannot be read. And how fragments become bytes.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { compileAll } from '../../src/engine/compile/all.js';
import { GrowingColumn } from '../../src/engine/compile/column.js';
import { FragmentWriter } from '../../src/engine/compile/fragment-writer.js';
import { Hashes } from '../../src/engine/compile/hashes.js';
import { makeCompiler } from '../../src/engine/compile/shard.js';
import { groupFiles, makeShards } from '../../src/engine/compile/shards.js';
import { Pool } from '../../src/engine/pool/pool.js';
import type { CompiledShard } from '../../src/engine/shard/format.js';
import { Store } from '../../src/engine/shard/store.js';
import { dataFilesOf } from '../../src/files/source/files.js';
import { LIMITS } from '../../src/model/limits.js';
import { portal } from '../../src/portal/index.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { temporaryFolder } from '../support/folders.js';
import { plan } from './both-paths.js';

const settings = { frames: FRAME_HOSTS, withholdPersonal: false };

/** Compiles the files of a folder, of which all are of one collection. */
async function compiled(files: Readonly<Record<string, string>>) {
  const data = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeBelow(data, name, text);
  const store = Store.open(undefined, () => {});
  try {
    const shards = await makeShards(
      groupFiles(dataFilesOf(data, portal.collections).files),
      '',
      new Hashes(store, data, true),
      new Pool(1),
    );
    const [{ collection, key }] = shards as [(typeof shards)[0]];
    makeCompiler(plan.byName.get(collection)!, settings, store)(shards[0]!);
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

function writeBelow(data: string, name: string, text: string): void {
  mkdirSync(join(data, name, '..'), { recursive: true });
  writeFileSync(join(data, name), Buffer.from(text, 'latin1'));
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
      { told: ['regions.json syntax  byte 21'], rows: 'good', ids: '1 2' },
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
        ids: '1 2',
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

it('texts beside a list, in which something else is wrong or nothing is', async () => {
  const beside = { 'posts/1.text.html': 'A' };
  const wrong = await compiled({ 'posts/1.json': '[{"id":1}]', ...beside });
  expect(wrong.told.length).toBeGreaterThan(3);
  expect(wrong.told.filter((line) => line.includes('ignored-file'))).toEqual([]);
  const none = await compiled({ 'posts/1.json': '[]', ...beside });
  expect(none.told).toEqual(['posts/1.json ignored-file  text posts/1.text.html 0']);
});

it('a hundred thousand problems in a file, and the ids of what comes after them', {
  timeout: 20_000,
}, async () => {
  const most = LIMITS.fileProblems;
  // Each has two of them: no name, and an id that is none.
  const bad = '{"id":"x"}\n'.repeat(most / 2);
  const { told, ...others } = await compiled({
    'districts.ndjson': `${bad}{"id":5,"name":"A"}\n{"id":6}`,
  });
  expect([told.length, others]).toEqual([most, { rows: '', ids: '5 6' }]);
});

const MIB = 1 << 20;

/** What a writer makes of fragments, each of a text, bytes that are copied and holes: the lengths of what it hands on, and all of it. */
function written(kinds: number, records: readonly (readonly Fragment[])[]) {
  const out = new FragmentWriter(kinds);
  const blocks: Buffer[][] = Array.from({ length: kinds }, () => []);
  out.begin(blocks.map((own) => (bytes) => own.push(Buffer.from(bytes))));
  for (const fragments of records) {
    for (const { text = '', copied = '', holes = [] } of fragments) {
      out.write(text);
      if (copied !== '') out.copy(Buffer.from(copied), 0, copied.length);
      for (const [number, id] of holes) out.hole(number, id);
      out.endFragment();
    }
    out.endRecord();
  }
  const offsets = out.close().map((column) => [...column]);
  return { blocks, offsets };
}

interface Fragment {
  readonly text?: string;
  /** ASCII. */
  readonly copied?: string;
  readonly holes?: readonly (readonly [number: number, id: number])[];
}

/** The bytes of a fragment: see shard/format.ts. */
function bytesOf({ text = '', copied = '', holes = [] }: Fragment): Buffer {
  const body = Buffer.from(text + copied);
  const end = Buffer.alloc(16 * holes.length + 4);
  holes.forEach(([number, id], i) => {
    end.writeUInt32LE(body.length, 16 * i);
    end.writeUInt32LE(number, 16 * i + 4);
    end.writeDoubleLE(id, 16 * i + 8);
  });
  end.writeUInt32LE(holes.length, 16 * holes.length);
  return Buffer.concat([body, end]);
}

it.each<[what: string, records: readonly (readonly Fragment[])[], handedOn: readonly number[]]>([
  ['nothing', [], [0]],
  [
    'texts of all lengths of characters',
    [[{ text: 'aЯ€😀' }], [{ text: '' }], [{ text: '€' }]],
    [25],
  ],
  [
    'holes',
    [
      [
        {
          text: 'a',
          holes: [
            [1, 7],
            [2, Number.NaN],
          ],
        },
      ],
      [{ holes: [[3, 5]] }],
    ],
    [57],
  ],
  // Of the first block there is room for 64 KiB.
  ['as many bytes as there is room for', [[{ copied: 'x'.repeat(65_536) }]], [65540]],
  ['and a hole behind them', [[{ copied: 'x'.repeat(65_530), holes: [[1, 7]] }]], [65550]],
  ['a block, but for a byte', [[{ copied: 'x'.repeat(MIB - 5) }], [{ text: 'a' }]], [1048580, 0]],
  ['a block', [[{ copied: 'x'.repeat(MIB - 4) }], [{ text: 'a' }], [{ text: 'b' }]], [1048576, 10]],
  [
    'a long text, and one that is not',
    [[{ text: 'Я'.repeat(MIB + 1) }], [{ text: 'Я'.repeat(9) }]],
    [2097158, 22],
  ],
  [
    'five blocks at once, and others',
    [[{ text: 'x'.repeat(5 * MIB) }], [{ text: 'y' }], [{ text: 'z'.repeat(MIB) }]],
    [5242884, 1048585, 0],
  ],
])('as bytes of fragments: %s', (_, records, handedOn) => {
  const { blocks, offsets } = written(1, records);
  const expected = records.map(([fragment]) => bytesOf(fragment!));
  expect(Buffer.concat(blocks[0]!).equals(Buffer.concat(expected))).toBe(true);
  let at = 0;
  expect(offsets).toEqual([[0, ...expected.map(({ length }) => (at += length))]]);
  expect(blocks[0]!.map(({ length }) => length)).toEqual(handedOn);
});

it('as bytes of fragments: of several kinds, and of a record of which there are none', () => {
  const { blocks, offsets } = written(2, [[{ text: 'a' }, { text: 'bc' }], [], [{ text: 'd' }]]);
  expect(blocks.map((own) => Buffer.concat(own).toString('latin1'))).toEqual([
    'a\0\0\0\0d\0\0\0\0',
    'bc\0\0\0\0',
  ]);
  expect(offsets).toEqual([
    [0, 5, 5, 10],
    [0, 6, 6, 6],
  ]);
});

it('a column of more numbers than there is room for', () => {
  const column = new GrowingColumn();
  const numbers = Array.from({ length: 1000 }, (_, i) => i / 3);
  column.push(7);
  column.add(numbers, 1, 1000);
  for (let i = 0; i < 1000; i++) column.push(i);
  expect([...column.numbers]).toEqual([7, ...numbers.slice(1), ...numbers.keys()]);
  column.clear();
  expect([column.length, ...column.numbers]).toEqual([0]);
});

/** A file of data, so many seconds after it was written, what is known of it, and the store that knows it. */
async function hashed(seconds: number, isTrusting: boolean) {
  const data = temporaryFolder();
  const path = join(data, 'regions.json');
  writeFileSync(path, '[{"id":1,"name":"A"}]');
  const cache = temporaryFolder();
  const store = Store.open(cache, () => {});
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000 * seconds);
  const [shard] = await makeShards(
    groupFiles(dataFilesOf(data, portal.collections).files),
    '',
    new Hashes(store, data, isTrusting),
    new Pool(1),
  );
  clock.mockRestore();
  return { path, cache, store, shard: shard! };
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
    const onProgress = (...args: unknown[]) => void progress.push(args);
    const compile = () =>
      compileAll(plan, [shard], { ...settings, onProgress }, store, new Pool(1));
    await expect(compile()).rejects.toThrow('changed while it was read');
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
  const onProgress = (...args: unknown[]) => void progress.push(args);
  const twice = [shard, { ...shard, key: `${shard.key.slice(0, -1)}x` }];
  await compileAll(plan, twice, { ...settings, onProgress }, store, new Pool(1));
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

it('the columns of records, shard after shard', async () => {
  const data = temporaryFolder();
  const vacancy = (id: number, more: string) =>
    `{"id":${id},"text":"A","category":1,"created_at":"2024-05-01T10:00:00.1234567890123456789+03:00"${more}}`;
  const certificate = (id: number) => `{"id":${id},"category":1,"exact_category":${10 + id}}`;
  const records = [
    vacancy(5, `,"work_regions":[3,4],"certificates":[${certificate(1)},${certificate(2)}]`),
    vacancy(6, ',"work_city":7,"is_public":false'),
    vacancy(7, ',"work_city":null').replace('.1234567890123456789', ''),
    vacancy(8, '').replace('"text":"A",', '').replace('6789+', '+'),
  ];
  writeBelow(data, 'vacancies.json', `[${records}]`);
  writeBelow(data, 'regions.json', '[{"id":1,"name":"A"},{"id":2}]');
  const store = Store.open(undefined, () => {});
  const shards = await makeShards(
    groupFiles(dataFilesOf(data, portal.collections).files),
    'scope',
    new Hashes(store, data, true),
    new Pool(1),
  );
  const made = ['vacancies', 'regions'].map((name) => {
    const shard = shards.find(({ collection }) => collection === name)!;
    const compile = makeCompiler(plan.byName.get(name)!, settings, store);
    // The second time nothing of the first one is left.
    for (const key of ['first', 'again']) compile({ ...shard, key });
    const { starts, reasons, bad, hashes, numbers, instants, collated, inner } = store.read(
      'again',
    ) as CompiledShard;
    const own = plan.byName.get(name)!;
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
      starts: [1, 217, 343, 434],
      reasons: [0, 1, 0, 0],
      bad: [0, 0, 0, 1],
      hashes: records.flatMap((record) => hashOf(record)),
      numbers: { id: [5, 6, 7, 8], work_city: [Number.NaN, 7, 0, Number.NaN] },
      instants: {
        created_at: [
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
        ['work_regions *', 0, 3],
        ['work_regions *', 0, 4],
        ['certificates * exact_category', 0, 11],
        ['certificates * exact_category', 0, 12],
      ],
    },
    {
      starts: [1, 21],
      reasons: [0, 0],
      bad: [0, 1],
      hashes: ['{"id":1,"name":"A"}', '{"id":2}'].flatMap((record) => hashOf(record)),
      numbers: { id: [1, 2], district: [Number.NaN, Number.NaN] },
      instants: {},
      collated: { name: ['A', ''] },
      inner: [],
    },
  ]);
});

it('files in groups: large ones alone, and small ones by their names', () => {
  const data = temporaryFolder();
  const file = (name: string, mib: number, texts: Readonly<Record<string, number>> = {}) => {
    const sized = (name: string, size: number) => {
      const path = join(data, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, '');
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
