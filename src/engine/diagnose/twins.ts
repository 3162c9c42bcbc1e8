// Compares two records with the same id: whether they are the same record twice, two versions of it, or two records
// that were made independently, such as on two branches; and which of them is newer.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isObjectFile, readRecordAt } from '../../files/source/data-file.js';
import { type DataFile, nameBelow } from '../../files/source/files.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { sidesOf } from '../../files/source/merge-conflict.js';
import { placeBytes } from '../../files/source/places.js';
import { withBeside } from '../../files/source/texts.js';
import type { Collection } from '../../model/collection.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import type { Twins } from '../../problems/messages/catalogue.js';
import type { Tables } from '../link/derive.js';
import { type Across, idKey, keyOf, type RowOf } from '../link/row-findings.js';
import { NO_ROW, type Table } from '../link/table.js';

/** A line of a data file: the file relative to the data folder, the line from 1. */
export interface LineOf {
  readonly file: string;
  readonly line: number;
}

/** What is known of the commit that added a line. */
export interface OriginOfLine {
  /** The author time of the commit, in seconds. */
  readonly time: number;
  /** The commit and, if only one branch has it, the branch: `1a2b3c4d5e6f, kotly`. */
  readonly name: string;
}

/** Finds the commits that added two lines; undefined for a line that is in no commit. */
export type FindOrigins = (
  lines: readonly [LineOf, LineOf],
) => Promise<readonly (OriginOfLine | undefined)[]>;

/** How many pairs are looked up in git. */
const MOST = 20;

/**
 * Returns a function that compares two records with the same id, given the first row and a later one. `files`: the data
 * files, by their names; `folder`: what precedes a name in reports; `findings`: those of the checks across records;
 * `lines`: the lines of the records of a pair.
 */
export function twinsTeller(
  files: ReadonlyMap<string, DataFile>,
  folder: string,
  tables: Tables,
  { findings }: Across,
  lines: { readonly lineOf: (one: RowOf) => number },
  findOrigins: FindOrigins = async () => [],
): (first: RowOf, later: RowOf) => Promise<Twins> {
  let looked = 0;
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
  const recordOf = (one: RowOf): JsonObject => {
    const { path, start, texts } = placeOf(one);
    const value = readRecordAt(path, start);
    if (!isObject(value)) return {};
    return texts && isObjectFile(path) ? withBeside(value, texts) : value;
  };
  const lineOf = (one: RowOf): LineOf => ({ file: placeOf(one).name, line: lines.lineOf(one) });
  return async (first, later) => {
    const { declared } = later.table.plan;
    const [a, b] = [recordOf(first), recordOf(later)];
    for (const { field, reference } of later.table.plan.references) {
      const id = later.table.numbers(field)[later.row]!;
      const target = tables.get(reference.collection)!;
      // A computed reference follows from records that refer to this one: it would lead back here.
      const isWrong = !declared.fields[field]!.computed && isUnclear(target, id);
      if (!isWrong || (target === later.table && id === a['id'])) continue;
      return { kind: 'follow', singular: target.plan.declared.singular, id };
    }
    if (areSame(a, b)) return { kind: 'same' };
    const both = [lineOf(first), lineOf(later)] as const;
    const origins = looked++ < MOST ? await findOrigins(both) : [];
    // A line that is in no commit yet is the newest.
    const [one = Infinity, other = Infinity] = origins.map((origin) => origin?.time);
    const newer = one > other ? 0 : 1;
    const { name: file, path, start } = placeOf([first, later][newer]!);
    const isAlone = file.endsWith('.json') && isObjectFile(path);
    const isOneLine = both[0].file === both[1].file && both[0].line === both[1].line;
    const [{ line, column }] = placeBytes(path, [start]) as [LineAndColumn];
    const steps = isAlone ? [] : isOneLine ? [line, column] : [line];
    const place = [nameBelow(folder, file), ...steps].join(':');
    const [from, older] = [origins[newer]?.name, origins[1 - newer]?.name];
    const kind = areTwo(declared, a, b) ? 'two' : 'versions';
    return { kind, singular: declared.singular, folder, place, from, older };
  };
}

/** Whether records are equal; false if they are nested too deep to compare. */
export function areSame(a: JsonObject, b: JsonObject): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    return false;
  }
}

/** Whether the two sides of a merge conflict, in a file of one record, are two records rather than versions of one. */
export function isOfTwo(path: string, declared: Collection): boolean {
  const [ours, theirs] = sidesOf(readFileSync(path, 'utf8')).map((side): unknown => {
    try {
      return JSON.parse(side);
    } catch {
      return undefined;
    }
  });
  return isObject(ours) && isObject(theirs) && areTwo(declared, ours, theirs);
}

/**
 * Whether records were made independently. Their creation times tell, if the collection has such fields; otherwise
 * their names; if it has neither, all are taken as independent.
 */
export function areTwo({ fields, named }: Collection, a: JsonObject, b: JsonObject): boolean {
  const times = Object.keys(fields).filter((name) => fields[name]!.filled?.kind === 'now');
  const telling = times.length > 0 ? times : named;
  return telling.length === 0 || telling.some((name) => a[name] !== b[name]);
}
