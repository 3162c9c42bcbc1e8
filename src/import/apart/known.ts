// All that is known of the records that there are to be: what was fetched; for what nothing that was
// fetched shows, what the data has now; and what was found out, or invented, besides.
import { memo } from '../../memo.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import type { Fields, Json, JsonObject } from '../../model/fields.js';
import type { Observed } from './observed.js';
import { Shelf } from './shelf.js';

/** The data as it is now, as far as it is asked for. */
export interface Ours {
  /** A record as it is written; undefined when there is none. */
  record(collection: string, id: number): JsonObject | undefined;
  ids(collection: string): Iterable<number>;
}

/** Counts by `collection.field`. */
export type Counts = Record<string, number>;

export const count = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

interface Sources {
  readonly observed: Observed;
  readonly ours: Ours | undefined;
  /** Whether records of a collection that were not met are gone. */
  readonly isGone: (collection: string) => boolean;
  readonly withholdPersonal: boolean;
}

export class Known {
  /** How many records lack a field that they may lack: neither the origin showed it nor the data has it. */
  readonly unknown: Counts = {};
  readonly #shelf: Shelf;
  readonly #ids = new Map<string, Set<number>>();
  readonly #added = new Map<string, Map<number, JsonObject>>();
  readonly #collections: ReadonlyMap<string, Collection>;

  /** Reads everything once, and shows each record to `see`, when all ids are known. */
  constructor(
    portal: Portal,
    path: string,
    { observed, ours, isGone, withholdPersonal }: Sources,
    see: (known: Known, collection: string, id: number, record: JsonObject) => void,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
    this.#shelf = new Shelf(path);
    for (const declared of portal.collections) {
      const { name } = declared;
      const kept = isGone(name) ? [] : (ours?.ids(name) ?? []);
      const ids = [...observed.ids(declared), ...kept].sort((a, b) => a - b);
      this.#ids.set(name, new Set(ids));
    }
    for (const declared of portal.collections) {
      const { name, fields } = declared;
      for (const id of this.ids(name)) {
        const told = observed.record(declared, id);
        const own = ours?.record(name, id);
        const record: Record<string, Json> = {};
        for (const [field, { withheldAs, computed, required }] of Object.entries(fields)) {
          if (withholdPersonal && withheldAs !== undefined) continue;
          const value = told?.[field] !== undefined ? told[field] : own?.[field];
          if (value !== undefined) record[field] = value;
          else if (!own && !computed && !required) count(this.unknown, `${name}.${field}`);
        }
        this.#shelf.put(name, id, JSON.stringify(record));
        see(this, name, id, record);
      }
    }
  }

  fieldsOf(collection: string): Fields {
    return this.#collections.get(collection)!.fields;
  }

  /** The ids of a collection, ascending but for those that were added. */
  ids(collection: string): Iterable<number> {
    return this.#ids.get(collection)!;
  }

  has(collection: string, id: number): boolean {
    return this.#ids.get(collection)!.has(id);
  }

  /** A record with all of its fields that are known. */
  record(collection: string, id: number): JsonObject {
    const known = this.#shelf.get(collection, id)?.record;
    return { ...this.#added.get(collection)?.get(id), ...known };
  }

  /** Adds fields to a record, or a record. What is known stays. */
  add(collection: string, id: number, fields: JsonObject): void {
    this.#ids.get(collection)!.add(id);
    const added = memo(this.#added, collection, () => new Map<number, JsonObject>());
    added.set(id, { ...fields, ...added.get(id) });
  }

  close(): void {
    this.#shelf.close();
  }
}
