// What records refer to, collected from all of them: by it one finds what is missing, and what follows for fields that
// no list shows. Only numbers are kept, since there may be many records.
import { linkOf, type Plan } from '../../engine/plan.js';
import { innerValues } from '../../engine/shard/inner.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Known } from './known.js';

/** From a number of a record to another. */
export type Numbers = Map<number, number>;

/** A record whose parent is not there. */
export interface Orphan {
  readonly id: number;
  readonly parent: number;
  /** How many records it says it is below, and the number of its tree. */
  readonly depth: number | undefined;
  readonly tree: number | undefined;
}

/** The least id that is given to what is invented: above what a key of 32 bits can be in practice. */
export const FIRST_INVENTED = 2_000_000_001;

export class Survey {
  /** By collection and required field: the records that lack it. */
  lacking = new Map<string, Map<string, number[]>>();
  /** By collection: records that must be there and are not, and which record refers to each first. */
  wanted = new Map<string, Map<number, string>>();
  /** By collection: the parents of its records. */
  readonly parents = new Map<string, Numbers>();
  readonly orphans = new Map<string, Orphan[]>();
  /** By collection and field, for fields that agreements speak of: their values. */
  readonly agreed = new Map<string, Numbers>();
  /** By collection and reference: what records say that something is the newest that refers to them. */
  readonly newest = new Map<string, Numbers>();
  /** By collection: what other records say is the root above a record. */
  readonly roots = new Map<string, Numbers>();
  /** By collection: from the numbers of trees to their roots. */
  readonly trees = new Map<string, Numbers>();
  /** Ids that nothing invented may take, by collection. */
  readonly #taken = new Map<string, Set<number>>();
  /** By collection: all ids from the first invented one up to this are taken. */
  readonly #fresh = new Map<string, number>();

  constructor(private readonly plan: Plan) {}

  /** Looks at a record. */
  readonly see = (known: Known, collection: string, id: number, record: JsonObject): void => {
    const { declared, fields, references, inner } = this.plan.byName.get(collection)!;
    const named = `${declared.singular} ${id}`;
    this.#take(collection, id);
    for (const { field, reference } of references) {
      const to = record[field];
      if (typeof to === 'number') this.#refer(known, reference, to, named);
    }
    for (const { reference, steps } of inner) {
      for (const { id: to } of innerValues(record, steps)) {
        this.#refer(known, reference, to, named);
      }
    }
    for (const [name, field] of Object.entries(fields)) {
      const value = record[name];
      if (value === undefined && field.required) {
        const lacking = memo(this.lacking, collection, () => new Map<string, number[]>());
        memo(lacking, name, () => []).push(id);
      }
      const link = linkOf(field);
      if (!link || typeof value !== 'number' || value === 0) continue;
      if (link.kind === 'newest') set(this.newest, `${link.of}.${link.by}`, value, id);
      else if (link.kind === 'root') {
        const reference = references.find((one) => one.field === link.reference)!;
        const of = record[link.reference];
        if (typeof of === 'number') set(this.roots, reference.reference.collection, of, value);
      } else if (link.kind === 'treeId' && typeof record[link.parent] !== 'number') {
        set(this.trees, collection, value, id);
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
      const name = Object.keys(fields).find((field) => linkOf(fields[field])?.kind === kind);
      const value = name === undefined ? undefined : record[name];
      return typeof value === 'number' ? value : undefined;
    };
    const orphan = { id, parent, depth: numberBy('depth'), tree: numberBy('treeId') };
    memo(this.orphans, collection, () => []).push(orphan);
  };

  /** An id for what is invented: the same for the same records. */
  freshId(known: Known, collection: string): number {
    let id = this.#fresh.get(collection) ?? FIRST_INVENTED;
    while (known.has(collection, id) || this.#taken.get(collection)?.has(id)) id++;
    this.#fresh.set(collection, id + 1);
    return id;
  }

  #take(collection: string, id: number): void {
    if (id >= FIRST_INVENTED) memo(this.#taken, collection, () => new Set<number>()).add(id);
  }

  #refer(
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
