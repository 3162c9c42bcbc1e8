// Collects the references of all records, in order to find missing records and to derive fields that no list shows.
// Only numbers are kept, because there may be many records.
import { linkOf, type Plan } from '../../engine/plan.js';
import { innerValues } from '../../engine/shard/inner.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Known } from './known.js';

/** From one number to another; both are mostly ids of records. */
export type Numbers = Map<number, number>;

/** A record whose parent is missing. */
export interface Orphan {
  readonly id: number;
  readonly parent: number;
  /** The number of its ancestors, if the record gives it. */
  readonly depth: number | undefined;
  /** The number of its tree, and the field that has it, if the record gives it. */
  readonly tree: { readonly field: string; readonly number: number } | undefined;
}

/** The smallest id of an invented record. It is greater than the ids of real portals, which mostly have 32 bits. */
export const FIRST_INVENTED = 2_000_000_001;

export class Survey {
  /** By collection and required field: the records that lack it. */
  lacking = new Map<string, Map<string, number[]>>();
  /** By collection: each missing record, and the first record that refers to it (`post 5`). */
  wanted = new Map<string, Map<number, string>>();
  /** By collection: record → its parent. */
  readonly parents = new Map<string, Numbers>();
  readonly orphans = new Map<string, Orphan[]>();
  /** By `collection.field`, for fields that must equal those of another record (`Agreement`): record → the value. */
  readonly agreed = new Map<string, Numbers>();
  /** By `collection.reference`: each record, and the record whose field for its newest record (`last_comment`) has it. */
  readonly newest = new Map<string, Numbers>();
  /** By collection: each record, and the root of its tree according to a record that refers to it. */
  readonly roots = new Map<string, Numbers>();
  /** By collection: the number of each tree, and its root. */
  readonly trees = new Map<string, Numbers>();
  /** By collection: ids of known or missing records, which no invented record may get. */
  readonly #taken = new Map<string, Set<number>>();
  /** By collection: the first id from {@link FIRST_INVENTED} on that may be free. */
  readonly #fresh = new Map<string, number>();

  constructor(private readonly plan: Plan) {}

  /** Collects the references of a record. */
  readonly see = (known: Known, collection: string, id: number, record: JsonObject): void => {
    const { declared, fields, references, inner } = this.plan.byName.get(collection)!;
    const named = `${declared.singular} ${id}`;
    this.#take(collection, id);
    for (const { field, reference } of references) {
      const to = record[field];
      if (typeof to === 'number') this.refer(known, reference, to, named);
    }
    for (const { reference, steps } of inner) {
      for (const { id: to } of innerValues(record, steps)) {
        this.refer(known, reference, to, named);
      }
    }
    for (const [name, field] of Object.entries(fields)) {
      const value = record[name];
      if (value === undefined && field.required) {
        const lacking = memo(this.lacking, collection, () => new Map<string, number[]>());
        memo(lacking, name, () => []).push(id);
      }
      const link = linkOf(field);
      if (link?.kind === 'treeId' && typeof record[link.parent] !== 'number') {
        // If a root does not give the number of its tree, the number is its own id.
        set(this.trees, collection, typeof value === 'number' ? value : id, id);
        continue;
      }
      if (!link || typeof value !== 'number' || value === 0) continue;
      if (link.kind === 'newest') set(this.newest, `${link.of}.${link.by}`, value, id);
      else if (link.kind === 'root') {
        const reference = references.find((one) => one.field === link.reference)!;
        const of = record[link.reference];
        if (typeof of === 'number') set(this.roots, reference.reference.collection, of, value);
      }
    }
    for (const { field } of declared.agreements) {
      const value = record[field];
      if (typeof value === 'number') set(this.agreed, `${collection}.${field}`, id, value);
    }
    const parent = declared.parent === undefined ? undefined : record[declared.parent];
    if (typeof parent !== 'number') return;
    set(this.parents, collection, id, parent);
    if (known.has(collection, parent)) return;
    const numberBy = (kind: 'depth' | 'treeId') => {
      const field = Object.keys(fields).find((name) => linkOf(fields[name])?.kind === kind);
      const number = field === undefined ? undefined : record[field];
      return field !== undefined && typeof number === 'number' ? { field, number } : undefined;
    };
    const orphan = { id, parent, depth: numberBy('depth')?.number, tree: numberBy('treeId') };
    memo(this.orphans, collection, () => []).push(orphan);
  };

  /** Returns an id for an invented record. It is the same in each run with the same records. */
  freshId(known: Known, collection: string): number {
    let id = this.#fresh.get(collection) ?? FIRST_INVENTED;
    while (known.has(collection, id) || this.#taken.get(collection)?.has(id)) id++;
    this.#fresh.set(collection, id + 1);
    return id;
  }

  #take(collection: string, id: number): void {
    if (id >= FIRST_INVENTED) memo(this.#taken, collection, () => new Set<number>()).add(id);
  }

  /** Notes that a record refers to another one. `named`: what refers to it. */
  refer(
    known: Known,
    { collection, shape }: { readonly collection: string; readonly shape?: string },
    to: number,
    named: string,
  ): void {
    this.#take(collection, to);
    if (shape === undefined || to === 0 || known.has(collection, to)) return;
    const wanted = memo(this.wanted, collection, () => new Map<number, string>());
    if (!wanted.has(to)) wanted.set(to, named);
  }
}

const set = (all: Map<string, Numbers>, key: string, from: number, to: number): void =>
  void memo(all, key, () => new Map<number, number>()).set(from, to);
