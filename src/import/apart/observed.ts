// Everything that was told of each record, in each shape in which it was met → one record of it. Of two
// values of a field, the one that was fetched last; that there were two is told.
import { hash } from 'node:crypto';
import type { Collection } from '../../model/collection.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { Shelf } from './shelf.js';

/** A record of which the origin gave more than one version. */
export interface Versions {
  readonly collection: string;
  readonly id: number;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** The most records of several versions that are told one by one. */
const MAX_TOLD = 1000;

export class Observed {
  readonly #shelf = new Shelf();
  readonly #versions = new Map<string, Versions>();

  add(collection: string, shape: string, id: number, fields: JsonObject): void {
    const key = `${collection} ${shape}`;
    const text = JSON.stringify(fields);
    // 48 bits of a hash: that two versions of one record share them is as unlikely as it is without harm, since
    // the proof compares values.
    const mark = hash('sha256', text, 'buffer').readUIntBE(0, 6);
    const before = this.#shelf.mark(key, id);
    if (before === mark) return;
    if (before === undefined) {
      this.#shelf.put(key, id, text, mark);
      return;
    }
    const { record } = this.#shelf.get(key, id)!;
    this.#differ(collection, id, differing(record, fields));
    // What the address of a lookup told, no other list of its shape tells.
    this.#shelf.put(key, id, JSON.stringify({ ...record, ...fields }), mark);
  }

  /** The ids of the records of a collection of which anything was told. */
  ids({ name, shapes }: Collection): Set<number> {
    return new Set(
      Object.keys(shapes).flatMap((shape) => [...this.#shelf.ids(`${name} ${shape}`)]),
    );
  }

  /** What was told of a record; undefined for nothing. */
  record({ name, shapes }: Collection, id: number): JsonObject | undefined {
    const told = Object.keys(shapes)
      .flatMap((shape) => this.#shelf.get(`${name} ${shape}`, id) ?? [])
      .sort((a, b) => a.order - b.order);
    if (told.length < 2) return told[0]?.record;
    const merged: Record<string, Json | undefined> = {};
    for (const { record } of told) {
      this.#differ(name, id, differing(merged, record));
      Object.assign(merged, record);
    }
    return merged;
  }

  /** How many records came in several versions, and the first of them. */
  get versions(): { readonly records: number; readonly first: readonly Versions[] } {
    return { records: this.#versions.size, first: [...this.#versions.values()].slice(0, MAX_TOLD) };
  }

  /** Whether more than one value of a field was told. */
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

/** The fields of which two records give different values. */
function differing(a: JsonObject, b: JsonObject): string[] {
  return Object.keys(b).filter((name) => {
    return a[name] !== undefined && JSON.stringify(a[name]) !== JSON.stringify(b[name]);
  });
}
