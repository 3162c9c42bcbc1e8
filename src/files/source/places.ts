// Finds the lines and columns of findings and of byte offsets.
import { memo } from '../../model/memo.js';
import type { Finding } from '../../problems/problem.js';
import { type FileBytes, readFile, valueAt } from './data-file.js';
import { locate } from './defects.js';
import { type LineAndColumn, LineWalker } from './lines.js';

/** The properties of a finding that decide its line and column. */
type Placed = Pick<Finding, 'place' | 'path' | 'atKey'>;

/** The place of what concerns a whole file, which perhaps cannot be read. */
const BEGIN: LineAndColumn = { line: 1, column: 1 };

/** The lines and columns of findings in one file, in the order of the findings. `read`: reads the file. */
export function placeFindings(
  path: string,
  findings: readonly Placed[],
  read = readFile,
): LineAndColumn[] {
  if (findings.every(({ place }) => place.kind === 'file')) return findings.map(() => BEGIN);
  const file = read(path);
  return linesAndColumns(file, offsetsOf(file, findings));
}

/** The lines and columns of byte offsets in a file, in the same order. `read`: reads the file. */
export function placeBytes(
  path: string,
  offsets: readonly number[],
  read = readFile,
): LineAndColumn[] {
  return linesAndColumns(read(path), offsets);
}

/** In each object, replaces the byte offset `start` by the number of its line in the file. */
export function withLines<T extends { readonly start: number }>(
  path: string,
  all: readonly T[],
): (Omit<T, 'start'> & { readonly line: number })[] {
  const places = placeBytes(
    path,
    all.map(({ start }) => start),
  );
  return all.map(({ start: _, ...one }, i) => ({ ...one, line: places[i]!.line }));
}

/** As {@link withLines}, for objects in several files. The result is grouped by file. */
export function withLinesIn<T extends { readonly path: string; readonly start: number }>(
  all: readonly T[],
): (Omit<T, 'start'> & { readonly line: number })[] {
  const byPath = new Map<string, T[]>();
  for (const one of all) memo(byPath, one.path, () => []).push(one);
  return [...byPath].flatMap(([path, own]) => withLines(path, own));
}

function offsetsOf(file: FileBytes, findings: readonly Placed[]): number[] {
  const offsets: number[] = [];
  const byRecord = new Map<number, number[]>();
  findings.forEach(({ place }, index) => {
    if (place.kind === 'record') memo(byRecord, place.start, () => []).push(index);
    else offsets[index] = place.kind === 'byte' ? place.offset : 0;
  });
  for (const [start, indexes] of byRecord) {
    const text = valueAt(file, start);
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

/** Converts offsets in a text from UTF-16 units to UTF-8 bytes. */
function bytesBefore(text: string, places: readonly number[]): number[] {
  const result: number[] = [];
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

/** Converts byte offsets to lines and columns, in one pass over the file. */
function linesAndColumns(file: FileBytes, offsets: readonly number[]): LineAndColumn[] {
  const result: LineAndColumn[] = [];
  const order = offsets.map((_, i) => i).sort((a, b) => offsets[a]! - offsets[b]!);
  const walker = new LineWalker(file);
  for (const index of order) {
    walker.toByte(offsets[index]!);
    const { line, column } = walker;
    result[index] = { line, column };
  }
  return result;
}
