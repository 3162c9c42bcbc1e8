// The records that the data is to have, with all that is known of each: the fields that were fetched; for the others
// what the data has now; and what was found out, or invented, besides. Lists show a record several times, in several
// shapes: of two values of a field the one that was fetched last counts, and that there were two is reported.
import { hash } from 'node:crypto';
import type { Portal } from '../../model/endpoint.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';

/** The data as it is now, as far as it is asked for. */
export interface Ours {
  /** A record as it is written; undefined when there is none. */
  record(collection: string, id: number): JsonObject | undefined;
  ids(collection: string): Iterable<number>;
}

/** Counts by `collection.field`. */
export type FieldCounts = Record<string, number>;

/** A record of which the origin gave more than one version. */
export interface Versions {
  readonly collection: string;
  readonly id: number;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** The most records of several versions that are told one by one. */
const MAX_TOLD = 1000;

export class Known {
  /** How many records lack a field that they may lack: neither the origin showed it nor the data has it. */
  readonly unknown: FieldCounts = {};
  /**
   * By collection: the records as JSON, since objects take several times the memory; bytes do not count towards the
   * limit of the heap.
   */
  readonly #records: ReadonlyMap<string, Map<number, Buffer>>;
  /** By collection, record and shape: a hash of what was shown last, by which the same is known. */
  readonly #shown: ReadonlyMap<string, Map<number, Map<string, number>>>;
  /** By collection and field: the records that the origin shows without it. */
  readonly #notKnown = new Map<string, Set<number>>();
  readonly #versions = new Map<string, Versions>();
  #ours: Ours | undefined;

  constructor(private readonly portal: Portal) {
    this.#records = new Map(portal.collections.map(({ name }) => [name, new Map()]));
    this.#shown = new Map(portal.collections.map(({ name }) => [name, new Map()]));
  }

  /** Takes in what a list shows of a record. */
  show(collection: string, shape: string, id: number, fields: JsonObject): void {
    const marks = memo(this.#shown.get(collection)!, id, () => new Map<string, number>());
    // 48 bits of a hash: that two versions of one record share them is as unlikely as it is without harm, since
    // the proof compares values.
    const mark = hash('sha256', JSON.stringify(fields), 'buffer').readUIntBE(0, 6);
    if (marks.get(shape) === mark) return;
    marks.set(shape, mark);
    const before = this.record(collection, id);
    this.#differ(collection, id, differing(before, fields));
    this.#put(collection, id, { ...before, ...fields });
  }

  /**
   * Joins what was shown with what the data has, and shows each record to `see`; by then all ids are known. `isGone`:
   * whether records of a collection that were not shown are.
   */
  join(
    ours: Ours | undefined,
    isGone: (collection: string) => boolean,
    withholdPersonal: boolean,
    see: (known: Known, collection: string, id: number, record: JsonObject) => void,
  ): void {
    this.#ours = ours;
    for (const [name, records] of this.#records) {
      const kept = isGone(name) ? [] : (ours?.ids(name) ?? []);
      for (const id of kept) if (!records.has(id)) records.set(id, NOTHING);
    }
    for (const { name, fields, agreements } of this.portal.collections) {
      for (const id of [...this.ids(name)].sort((a, b) => a - b)) {
        const isShown = this.#shown.get(name)!.has(id);
        const told = this.record(name, id);
        const own = ours?.record(name, id);
        const record: Record<string, Json> = {};
        for (const [field, { withheldAs, computed, required }] of Object.entries(fields)) {
          if (withholdPersonal && withheldAs !== undefined) continue;
          let value = told[field];
          // What other records of a tree tell goes before what the data has.
          const isAgreed = isShown && agreements.some((one) => one.field === field);
          if (value === undefined && !isAgreed) {
            value = own?.[field];
            if (value !== undefined) this.noteUnknown(name, id, field);
          }
          if (value !== undefined) record[field] = value;
          else if (!own && !computed && !required) {
            this.unknown[`${name}.${field}`] = (this.unknown[`${name}.${field}`] ?? 0) + 1;
          }
        }
        this.#put(name, id, record);
        see(this, name, id, record);
      }
    }
  }

  /** How many records came in several versions, and the first of them. */
  get versions(): { readonly records: number; readonly first: readonly Versions[] } {
    return { records: this.#versions.size, first: [...this.#versions.values()].slice(0, MAX_TOLD) };
  }

  /** Whether lists showed several values of a field. */
  varies(collection: string, id: number, field: string): boolean {
    return this.#versions.get(`${collection} ${id}`)?.fields.includes(field) ?? false;
  }

  /** A field of a record as the data has it now. */
  ours(collection: string, id: number, field: string): Json | undefined {
    return this.#ours?.record(collection, id)?.[field];
  }

  /** Notes that the origin does not show a field of a record: its value is that of the data, or invented. */
  noteUnknown(collection: string, id: number, field: string): void {
    memo(this.#notKnown, `${collection}.${field}`, () => new Set<number>()).add(id);
  }

  /** Whether a field of a record, or that the record does without it, is from the origin. */
  isFromOrigin(collection: string, id: number, field: string): boolean {
    const isShown = this.#shown.get(collection)!.has(id);
    return isShown && this.#notKnown.get(`${collection}.${field}`)?.has(id) !== true;
  }

  ids(collection: string): Iterable<number> {
    return this.#records.get(collection)!.keys();
  }

  has(collection: string, id: number): boolean {
    return this.#records.get(collection)!.has(id);
  }

  /** A record with all of its fields that are known. */
  record(collection: string, id: number): JsonObject {
    const record = this.#records.get(collection)!.get(id) ?? NOTHING;
    return JSON.parse(record.toString());
  }

  /** A text of a record. */
  text(collection: string, id: number, field: string): string | undefined {
    const text = this.record(collection, id)[field];
    return typeof text === 'string' ? text : undefined;
  }

  /** Adds fields to a record, or a record. What is known stays. */
  add(collection: string, id: number, fields: JsonObject): void {
    this.#put(collection, id, { ...fields, ...this.record(collection, id) });
  }

  #put(collection: string, id: number, record: JsonObject): void {
    this.#records.get(collection)!.set(id, Buffer.from(JSON.stringify(record)));
  }

  #differ(collection: string, id: number, fields: readonly string[]): void {
    if (fields.length === 0) return;
    const key = `${collection} ${id}`;
    const all = [...new Set([...(this.#versions.get(key)?.fields ?? []), ...fields])];
    this.#versions.set(key, { collection, id, fields: all });
  }
}

const NOTHING = Buffer.from('{}');

/** The fields of which two records give different values. */
function differing(a: JsonObject, b: JsonObject): string[] {
  return Object.keys(b).filter((name) => {
    return a[name] !== undefined && JSON.stringify(a[name]) !== JSON.stringify(b[name]);
  });
}
