// Compares two records with the same id. They may be the same record twice, two versions of a record, or two records
// that were made independently, for example on two branches. Also finds out which is newer.

import { isDeepStrictEqual } from 'node:util';
import { isObjectFile, readRecordAt } from '../../files/source/data-file.js';
import { type DataFile, nameBelow } from '../../files/source/files.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { sidesOf } from '../../files/source/merge-conflict.js';
import { withBeside } from '../../files/source/texts.js';
import type { Collection } from '../../model/collection.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { isTimestamp } from '../../model/time.js';
import type { Twins } from '../../problems/messages/catalogue.js';
import type { Tables } from '../link/derive.js';
import { type Across, idKey, keyOf, type RowOf } from '../link/row-findings.js';
import { NO_ROW, type Table } from '../link/table.js';

/**
 * Returns a function that compares two records with the same id, which are given by their rows. `files`: the data files
 * by name; `folder`: the path with which file names in reports begin; `places`: returns the line and column of a record.
 */
export function twinsTeller(
  files: ReadonlyMap<string, DataFile>,
  folder: string,
  tables: Tables,
  { findings }: Across,
  places: { readonly lineAndColumn: (one: RowOf) => LineAndColumn },
): (first: RowOf, later: RowOf) => Twins {
  const twins = new Set(
    findings.flatMap(({ name, table, row }) =>
      name === 'duplicate-id' ? [idKey({ table, row })] : [],
    ),
  );
  const isUnclear = (table: Table, id: number) =>
    twins.has(keyOf({ collection: table.name, id })) ||
    (table.rowOf(id) === NO_ROW && table.mayHold(id));
  const placeOf = ({ table, row }: RowOf) => {
    const { file, start } = table.placeOf(row);
    return { ...files.get(file)!, start };
  };
  const read = ({ path, start, texts }: ReturnType<typeof placeOf>): JsonObject => {
    const value = readRecordAt(path, start);
    if (!isObject(value)) return {};
    return texts && isObjectFile(path) ? withBeside(value, texts) : value;
  };
  // Many records may have the id of one first record, which is read once.
  let lastFirst: RowOf | undefined;
  let a: JsonObject = {};
  return (first, later) => {
    const { declared } = later.table.plan;
    if (first !== lastFirst) a = read(placeOf(first));
    lastFirst = first;
    const b = read(placeOf(later));
    for (const { field, reference } of later.table.plan.references) {
      const id = later.table.numbers(field)[later.row]!;
      const target = tables.get(reference.collection)!;
      // Computed references are skipped: they follow from another reference of the same record, which is tested here,
      // too.
      const isWrong = !declared.fields[field]!.computed && isUnclear(target, id);
      if (!isWrong || (target === later.table && id === a['id'])) continue;
      return { kind: 'follow', singular: target.plan.declared.singular, id };
    }
    if (areSame(a, b)) return { kind: 'same' };
    const newer = isNewer(declared, a, b) ? first : later;
    const { name: file, path } = placeOf(newer);
    const { line, column } = places.lineAndColumn(newer);
    const isAlone = file.endsWith('.json') && isObjectFile(path);
    const isOneLine =
      placeOf(first).name === placeOf(later).name &&
      places.lineAndColumn(first).line === places.lineAndColumn(later).line;
    const steps = isAlone ? [] : isOneLine ? [line, column] : [line];
    const place = [nameBelow(folder, file), ...steps].join(':');
    const kind = areTwo(declared, a, b) ? 'two' : 'versions';
    return { kind, singular: declared.singular, place };
  };
}

/** Whether the first record was created later than the second. False if the times of creation cannot be compared. */
function isNewer(collection: Collection, a: JsonObject, b: JsonObject): boolean {
  const [name] = timesOf(collection);
  const [one = '', other = ''] = [a, b].map((record) => String(name && record[name]));
  return isTimestamp(one) && isTimestamp(other) && Date.parse(one) > Date.parse(other);
}

/** Whether two records are equal. False if they are nested too deep to compare. */
export function areSame(a: JsonObject, b: JsonObject): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    return false;
  }
}

/**
 * Whether the two sides of a merge conflict, in a file of one record, are two different records. False if they are
 * versions of one record, or if a side is not a JSON object.
 */
export function isOfTwo(text: string, declared: Collection): boolean {
  const [ours, theirs] = sidesOf(text).map((side): unknown => {
    try {
      return JSON.parse(side);
    } catch {
      return undefined;
    }
  });
  return isObject(ours) && isObject(theirs) && areTwo(declared, ours, theirs);
}

/**
 * Whether two records were made independently of each other: whether their creation times differ or, without such
 * fields, their names. If the collection has neither, true.
 */
export function areTwo(collection: Collection, a: JsonObject, b: JsonObject): boolean {
  const times = timesOf(collection);
  const telling = times.length > 0 ? times : collection.named;
  return telling.length === 0 || telling.some((name) => a[name] !== b[name]);
}

const timesOf = ({ fields }: Collection): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.filled?.kind === 'now');
