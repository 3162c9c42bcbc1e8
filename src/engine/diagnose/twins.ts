// Records that have one id: whether they are one record twice, two versions of one, or two that were made apart, such
// as on two branches; and which of them is the newer one.
import { isDeepStrictEqual } from 'node:util';
import { readRecordAt } from '../../files/source/data-file.js';
import { withLines } from '../../files/source/places.js';
import type { Collection } from '../../model/collection.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import type { Twins } from '../../problems/messages/catalogue.js';
import type { Tables } from '../link/derive.js';
import type { RowOf } from '../link/row-findings.js';
import type { Table } from '../link/table.js';

/** A line of a data file: the file relative to the data folder, the line from 1. */
export interface LineOf {
  readonly file: string;
  readonly line: number;
}

/** What is known of the commit that brought a line. */
export interface OriginOfLine {
  /** When it was written, in seconds. */
  readonly time: number;
  /** The commit and, if one alone has it, the branch: `1a2b3c4d5e6f, kotly`. */
  readonly name: string;
}

/** Finds the commits that brought two lines; undefined for one that is in no commit. */
export type FindOrigins = (
  lines: readonly [LineOf, LineOf],
) => Promise<readonly (OriginOfLine | undefined)[]>;

/** How many pairs are looked up in git. */
const MOST = 20;

/**
 * What tells twins apart, given the row of the first place and that of a later one. `paths`: where each data file is;
 * `folder`: what precedes its name in reports; `isTwin`: whether several records of a table have an id.
 */
export function twinsTeller(
  paths: ReadonlyMap<string, string>,
  folder: string,
  tables: Tables,
  isTwin: (table: Table, id: number) => boolean,
  findOrigins: FindOrigins = async () => [],
): (first: RowOf, later: RowOf) => Promise<Twins> {
  let looked = 0;
  const recordOf = ({ table, row }: RowOf): JsonObject => {
    const { file, start } = table.placeOf(row);
    const value = readRecordAt(paths.get(file)!, start);
    return isObject(value) ? value : {};
  };
  const lineOf = ({ table, row }: RowOf): LineOf => {
    const { file, start } = table.placeOf(row);
    return { file, line: withLines(paths.get(file)!, [{ start }])[0]!.line };
  };
  return async (first, later) => {
    const { declared } = later.table.plan;
    const [a, b] = [recordOf(first), recordOf(later)];
    if (isDeepStrictEqual(a, b)) return { kind: 'same' };
    if (!areTwo(declared, a, b)) return { kind: 'versions' };
    for (const { field, reference } of later.table.plan.references) {
      const id = later.table.numbers(field)[later.row]!;
      const target = tables.get(reference.collection)!;
      if (!isTwin(target, id) || (target === later.table && id === a['id'])) continue;
      return { kind: 'follow', singular: target.plan.declared.singular, id };
    }
    const lines = [lineOf(first), lineOf(later)] as const;
    const origins = looked++ < MOST ? await findOrigins(lines) : [];
    // What is in no commit yet is the newest.
    const [one = Infinity, other = Infinity] = origins.map((origin) => origin?.time);
    const newer = one > other ? 0 : 1;
    const { file, line } = lines[newer];
    const name = folder === '' ? file : `${folder}/${file}`;
    const place = line === 1 ? name : `${name}:${line}`;
    return { kind: 'two', singular: declared.singular, folder, place, from: origins[newer]?.name };
  };
}

/**
 * Whether records were made apart: at different times, if they say so; else they have other names; and where they have
 * none, they differ at all.
 */
function areTwo({ fields, named }: Collection, a: JsonObject, b: JsonObject): boolean {
  const times = Object.keys(fields).filter((name) => fields[name]!.filled?.kind === 'now');
  const telling = times.length > 0 ? times : named;
  return telling.length === 0 || telling.some((name) => a[name] !== b[name]);
}
