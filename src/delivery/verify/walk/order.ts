// Whether published records stand in the order that an endpoint declares, and whether the trees
// among them hang together. Only the declarations say what is right.
import { type Collection, fieldIn } from '../../../model/collection.js';
import type { OrderKey } from '../../../model/endpoint.js';
import { referenceOf } from '../../../model/fields.js';
import { memo } from '../../../model/memo.js';
import { instantOf } from '../../../model/time.js';
import { quote } from '../../../problems/quote.js';

/** What is kept of a record: its id, and the fields that orders and trees need. */
export type RecordFields = Readonly<Record<string, unknown>>;

const collators = new Map<string, Intl.Collator>();

/** Negative where a stands before b; NaN where a value cannot be compared. */
export function compareRows(order: readonly OrderKey[], a: RecordFields, b: RecordFields): number {
  for (const { field, descending, collated } of order) {
    const result = compareValues(a[field], b[field], collated);
    if (result !== 0) return descending ? -result : result;
  }
  return 0;
}

function compareValues(a: unknown, b: unknown, language?: string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== 'string' || typeof b !== 'string') return Number.NaN;
  if (language !== undefined) {
    return memo(collators, language, () => new Intl.Collator(language)).compare(a, b);
  }
  const [x, y] = [instantOf(a), instantOf(b)];
  if (!x || !y) return Number.NaN;
  return x.seconds - y.seconds || Number(x.fraction > y.fraction) - Number(x.fraction < y.fraction);
}

/** The published fields that say where a record is in its tree. */
export interface TreeFields {
  readonly parent: string;
  readonly depth?: string;
  readonly tree?: string;
  readonly enter?: string;
  readonly leave?: string;
}

/** The tree fields that a shape shows; undefined where it does not show the parent's id. */
export function treeFieldsOf(collection: Collection, shape: string): TreeFields | undefined {
  const { parent, fields } = collection;
  const chosen = collection.shapes[shape]!;
  const { keys, references } = chosen;
  if (parent === undefined || !keys.includes(parent)) return undefined;
  if ((references?.[parent] ?? referenceOf(fields[parent]!.type)?.shape ?? 'bare') !== 'bare') {
    return undefined;
  }
  const found: { -readonly [K in keyof TreeFields]: TreeFields[K] } = { parent };
  for (const key of keys) {
    const { absent } = fieldIn(collection, chosen, key);
    if (absent.kind !== 'linked') continue;
    const { link } = absent;
    if (link.kind === 'depth') found.depth = key;
    else if (link.kind === 'treeId') found.tree = key;
    else if (link.kind === 'walk') found[link.edge] = key;
  }
  return found;
}

/** Rows by their place; there may be a million. */
export interface RowList {
  readonly length: number;
  at(place: number): RecordFields | undefined;
}

/** The first faults of trees whose records should stand in depth-first order, page after page. */
export function treeFaults(pages: readonly RowList[], tree: TreeFields, most: number): string[] {
  const faults: string[] = [];
  // From the root to the record before, as places: the records of a deep tree would take far more memory.
  const path: (readonly [page: RowList, place: number])[] = [];
  const last = (): RecordFields | undefined => {
    const [page, place] = path.at(-1) ?? [];
    return page?.at(place!);
  };
  const trees = new Set<unknown>();
  for (const at of placesIn(pages)) {
    const row = at[0].at(at[1])!;
    const id = row['id'];
    const parent = row[tree.parent] ?? null;
    let before: RecordFields | undefined; // the previous sibling
    let holder = last();
    for (; holder && holder['id'] !== parent; holder = last()) {
      before = holder;
      path.pop();
    }
    const fault = (text: string) => faults.push(`record ${quote(id)}: ${text}`);
    if (parent !== null && !holder) {
      fault(`its ${tree.parent} ${quote(parent)} does not stand before it`);
    } else {
      if (tree.depth && row[tree.depth] !== path.length) {
        fault(`${tree.depth} ${quote(row[tree.depth])} at depth ${path.length}`);
      }
      faultsOfInterval(row, holder, before, tree).forEach(fault);
      if (tree.tree && !holder) {
        if (trees.has(row[tree.tree])) fault(`the tree ${quote(row[tree.tree])} has two roots`);
        trees.add(row[tree.tree]);
      } else if (tree.tree && holder && holder[tree.tree] !== row[tree.tree]) {
        fault(`another ${tree.tree} than its ${tree.parent}`);
      }
    }
    path.push(at);
    if (faults.length >= most) break;
  }
  return faults;
}

function* placesIn(pages: readonly RowList[]): Generator<readonly [RowList, number]> {
  for (const page of pages) for (let place = 0; place < page.length; place++) yield [page, place];
}

/** A record's interval must lie inside its parent's, and after its previous sibling's. */
function faultsOfInterval(
  row: RecordFields,
  holder: RecordFields | undefined,
  before: RecordFields | undefined,
  { enter, leave }: TreeFields,
): string[] {
  if (!enter || !leave) return [];
  const [from, to] = [numberIn(row, enter), numberIn(row, leave)];
  if (!(from < to)) return [`${enter} ${from} and ${leave} ${to} are no interval`];
  if (!holder) return [];
  if (!(numberIn(holder, enter) < from && to < numberIn(holder, leave))) {
    return [`the interval ${from} to ${to} is not inside that of its parent`];
  }
  const isAfter = before === undefined || numberIn(before, leave) < from;
  return isAfter ? [] : [`the interval ${from} to ${to} overlaps that of ${quote(before['id'])}`];
}

/** Never converts: the value may be an object whose conversion throws. */
function numberIn(row: RecordFields, field: string): number {
  const value = row[field];
  return typeof value === 'number' ? value : Number.NaN;
}
