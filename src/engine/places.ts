// Findings → lines and columns. Reads again only the files that have findings, and of those only
// what is needed: the records at fault once each, and one pass for the lines.
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Finding } from '../problems/problem.js';
import { openData, readValueAt } from './data-file.js';
import { locate } from './inspect.js';
import { memo } from './memo.js';

/** A place as an editor shows it; see Problem. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** What is needed of a finding to tell its line and column. */
type Placed = Pick<Finding, 'place' | 'path' | 'atKey'>;

/** The places of findings in one file, in the order of the findings. */
export function placeFindings(path: string, findings: readonly Placed[]): LineAndColumn[] {
  const fd = openData(path);
  try {
    return linesAndColumns(fd, offsetsOf(fd, findings));
  } finally {
    closeSync(fd);
  }
}

/** The places of bytes of a file, in their order. */
export function placeBytes(path: string, offsets: readonly number[]): LineAndColumn[] {
  const fd = openData(path);
  try {
    return linesAndColumns(fd, offsets);
  } finally {
    closeSync(fd);
  }
}

function offsetsOf(fd: number, findings: readonly Placed[]): number[] {
  const offsets = findings.map(({ place }) => (place.kind === 'byte' ? place.offset : place.start));
  const byRecord = new Map<number, number[]>();
  findings.forEach(({ place }, index) => {
    if (place.kind === 'byte') return;
    memo(byRecord, place.start, () => []).push(index);
  });
  for (const [start, indexes] of byRecord) {
    const text = readValueAt(fd, start);
    const places = locate(
      text,
      indexes.map((index) => ({
        path: findings[index]!.path,
        atKey: findings[index]!.atKey ?? false,
      })),
    );
    const bytes = bytesBefore(text, places);
    indexes.forEach((index, i) => {
      offsets[index] = start + bytes[i]!;
    });
  }
  return offsets;
}

/** For places in a text, in UTF-16 units, how many bytes of UTF-8 stand before each. */
function bytesBefore(text: string, places: readonly number[]): number[] {
  const result = places.map(() => 0);
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  let at = 0;
  let bytes = 0;
  for (const index of order) {
    bytes += Buffer.byteLength(text.slice(at, places[index]!));
    at = places[index]!;
    result[index] = bytes;
  }
  return result;
}

/** Lines and columns of bytes of a file, in one pass. */
function linesAndColumns(fd: number, offsets: readonly number[]): LineAndColumn[] {
  const result: LineAndColumn[] = offsets.map(() => ({ line: 1, column: 1 }));
  const order = offsets.map((_, i) => i).sort((a, b) => offsets[a]! - offsets[b]!);
  const block = Buffer.allocUnsafe(Math.min(fstatSync(fd).size + 1, 1 << 20));
  let base = 0;
  let length = 0;
  let line = 1;
  let column = 1;
  let at = 0;
  for (const index of order) {
    for (; at < offsets[index]!; at++) {
      if (at >= base + length) {
        base = at;
        length = readSync(fd, block, 0, block.length, base);
        if (length === 0) break; // the file has become shorter since
        if (at === 0 && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf) {
          at = 2; // the byte-order mark is not counted
          continue;
        }
      }
      const byte = block[at - base]!;
      if (byte === 0x0a) {
        line++;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
    }
    result[index] = { line, column };
  }
  return result;
}
