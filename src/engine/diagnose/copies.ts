// A folder or file that has the records of another one again, such as a renamed folder that git brought back under its
// old name: told once, as that, in place of each of its records.
import { readRecordAt } from '../../files/source/data-file.js';
import { isObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Copy } from '../../problems/messages/catalogue.js';
import type { RowFinding, RowOf } from '../link/row-findings.js';
import type { Table } from '../link/table.js';
import { wholeRecord } from './misplaced.js';
import { areSame, areTwo } from './twins.js';

/** How many pairs of folders are looked at, those with the most records first. */
const MOST_PAIRS = 20;
/** How many ids of records that differ are named. */
const MOST_NAMED = 10;

interface Pair {
  readonly paths: readonly [string, string];
  readonly table: Table;
  readonly findings: RowFinding[];
}

/** For findings of ids that are given twice: the copy that each is in. `paths`: where each data file is. */
export function copiesIn(
  findings: readonly RowFinding[],
  paths: ReadonlyMap<string, string>,
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
    const copy = copyOf(pair, paths, folder);
    if (copy) for (const finding of pair.findings) copies.set(finding, copy);
  }
  return copies;
}

/** What two paths differ in: `posts/2025/5.json` and `posts/old/5.json` in `posts/2025` and `posts/old`. */
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
  folder: string,
): Copy | undefined {
  if (table.possibleIds.size > 0) return undefined; // what cannot be read may be there alone
  // All that is in the copy is in the other place: of two such, the one with the longer name is the copy.
  const [path] = paths
    .filter((path) => rowsBelow(table, path) === findings.length)
    .sort((a, b) => b.length - a.length);
  if (path === undefined) return undefined;
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
  const named = { path: `${folder}/${one}`, of: `${folder}/${other}` };
  return { kind: 'copy', ...named, records: findings.length, differing };
}

/** How many records are in a file, or in those below a folder. */
function rowsBelow(table: Table, path: string): number {
  let count = 0;
  for (const [name, rows] of table.rowsOfFiles()) {
    if (name === path || name.startsWith(`${path}/`)) count += rows;
  }
  return count;
}
