// Bytes and values of files → lines and columns → the text there; what others read in Git's markers.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locate } from '../../src/files/source/defects.js';
import { LineWalker } from '../../src/files/source/lines.js';
import {
  placeBytes,
  placeFindings,
  withLines,
  withLinesIn,
} from '../../src/files/source/places.js';
import { temporaryFolder } from '../support/folders.js';

const folder = temporaryFolder();
const MIB = 1 << 20;

/** A file that holds this. */
function holding(text: string | Buffer, name = 'file'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

it('a byte-order mark is not counted; other characters are, which begin or end like one', () => {
  expect(placeBytes(holding('\ufeffa'), [0, 3, 4])).toEqual(
    [1, 1, 2].map((column) => ({ line: 1, column })),
  );
  for (const like of ['\uf03f', '\ufec0']) {
    expect(placeBytes(holding(`${like}a`), [3])).toEqual([{ line: 1, column: 2 }]);
  }
  const bytes = Buffer.from([0x61, 0xbb, 0xbf, 0x61]);
  expect(placeBytes(holding(bytes), [3])).toEqual([{ line: 1, column: 2 }]);
});

it('bytes are placed in their order, up to the end of the file', () => {
  const path = holding('ж1\n\n😀2\n');
  expect(placeBytes(path, [9, 0, 3, 99, 2, 4, 5])).toEqual([
    { line: 3, column: 3 },
    { line: 1, column: 1 },
    { line: 1, column: 3 },
    { line: 4, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
  ]);
});

describe('in a file of several blocks', () => {
  const long = 'ж'.repeat(700_000);
  const lines = ['a', long, `😀b`, 'c'.repeat(MIB), 'd', ''];
  const text = lines.join('\n');
  const starts = lines.map((_, i) => Buffer.byteLength(lines.slice(0, i).join('\n')) + (i && 1));

  it('bytes have their places', () => {
    const path = holding(text);
    expect(placeBytes(path, starts)).toEqual(lines.map((_, i) => ({ line: i + 1, column: 1 })));
    expect(
      placeBytes(path, [starts[3]! + 700_000, starts[1]! + 1_200_000, starts[4]! + 1]),
    ).toEqual([
      { line: 4, column: 700_001 },
      { line: 2, column: 600_001 },
      { line: 5, column: 2 },
    ]);
  });

  it('what an earlier block left in memory is no line', () => {
    const path = holding(`a\n${'x'.repeat(MIB - 2)}y`);
    expect(placeBytes(path, [MIB + 9])).toEqual([{ line: 2, column: MIB }]);
  });

  it('places have their bytes', () => {
    const fd = openSync(holding(text), 'r');
    try {
      for (const [line, column, offset] of [
        [2, 600_001, starts[1]! + 1_200_000],
        [3, 3, starts[2]! + 4],
        [4, 700_001, starts[3]! + 700_000],
        [5, 9, starts[4]! + 1],
        [6, 1, starts[5]!],
        [6, 5, starts[5]!],
      ] as const) {
        const walker = new LineWalker(fd);
        expect(walker.toPlace({ line, column })).toBe(true);
        expect([walker.line, walker.offset, walker.lineStart]).toEqual([
          line,
          offset,
          starts[line - 1],
        ]);
      }
      const walker = new LineWalker(fd);
      walker.toByte(starts[3]! + 5);
      walker.toByte(7);
      expect([walker.offset, walker.lineStart]).toEqual([starts[3]! + 5, starts[3]]);
      expect(new LineWalker(fd).toPlace({ line: 7, column: 1 })).toBe(false);
    } finally {
      closeSync(fd);
    }
  });
});

it('findings stand at bytes of the file, and at values of its records', () => {
  const first = '{"id": 1, "имя": {"a": "ж"}, "b": 2}';
  const second = '{"id": 2, "имя": 3}';
  const start = Buffer.byteLength(`${first}\n`);
  const record = (start: number, path: string, atKey?: true) => ({
    place: { kind: 'record', start } as const,
    path,
    ...(atKey && { atKey }),
  });
  const [line1, line2] = [1, 2].map((line) => (column: number) => ({ line, column })) as [
    (column: number) => object,
    (column: number) => object,
  ];
  expect(
    placeFindings(holding(`${first}\n${second}\n`), [
      record(start, '/имя'),
      record(0, '/b'),
      { place: { kind: 'byte', offset: start + 1 }, path: '' },
      record(0, '/имя/a'),
      record(0, ''),
      { place: record(0, '').place, path: '/id' },
      record(0, '/имя', true),
      record(start, '/x', true),
    ]),
  ).toEqual([line2(18), line1(35), line2(2), line1(24), line1(1), line1(8), line1(11), line2(1)]);
});

it('what is missing stands at what is around it, however much that is', () => {
  const wanted = Array.from({ length: 150_000 }, (_, at) => ({
    path: `/list/${at}/id`,
    atKey: false,
  }));
  expect(new Set(locate('{"list": 5}', wanted))).toEqual(new Set([9]));
});

it('things have the lines of where they begin, in the order of their files', () => {
  const [one, two] = [holding('a\nb\nc', 'one'), holding('\n\nd', 'two')];
  expect(
    withLines(one, [
      { start: 4, name: 'c' },
      { start: 0, name: 'a' },
    ]),
  ).toEqual([
    { name: 'c', line: 3 },
    { name: 'a', line: 1 },
  ]);
  expect(
    withLinesIn([
      { path: one, start: 2, name: 'b' },
      { path: two, start: 2, name: 'd' },
      { path: one, start: 4, name: 'c' },
    ]),
  ).toEqual([
    { path: one, name: 'b', line: 2 },
    { path: one, name: 'c', line: 3 },
    { path: two, name: 'd', line: 3 },
  ]);
});
