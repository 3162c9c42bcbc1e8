// Lists show a record several times, in several shapes; each is a sighting. All sightings of a record are joined to one
// record: of two values of a field, the one that was fetched last; that there were two is reported.
import { hash } from 'node:crypto';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';

/** A record of which the origin gave more than one version. */
export interface Versions {
  readonly collection: string;
  readonly id: number;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** The most records of several versions that are told one by one. */
const MAX_TOLD = 1000;

/** What the sightings of a record have in common. */
interface FromSightings {
  /** JSON, since objects take several times the memory; bytes do not count towards the limit of the heap. */
  readonly bytes: Buffer;
  /** By shape: a hash of the last sighting in it, by which a repeated one is known. */
  readonly marks: Map<string, number>;
}

export class Sightings {
  readonly #told = new Map<string, Map<number, FromSightings>>();
  readonly #versions = new Map<string, Versions>();

  add(collection: string, shape: string, id: number, fields: JsonObject): void {
    const told = memo(this.#told, collection, () => new Map<number, FromSightings>());
    const text = JSON.stringify(fields);
    // 48 bits of a hash: that two versions of one record share them is as unlikely as it is without harm, since
    // the proof compares values.
    const mark = hash('sha256', text, 'buffer').readUIntBE(0, 6);
    const before = told.get(id);
    if (before?.marks.get(shape) === mark) return;
    const marks = (before?.marks ?? new Map<string, number>()).set(shape, mark);
    if (!before) {
      told.set(id, { bytes: Buffer.from(text), marks });
      return;
    }
    const record = parsed(before);
    this.#differ(collection, id, differing(record, fields));
    told.set(id, { bytes: Buffer.from(JSON.stringify({ ...record, ...fields })), marks });
  }

  /** The ids of the records of a collection that were seen. */
  ids(collection: string): ReadonlySet<number> {
    return new Set(this.#told.get(collection)?.keys());
  }

  /** A record as it was seen; undefined for one that was not. */
  record(collection: string, id: number): JsonObject | undefined {
    const told = this.#told.get(collection)?.get(id);
    return told && parsed(told);
  }

  /** How many records came in several versions, and the first of them. */
  get versions(): { readonly records: number; readonly first: readonly Versions[] } {
    return { records: this.#versions.size, first: [...this.#versions.values()].slice(0, MAX_TOLD) };
  }

  /** Whether several values of a field were seen. */
  varies(collection: string, id: number, field: string): boolean {
    return this.#versions.get(`${collection} ${id}`)?.fields.includes(field) ?? false;
  }

  #differ(collection: string, id: number, fields: readonly string[]): void {
    if (fields.length === 0) return;
    const key = `${collection} ${id}`;
    const all = [...new Set([...(this.#versions.get(key)?.fields ?? []), ...fields])];
    this.#versions.set(key, { collection, id, fields: all });
  }
}

const parsed = ({ bytes }: FromSightings): JsonObject => JSON.parse(bytes.toString());

/** The fields of which two records give different values. */
function differing(a: JsonObject, b: JsonObject): string[] {
  return Object.keys(b).filter((name) => {
    return a[name] !== undefined && JSON.stringify(a[name]) !== JSON.stringify(b[name]);
  });
}
