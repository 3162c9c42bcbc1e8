// How fragments become bytes, and numbers columns: in memory that grows.
import { describe, expect, it } from 'vitest';
import { GrowingColumn } from '../../src/engine/compile/column.js';
import { FragmentWriter } from '../../src/engine/compile/fragment-writer.js';

const MIB = 1 << 20;

interface Fragment {
  readonly text?: string;
  /** ASCII. */
  readonly copied?: string;
  readonly holes?: readonly (readonly [number: number, id: number])[];
}

/** What a writer hands on of the fragments of records, by their kinds, and where each begins. */
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

describe('fragments become bytes', () => {
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
    [
      'a block',
      [[{ copied: 'x'.repeat(MIB - 4) }], [{ text: 'a' }], [{ text: 'b' }]],
      [1048576, 10],
    ],
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
  ])('%s', (_, records, handedOn) => {
    const { blocks, offsets } = written(1, records);
    const expected = records.map(([fragment]) => bytesOf(fragment!));
    expect(Buffer.concat(blocks[0]!).equals(Buffer.concat(expected))).toBe(true);
    let at = 0;
    expect(offsets).toEqual([[0, ...expected.map(({ length }) => (at += length))]]);
    expect(blocks[0]!.map(({ length }) => length)).toEqual(handedOn);
  });

  it('of several kinds, and of a record of which there are none', () => {
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
