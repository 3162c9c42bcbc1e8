// Finds what problems are about: for each place in a data file the record there, by collection and id, or else the
// file.
import type { DataFile } from '../../files/source/files.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { placeBytes } from '../../files/source/places.js';
import { readRecords } from '../../files/source/records.js';
import { isObject } from '../../model/fields.js';

/**
 * The subjects of places in a data file, such as `regions 5`. A subject is the same wherever the record is and however
 * it is written. All records without an id have the same subject.
 */
export function subjectsAt(file: DataFile, places: readonly LineAndColumn[]): string[] {
  const { collection, name, path } = file;
  const names: string[] = [];
  const bounds: number[] = [];
  readRecords(path, ({ start, text, value }) => {
    const id = isObject(value) ? value['id'] : undefined;
    names.push(Number.isSafeInteger(id) ? `${collection} ${id}` : collection);
    bounds.push(start, start + Buffer.byteLength(text));
  });
  const lines = placeBytes(path, bounds);
  return places.map((place) => {
    const i = countUntil(lines, place) - 1; // an even number: the place is between the start and the end of a record
    return i % 2 === 0 ? names[i / 2]! : `file ${name}`;
  });
}

/** How many of the sorted bounds are at a place, or before it. */
function countUntil(bounds: readonly LineAndColumn[], place: LineAndColumn): number {
  let [from, to] = [0, bounds.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const { line, column } = bounds[middle]!;
    const isAfter = line === place.line ? column > place.column : line > place.line;
    if (isAfter) to = middle;
    else from = middle + 1;
  }
  return from;
}
