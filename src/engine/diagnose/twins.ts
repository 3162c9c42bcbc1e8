// Compares two records with the same id. They may be the same record twice, two versions of a record, or two records
// that were made independently, for example on two branches. Also finds out which is newer.

import { isDeepStrictEqual } from 'node:util';
import { isObjectFile, readRecordAt } from '../../files/source/data-file.js';
import { nameBelow } from '../../files/source/files.js';
import { sidesOf } from '../../files/source/merge-conflict.js';
import { withBeside } from '../../files/source/texts.js';
import type { Collection } from '../../model/collection.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { isTimestamp } from '../../model/time.js';
import type { Twins } from '../../problems/messages/catalogue.js';
import type { RecordPlace } from '../../problems/problem.js';
import { type Across, idKey, keyOf } from '../link/row-findings.js';
import { NO_ROW, type Table } from '../link/table.js';
import type { PlacedRecords } from './records.js';

/**
 * Returns a function that compares two records with the same id. `folder`: the path with which file names in reports
 * begin.
 */
export function twinsTeller(
  { findings }: Across,
  records: PlacedRecords,
  folder: string,
): (first: RecordPlace, later: RecordPlace) => Twins {
  const twins = new Set(
    findings.flatMap(({ name, place }) =>
      name === 'duplicate-id' ? [idKey(records.rowOf(place))] : [],
    ),
  );
  const isUnclear = (table: Table, id: number) =>
    twins.has(keyOf({ collection: table.name, id })) ||
    (table.rowOf(id) === NO_ROW && table.mayHold(id));
  const read = ({ file, start }: RecordPlace): JsonObject => {
    const path = records.pathOf(file);
    const value = readRecordAt(path, start);
    if (!isObject(value)) return {};
    const { texts } = records.ownerOf(file);
    return texts && isObjectFile(path) ? withBeside(value, texts) : value;
  };
  // Many records may have the id of one first record, which is read once.
  let lastFirst: RecordPlace | undefined;
  let a: JsonObject = {};
  return (first, later) => {
    const { table, row } = records.rowOf(later);
    const { declared } = table.plan;
    if (first !== lastFirst) a = read(first);
    lastFirst = first;
    const b = read(later);
    for (const { field, reference } of table.plan.references) {
      const id = table.numbers(field)[row]!;
      const target = records.tables.get(reference.collection)!;
      // Computed references are skipped: they follow from another reference of the same record, which is tested here,
      // too.
      const isWrong = !declared.fields[field]!.computed && isUnclear(target, id);
      if (!isWrong || (target === table && id === a['id'])) continue;
      return { kind: 'follow', singular: target.plan.declared.singular, id };
    }
    if (areSame(a, b)) return { kind: 'same' };
    const newer = isNewer(declared, a, b) ? first : later;
    const { file } = newer;
    const { line, column } = records.lineAndColumn(newer);
    const isAlone = file.endsWith('.json') && isObjectFile(records.pathOf(file));
    const isOneLine =
      first.file === later.file &&
      records.lineAndColumn(first).line === records.lineAndColumn(later).line;
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
