// The records that the data is to have, with all that is known of each: the fields that were fetched; for the others
// what the data has now; and what was found out, or invented, besides.
import type { Portal } from '../../model/endpoint.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Sightings } from './sightings.js';

/** The data as it is now, as far as it is asked for. */
export interface Ours {
  /** A record as it is written; undefined when there is none. */
  record(collection: string, id: number): JsonObject | undefined;
  ids(collection: string): Iterable<number>;
}

/** Counts by `collection.field`. */
export type FieldCounts = Record<string, number>;

export const count = (counts: FieldCounts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

interface Sources {
  readonly sightings: Sightings;
  readonly ours: Ours | undefined;
  /** Whether records of a collection that were not met are gone. */
  readonly isGone: (collection: string) => boolean;
  readonly withholdPersonal: boolean;
}

export class Known {
  /** How many records lack a field that they may lack: neither the origin showed it nor the data has it. */
  readonly unknown: FieldCounts = {};
  /** By collection: the records as JSON, since objects take several times the memory. */
  readonly #records = new Map<string, Map<number, Buffer>>();
  /** By collection: the records that the origin shows. */
  readonly #fromOrigin = new Map<string, ReadonlySet<number>>();
  /** By collection and field: those of them of which it does not show the field. */
  readonly #notKnown = new Map<string, Set<number>>();

  /** Joins the sources of each record, and shows it to `see`; by then all ids are known. */
  constructor(
    portal: Portal,
    private readonly sources: Sources,
    see: (known: Known, collection: string, id: number, record: JsonObject) => void,
  ) {
    const { sightings, ours, isGone, withholdPersonal } = sources;
    for (const { name } of portal.collections) {
      const kept = isGone(name) ? [] : (ours?.ids(name) ?? []);
      const told = sightings.ids(name);
      this.#fromOrigin.set(name, told);
      const ids = [...told, ...kept].sort((a, b) => a - b);
      this.#records.set(name, new Map(ids.map((id) => [id, NOTHING])));
    }
    for (const { name, fields, agreements } of portal.collections) {
      for (const id of this.ids(name)) {
        const told = sightings.record(name, id);
        const own = ours?.record(name, id);
        const record: Record<string, Json> = {};
        for (const [field, { withheldAs, computed, required }] of Object.entries(fields)) {
          if (withholdPersonal && withheldAs !== undefined) continue;
          let value = told?.[field];
          // What other records of a tree tell goes before what the data has.
          const isAgreed = told !== undefined && agreements.some((one) => one.field === field);
          if (value === undefined && !isAgreed) {
            value = own?.[field];
            if (value !== undefined) this.noteUnknown(name, id, field);
          }
          if (value !== undefined) record[field] = value;
          else if (!own && !computed && !required) count(this.unknown, `${name}.${field}`);
        }
        this.add(name, id, record);
        see(this, name, id, record);
      }
    }
  }

  /** A field of a record as the data has it now. */
  ours(collection: string, id: number, field: string): Json | undefined {
    return this.sources.ours?.record(collection, id)?.[field];
  }

  /** Notes that the origin does not show a field of a record: its value is that of the data, or invented. */
  noteUnknown(collection: string, id: number, field: string): void {
    memo(this.#notKnown, `${collection}.${field}`, () => new Set<number>()).add(id);
  }

  /** Whether a field of a record, or that the record does without it, is from the origin. */
  isFromOrigin(collection: string, id: number, field: string): boolean {
    const isKnown = this.#fromOrigin.get(collection)!.has(id);
    return isKnown && this.#notKnown.get(`${collection}.${field}`)?.has(id) !== true;
  }

  /** The ids of a collection, ascending but for those that were added. */
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

  /** Adds fields to a record, or a record. What is known stays. */
  add(collection: string, id: number, fields: JsonObject): void {
    const record = { ...fields, ...this.record(collection, id) };
    this.#records.get(collection)!.set(id, Buffer.from(JSON.stringify(record)));
  }
}

const NOTHING = Buffer.from('{}');
