// Whether published records stand in the order that an endpoint declares, and whether their trees are
// consistent. Only the declarations say what is right.
import { type Collection, fieldIn } from '../../../model/collection.js';
import type { OrderKey } from '../../../model/endpoint.js';
import { referenceOf } from '../../../model/fields.js';
import { memo } from '../../../model/memo.js';
import { instantOf } from '../../../model/time.js';
import { quote } from '../../../problems/quote.js';

/** What is kept of a record: its id, and the fields that orders and trees need. */
export type RecordFields = Readonly<Record<string, unknown>>;

const collators = new Map<string, Intl.Collator>();

/** Negative if a belongs before b; NaN if a value cannot be compared. */
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

/** The most faults that are reported of the trees on a page. */
const MAX_FAULTS = 10;

/** Checks trees whose records should stand in depth-first order, one record after the other. */
export class TreeCheck {
  readonly faults: string[] = [];
  /** The ancestors of the previous record, from the root, and that record. */
  readonly #path: RecordFields[] = [];
  readonly #trees = new Set<unknown>();

  constructor(private readonly fields: TreeFields) {}

  see(row: RecordFields): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const { parent: key, depth, tree } = this.fields;
    const path = this.#path;
    const parent = row[key] ?? null;
    let before: RecordFields | undefined; // the previous sibling
    while (path.length > 0 && path.at(-1)!['id'] !== parent) before = path.pop();
    const holder = path.at(-1);
    const fault = (text: string) => this.faults.push(`record ${quote(row['id'])}: ${text}`);
    if (parent !== null && !holder) {
      fault(`its ${key} ${quote(parent)} does not stand before it`);
    } else {
      if (depth && row[depth] !== path.length) {
        fault(`${depth} ${quote(row[depth])} at depth ${path.length}`);
      }
      faultsOfInterval(row, holder, before, this.fields).forEach(fault);
      if (tree && !holder) {
        if (this.#trees.has(row[tree])) fault(`the tree ${quote(row[tree])} has two roots`);
        this.#trees.add(row[tree]);
      } else if (tree && holder && holder[tree] !== row[tree]) {
        fault(`another ${tree} than its ${key}`);
      }
    }
    path.push(row);
  }
}

/** What is wrong with a record's interval, which must lie inside its parent's and after its previous sibling's. */
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

/** The number in a field, else NaN; nothing is converted, since the conversion of an object may throw. */
function numberIn(row: RecordFields, field: string): number {
  const value = row[field];
  return typeof value === 'number' ? value : Number.NaN;
}
