// Finds folders and files that hold the records of another one again, such as a renamed folder that git restored under
// its old name. They are reported as a copy, rather than each of their records as a duplicate.

import { readRecordAt } from '../../files/source/data-file.js';
import { nameBelow } from '../../files/source/files.js';
import { isObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Copy } from '../../problems/messages/catalogue.js';
import type { RowFinding, RowOf } from '../link/row-findings.js';
import type { Table } from '../link/table.js';
import { wholeRecord } from './misplaced.js';
import { areSame, areTwo } from './twins.js';

/** How many pairs of folders or files are compared, those with the most duplicates first. */
const MOST_PAIRS = 20;
/** A copy has at most this many records that differ: all are named. */
const MOST_NAMED = 10;

interface Pair {
  readonly paths: readonly [string, string];
  readonly table: Table;
  readonly findings: RowFinding[];
}

/**
 * Returns the copy to which each finding of a duplicate id belongs. `paths`: the paths of data files, by their names.
 * `hasMore`: whether a file has text from which no record was made.
 */
export function copiesIn(
  findings: readonly RowFinding[],
  paths: ReadonlyMap<string, string>,
  hasMore: (file: string) => boolean,
  folder: string,
): ReadonlyMap<RowFinding, Copy> {
  const pairs = new Map<string, Pair>();
  for (const finding of findings) {
    const { name, about, table, row } = finding;
    if (name !== 'duplicate-id' || !about) continue;
    const apart = withoutCommonEnd(table.placeOf(about.row).file, table.placeOf(row).file);
    if (apart === undefined) continue;
    const pair = { paths: apart, table, findings: [] };
    memo(pairs, apart.join('\0'), (): Pair => pair).findings.push(finding);
  }
  const copies = new Map<RowFinding, Copy>();
  const largest = [...pairs.values()]
    .filter(({ findings }) => findings.length > 1)
    .sort((a, b) => b.findings.length - a.findings.length)
    .slice(0, MOST_PAIRS);
  for (const pair of largest) {
    const copy = copyOf(pair, paths, hasMore, folder);
    if (copy) for (const finding of pair.findings) copies.set(finding, copy);
  }
  return copies;
}

/** Removes the common end of two paths: `posts/2025/5.json`, `posts/old/5.json` become `posts/2025`, `posts/old`. */
function withoutCommonEnd(one: string, other: string): readonly [string, string] | undefined {
  const [a, b] = [one.split('/'), other.split('/')];
  while (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1)) {
    a.pop();
    b.pop();
  }
  return one === other ? undefined : [a.join('/'), b.join('/')];
}

function copyOf(
  { paths, table, findings }: Pair,
  places: ReadonlyMap<string, string>,
  hasMore: (file: string) => boolean,
  folder: string,
): Copy | undefined {
  if (table.possibleIds.size > 0) return undefined; // an unreadable record may be in one of the two only
  // All records of a copy are duplicates. If that is true of both, the one with the longer path is the copy. A record of
  // the first may be there several times in the other.
  const firsts = new Set(findings.map(({ about }) => about!.row));
  const [path] = paths
    .filter((path, i) => rowsBelow(table, path) === (i === 0 ? firsts.size : findings.length))
    .sort((a, b) => b.length - a.length);
  if (path === undefined || filesBelow(path, places.keys()).some(hasMore)) return undefined;
  const { declared } = table.plan;
  const recordOf = ({ row }: Pick<RowOf, 'row'>) => {
    const { file, start } = table.placeOf(row);
    const record = readRecordAt(places.get(file)!, start);
    return isObject(record) ? wholeRecord(record, places.get(file)!, declared) : {};
  };
  const differing: number[] = [];
  for (const { about, row } of findings) {
    const [first, later] = [recordOf(about!), recordOf({ row })];
    if (areSame(first, later)) continue;
    if (areTwo(declared, first, later) || differing.length === MOST_NAMED) return undefined;
    differing.push(table.ids[row]!);
  }
  const [one, other] = [path, paths.find((other) => other !== path)!];
  const named = { path: nameBelow(folder, one), of: nameBelow(folder, other) };
  return { kind: 'copy', ...named, records: findings.length, differing };
}

/** How many records are in a file, or in the files below a folder. */
function rowsBelow(table: Table, path: string): number {
  const files = table.rowsOfFiles();
  return filesBelow(path, files.keys()).reduce((sum, name) => sum + files.get(name)!, 0);
}

const filesBelow = (path: string, files: Iterable<string>): string[] =>
  [...files].filter((name) => name === path || name.startsWith(`${path}/`));
