// Tables and what pages are made of: rows of several shards, their columns, fragments and hashes, and the rows of ids; by hand.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { indexOf, innerIds, Records, rowIn } from '../../src/engine/link/records.js';
import { compareInstants, Table, type TableShard } from '../../src/engine/link/table.js';
import type { CollectionPlan } from '../../src/engine/plan.js';
import { HASH_WORDS } from '../../src/engine/shard/format.js';
import { Fragments } from '../../src/engine/shard/fragments.js';
import { temporaryFolder } from '../support/folders.js';
import { times } from '../support/portal.js';

/** Shards of so many rows each, whose fragments are their numbers. */
function recordsOf(...shards: readonly number[]) {
  const folder = temporaryFolder();
  const fragments = new Fragments(1 << 20);
  let rows = 0;
  const all = shards.map((length, number) => {
    const path = join(folder, String(number));
    const own = Array.from({ length }, (_, i) => String(rows + i).padStart(2, '0'));
    writeFileSync(path, own.join(''));
    const offsets = Float64Array.from({ length: length + 1 }, (_, i) => 2 * i);
    const firstRow = rows;
    rows += length;
    return { firstRow, fragments: [{ file: { number, path, sums: undefined }, offsets }] };
  });
  const data = {
    ...{ name: 'regions', rows, shards: all },
    hashes: Uint32Array.from({ length: rows * HASH_WORDS }, (_, i) => 100 + i),
    inner: { which: new Uint32Array(), row: new Uint32Array(), id: new Float64Array() },
  };
  return { records: new Records(data, fragments), rows, fragments };
}

it.each([[[3, 1, 0, 2]], [[1]], [[0, 0, 4]], [[2, 2, 2, 2, 2, 2, 2]]])(
  'rows of shards of %j are read in any order',
  (shards) => {
    const { records, rows, fragments } = recordsOf(...shards);
    const read = (row: number) => {
      const { bytes, start, end } = records.fragment(0, row);
      return Number(Buffer.from(bytes.subarray(start, end)).toString());
    };
    const numbers = Array.from({ length: rows }, (_, row) => row);
    const mixed = [...numbers, ...numbers.toReversed(), ...numbers.flatMap((row) => [0, row])];
    expect(mixed.map(read)).toEqual(mixed);
    fragments.close();
  },
);

it('the hash of a row is copied to a place, and nothing beside it', () => {
  const { records } = recordsOf(2, 2);
  const into = new Uint32Array(HASH_WORDS + 2);
  records.copyHash(2, into, 1);
  const words = Array.from({ length: HASH_WORDS }, (_, i) => 100 + 2 * HASH_WORDS + i);
  expect([...into]).toEqual([0, ...words, 0]);
  expect(records.name).toBe('regions');
});

it('the ids inside a row are those of one of its references, in their order', () => {
  const inner = {
    row: Uint32Array.of(0, 2, 2, 2, 2, 3, 3),
    which: Uint32Array.of(1, 0, 0, 1, 1, 1, 2),
    id: Float64Array.of(10, 24, 22, 28, 27, 30, 33),
  };
  const all = [0, 1, 2, 3, 4].map((row) => [0, 1, 2].map((which) => innerIds(inner, which, row)));
  expect(all.map((of) => of.map((ids) => [...ids]))).toEqual([
    [[], [10], []],
    [[], [], []],
    [[24, 22], [28, 27], []],
    [[], [30], [33]],
    [[], [], []],
  ]);
});

it.each([
  ['that are close to one another', [5, 2, 9, 2], true],
  ['of which one is as far away as may be', [1, 1024 + 16], true],
  ['that are far from one another', [1, 1024 + 17], false],
  ['of which there are none', [], true],
  ['of which one is no id', [4, 0], true],
  ['that are as large as may be', [7, 2 ** 53 - 1, 7], false],
])('ids %s lead to their first rows, and others to none', (_, ids, isDense) => {
  const index = indexOf(Float64Array.from(ids));
  expect(index instanceof Int32Array).toBe(isDense);
  for (const id of ids) expect(rowIn(index, id)).toBe(ids.indexOf(id));
  for (const id of [3, 2000, -1, 2 ** 53 - 2, Number.NaN]) expect(rowIn(index, id)).toBe(-1);
});

it('moments are ordered to the last digit, and those that are not given come first', () => {
  // Row by row: seconds, the digits of a second that a number holds, and the others.
  const moments = [
    [5, 1, '2'],
    [4, 9, '9'],
    [5, 1, undefined],
    [5, 1, '1'],
    [5, 0, '3'],
    [5, 1, '2'],
  ] as const;
  const column = {
    seconds: Float64Array.from(moments, ([seconds]) => seconds),
    fraction: Float64Array.from(moments, ([, fraction]) => fraction),
    rest: new Map(moments.flatMap(([, , rest], row) => (rest === undefined ? [] : [[row, rest]]))),
  };
  const order = (a: number, b: number) => Math.sign(compareInstants(column, a, b));
  expect([order(0, 3), order(3, 0), order(0, 5), order(0, 2)]).toEqual([1, -1, 0, 1]);
  expect([0, 1, 2, 3, 4, 5].toSorted(order)).toEqual([1, 4, 2, 3, 0, 5]);
  expect([0, 1, 2, 3, 4, 5].toReversed().toSorted(order)).toEqual([1, 4, 2, 3, 5, 0]);
});

/** A shard by hand: of each of its files the ids, which stand 100 bytes from one another. */
function shardOf(
  files: Readonly<Record<string, readonly number[]>>,
  possible: number[] = [],
): TableShard {
  const ids = Object.values(files).flat();
  let rows = 0;
  const compiled = Object.entries(files).map(([name, { length }]) => {
    const firstRow = rows;
    rows += length;
    return { name, hash: '', bytes: 0, firstRow, rows: length, isWhole: true, findings: [] };
  });
  const column = Float64Array.from(ids);
  const bytes = Uint8Array.from(ids, (id) => id % 2);
  const offsets = Float64Array.from([0, ...ids]);
  const file = { number: ids[0] ?? 0, path: '', sums: undefined };
  return {
    compiled: {
      ...{ scope: '', files: compiled, rows, possibleIds: possible, reasons: bytes, bad: bytes },
      starts: Float64Array.from(Object.values(files).flatMap((own) => own.map((_, i) => 100 * i))),
      ...{ numbers: [column], collated: [ids.map(String)] },
      instants: [
        { seconds: column, fraction: column, rest: new Map([[rows - 1, `${ids.at(-1)}`]]) },
      ],
      inner: {
        which: Uint32Array.of(ids[0]!),
        row: Uint32Array.of(rows - 1),
        id: column.slice(0, 1),
      },
      hashes: Uint32Array.from(ids),
      fragments: [{ offsets }] as never,
    },
    fragments: [file],
  };
}

it('a table has the rows of its shards one after another', () => {
  const declared = { name: 'regions' };
  const plan = { declared, numbers: ['id'], instants: ['at'], collated: ['name'] };
  const shards = [
    shardOf({ 'b.json': [8], 'c.json': [5, 7] }),
    shardOf({ 'a.json': [3, 8, 3] }, [3, 8]),
    shardOf({ 'd.json': [6] }, [9]),
  ];
  const table = new Table(plan as unknown as CollectionPlan, shards);
  const all = [8, 5, 7, 3, 8, 3, 6];
  expect([table.name, table.rows, [...table.ids]]).toEqual(['regions', 7, all]);
  expect([table.collated('name'), [...table.instants('at').seconds]]).toEqual([
    all.map(String),
    all,
  ]);
  expect([...table.instants('at').fraction]).toEqual(all);
  expect([...table.instants('at').rest]).toEqual([
    [2, '7'],
    [5, '3'],
    [6, '6'],
  ]);
  expect([[...table.bad], [...table.reasons]]).toEqual(times(2, () => all.map((id) => id % 2)));
  const { which, row, id } = table.inner;
  expect([[...which], [...row], [...id]]).toEqual([
    [8, 3, 6],
    [2, 5, 6],
    [8, 3, 6],
  ]);
  expect(table.records).toMatchObject({
    ...{ name: 'regions', rows: 7, hashes: Uint32Array.from(all) },
    shards: [0, 3, 6].map((firstRow, i) => ({
      firstRow,
      fragments: [{ file: { number: [8, 3, 6][i] } }],
    })),
  });
  expect([...table.records.shards[1]!.fragments[0]!.offsets]).toEqual([0, 3, 8, 3]);
  expect(all.map((_, at) => table.isCopy(at))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(all.map((_, at) => Object.values(table.placeOf(at)).join())).toEqual([
    ...['b.json,0', 'c.json,0', 'c.json,100'],
    ...['a.json,0', 'a.json,100', 'a.json,200', 'd.json,0'],
  ]);
  expect(table.inPlace([1, 5, 0, 6, 2, 4])).toEqual([4, 5, 0, 1, 2, 6]);
  expect([...table.rowsOfFiles()]).toEqual([
    ['b.json', 1],
    ['c.json', 2],
    ['a.json', 3],
    ['d.json', 1],
  ]);
  expect([3, 9, 7].map((id) => table.mayHold(id))).toEqual([true, true, false]);
  expect(table.isWhole).toBe(false);
  expect(new Table(plan as unknown as CollectionPlan, shards.slice(0, 2)).isWhole).toBe(true);
  expect(() => table.numbers('code')).toThrow('regions keeps no such column of code');
});
