// Collects the references of all records, to find missing records and to derive fields that no list shows. Keeps little
// of each record, because there may be many.
import { linkOf, type Plan } from '../../engine/plan.js';
import { innerValues } from '../../engine/shard/inner.js';
import { memo } from '../../model/memo.js';
import type { Known } from './known.js';
import { Trees } from './trees.js';

/** The first invented id. Ids of real portals are usually smaller. Invented ids still fit into 32 bits. */
export const FIRST_INVENTED = 2_000_000_001;

/** The key in {@link Trees} for the root of a tree. Other keys are names of fields. */
export const ROOT = 'root';

/**
 * The key in {@link Trees} for a field whose value follows from another record: if post 5 has `last_comment` 341, then
 * 341 is a comment on post 5. A portal may show a wrong comment there, so a value from the comment itself counts more.
 */
export const byNewest = (field: string): string => `newest by ${field}`;

/** What records need, and nothing shows. */
interface Missing {
  /** By collection and required field: the ids of the records that lack the field. */
  readonly fields: Map<string, Map<string, number[]>>;
  /** By collection: the id of each record that is embedded but missing, and the first record that refers to it. */
  readonly records: Map<string, Map<number, string>>;
}

export class Survey {
  #missing: Missing = { fields: new Map(), records: new Map() };
  /** By collection: the ids of the records whose parent is missing. */
  readonly orphans = new Map<string, number[]>();
  /** By collection: the number of each tree, and the id of its root. */
  readonly numbered = new Map<string, Map<number, number>>();
  readonly #trees = new Map<string, Trees>();
  /** By collection: ids that no invented record may get, because a record has them or refers to them. */
  readonly #taken = new Map<string, Set<number>>();
  /** By collection: the next id to try for an invented record. */
  readonly #fresh = new Map<string, number>();

  constructor(
    private readonly plan: Plan,
    private readonly known: Known,
  ) {
    for (const name of plan.byName.keys()) for (const id of known.ids(name)) this.see(name, id);
  }

  /** What was found missing since the last call; undefined if nothing was. */
  take(): Missing | undefined {
    const missing = this.#missing;
    this.#missing = { fields: new Map(), records: new Map() };
    return missing.fields.size + missing.records.size > 0 ? missing : undefined;
  }

  /**
   * The trees of a collection, with the values that are known of each tree: its root ({@link ROOT}), fields that are
   * the same in the whole tree, and fields that follow from another record ({@link byNewest}).
   */
  trees(collection: string): Trees {
    return memo(this.#trees, collection, () => new Trees());
  }

  /** Collects the references of a record, and the required fields that it lacks. */
  see(collection: string, id: number): void {
    const record = this.known.record(collection, id);
    const { declared, fields, references, inner } = this.plan.byName.get(collection)!;
    const named = `${declared.singular} ${id}`;
    this.#take(collection, id);
    for (const { field, reference } of references) {
      const to = record[field];
      if (typeof to === 'number') this.refer(reference, to, named);
    }
    for (const { reference, steps } of inner) {
      for (const { id: to } of innerValues(record, steps)) {
        this.refer(reference, to, named);
      }
    }
    for (const [name, field] of Object.entries(fields)) {
      const value = record[name];
      if (value === undefined && field.required) {
        const lacking = memo(this.#missing.fields, collection, () => new Map<string, number[]>());
        memo(lacking, name, () => []).push(id);
      }
      const link = linkOf(field);
      if (link?.kind === 'treeId' && typeof record[link.parent] !== 'number') {
        // If a root lacks the number of its tree, the id of the root is this number.
        const numbered = memo(this.numbered, collection, () => new Map<number, number>());
        numbered.set(typeof value === 'number' ? value : id, id);
      } else if (typeof value === 'number' && value !== 0) {
        if (link?.kind === 'newest') this.trees(link.of).note(byNewest(link.by), value, id);
        if (link?.kind !== 'root') continue;
        const of = record[link.reference];
        const { reference } = references.find((one) => one.field === link.reference)!;
        if (typeof of === 'number') this.trees(reference.collection).note(ROOT, of, value);
      }
    }
    for (const { field } of declared.agreements) {
      const value = record[field];
      if (typeof value === 'number') this.trees(collection).note(field, id, value);
    }
    const parent = record[declared.parent ?? ''];
    if (typeof parent !== 'number') return;
    this.trees(collection).join(id, parent);
    if (!this.known.has(collection, parent)) memo(this.orphans, collection, () => []).push(id);
  }

  /** Returns a new id for an invented record. From the same records, each run gives the same id. */
  freshId(collection: string): number {
    let id = this.#fresh.get(collection) ?? FIRST_INVENTED;
    while (this.known.has(collection, id) || this.#taken.get(collection)?.has(id)) id++;
    this.#fresh.set(collection, id + 1);
    return id;
  }

  #take(collection: string, id: number): void {
    if (id >= FIRST_INVENTED) memo(this.#taken, collection, () => new Set<number>()).add(id);
  }

  /** Notes the target of a reference as wanted if it is embedded and missing. `named`: the record that refers. */
  refer(
    { collection, shape }: { readonly collection: string; readonly shape?: string },
    to: number,
    named: string,
  ): void {
    this.#take(collection, to);
    if (shape === undefined || to === 0 || this.known.has(collection, to)) return;
    const wanted = memo(this.#missing.records, collection, () => new Map<number, string>());
    if (!wanted.has(to)) wanted.set(to, named);
  }
}
