// Decides which computed fields are written into the data files: those for which a build would compute another value
// than the portal shows, or of which the portal shows none.
import { linkOf, type Plan } from '../../engine/plan.js';
import { canonical } from '../../model/canonical.js';
import { type Fields, isId, type Json, type JsonObject, targetOf } from '../../model/fields.js';
import type { Link } from '../../model/links.js';
import { memo } from '../../model/memo.js';
import type { Known } from './known.js';

type LinkOf<K extends Link['kind']> = Extract<Link, { kind: K }>;

/** The most ancestors of a record that are looked at, because a hostile portal may claim millions. */
const MAX_ABOVE = 100;

export class Overrides {
  /** By `collection.field`: the ids of the records in which the field is written. */
  readonly #ids = new Map<string, Set<number>>();
  /**
   * By collection: the numbers of the trees whose records are written with their nested sets (left and right numbers).
   */
  readonly #nested = new Map<string, Set<Json | undefined>>();
  /** By `collection.field`: the ids of the records in which the field cannot be computed. */
  readonly #uncomputable = new Map<string, Set<number>>();
  #changed = new Set<string>();

  constructor(
    private readonly plan: Plan,
    private readonly known: Known,
  ) {}

  /** Whether a computed field is written into the data file. `record`: the record with all known fields. */
  has(collection: string, record: JsonObject, field: string): boolean {
    const fields = this.#fieldsOf(collection);
    const link = linkOf(fields[field])!;
    switch (link.kind) {
      case 'depth':
      case 'root':
        return false; // never written, because it must agree with the ancestors
      case 'through':
        // Written only if a build would compute another value, or none.
        return !fields[field]!.computed && this.#taken(fields, record, link) !== record[field];
    }
    const id = record['id'] as number;
    const isNested = this.#nested.get(collection)?.has(record[numberOfTree(fields)]) === true;
    return (
      (link.kind === 'walk' && isNested) ||
      this.#ids.get(`${collection}.${field}`)?.has(id) === true ||
      !this.known.isFromOrigin(collection, id, field)
    );
  }

  /** The value that a build would take from another record. */
  #taken(fields: Fields, record: JsonObject, link: LinkOf<'through'>): Json | undefined {
    for (const reference of link.references) {
      const [of, id] = [targetOf(fields[reference]!), record[reference]];
      if (isId(id) && this.known.has(of, id)) return this.known.record(of, id)[link.field];
    }
    return undefined;
  }

  /** Compares a built record with the portal's. If a field differs, and may be written, it is written from now on. */
  readonly compare = (collection: string, id: number, built: JsonObject): void => {
    const fields = this.#fieldsOf(collection);
    const record = this.known.record(collection, id);
    for (const [field, value] of Object.entries(built)) {
      const link = linkOf(fields[field]);
      const shown = record[field];
      if (!link || shown === undefined || canonical(shown) === canonical(value)) continue;
      if (this.#override(collection, record, field, link)) this.#changed.add(collection);
    }
  };

  /** Decides what to do about a field that differs. Returns whether the build has to be repeated. */
  #override(collection: string, record: JsonObject, field: string, link: Link): boolean {
    const id = record['id'] as number;
    switch (link.kind) {
      case 'through':
        return false;
      case 'depth':
      case 'root': {
        // If an ancestor has a parent that the portal does not show, the value cannot be computed. Then the field is no
        // longer compared, and the build is repeated.
        if (!this.isComparable(collection, id, field)) return false;
        const isUncomputable = this.#isBelowUnshown(collection, record, link);
        return isUncomputable && isNew(idsOf(this.#uncomputable, collection, field), id);
      }
      case 'walk': {
        const trees = memo(this.#nested, collection, () => new Set());
        return isNew(trees, record[numberOfTree(this.#fieldsOf(collection))]);
      }
      case 'treeId': {
        // It is enough to write the number of a tree into its root: a build copies it to the other records of the tree.
        const above = record[link.parent];
        if (isId(above) && this.known.record(collection, above)[field] !== undefined) return false;
      }
    }
    return isNew(idsOf(this.#ids, collection, field), id);
  }

  /** Whether a build can publish the value that the portal shows, and so must. */
  isComparable(collection: string, id: number, field: string): boolean {
    const isComputable = !this.#uncomputable.get(`${collection}.${field}`)?.has(id);
    return isComputable && !this.known.varies(collection, id, field);
  }

  #isBelowUnshown(
    collection: string,
    record: JsonObject,
    link: LinkOf<'depth'> | LinkOf<'root'>,
  ): boolean {
    const { known } = this;
    let [of, at] = [collection, record['id']];
    if (link.kind === 'root') {
      of = targetOf(this.#fieldsOf(collection)[link.reference]!);
      at = record[link.reference];
    }
    for (let steps = 0; steps < MAX_ABOVE && isId(at) && known.has(of, at); steps++) {
      if (!known.isFromOrigin(of, at, link.parent)) return true;
      at = known.record(of, at)[link.parent];
    }
    return false;
  }

  /** The collections for which {@link compare} changed something since the last call. Their files are written again. */
  take(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  #fieldsOf = (collection: string): Fields => this.plan.byName.get(collection)!.fields;
}

const idsOf = (all: Map<string, Set<number>>, collection: string, field: string): Set<number> =>
  memo(all, `${collection}.${field}`, () => new Set());

/** The field that has the number of a record's tree. */
const numberOfTree = (fields: Fields): string =>
  Object.keys(fields).find((name) => linkOf(fields[name])?.kind === 'treeId') ?? '';

/** Adds a value to a set. Returns whether the value is new there. */
const isNew = <T>(all: Set<T>, one: T): boolean => all.size < all.add(one).size;
