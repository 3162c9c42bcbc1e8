// The records of the origin, with all known fields of each: as lists show them now; otherwise from the last import;
// otherwise derived or invented. Lists show a record several times, in several shapes. If they show different values of
// a field, the last one is used, and the difference is reported.
import type { PortalData } from '../../editing/workspace/portal-data.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';

/** Looks at a record, of which all that lists and the last state show is known. */
type See = (known: Known, collection: string, id: number, record: JsonObject) => void;

/** Counts by `collection.field`. */
export type FieldCounts = Record<string, number>;

/** A record that the origin showed in several versions. */
export interface Versions {
  readonly collection: string;
  readonly id: number;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** The most records with several versions that are listed. */
const MAX_TOLD = 1000;

export class Known {
  /**
   * By `collection.field`: how many records lack an optional field, both in the origin's lists and in its last state.
   */
  readonly unknown: FieldCounts = {};
  /**
   * By collection: the records as JSON, because objects take several times the memory, and buffers do not count towards
   * the limit of the heap.
   */
  readonly #records: ReadonlyMap<string, Map<number, Buffer>>;
  /** By collection and record: the shapes in which lists showed it. */
  readonly #shown: ReadonlyMap<string, Map<number, Set<string>>>;
  /** By `collection.field`: the records whose value the origin does not show. */
  readonly #notKnown = new Map<string, Set<number>>();
  readonly #versions = new Map<string, Versions>();
  readonly #collections: ReadonlyMap<string, Collection>;

  /**
   * `lastState`: that of the origin, which supplies what no list shows; `see`: gets each record that the lists or the last
   * state have, once {@link join} has all ids.
   */
  constructor(
    portal: Portal,
    private readonly lastState: PortalData | undefined,
    private readonly withholdPersonal: boolean,
    private readonly see: See,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
    this.#records = new Map(portal.collections.map(({ name }) => [name, new Map()]));
    this.#shown = new Map(portal.collections.map(({ name }) => [name, new Map()]));
  }

  /** Adds the fields of a record that a list shows. */
  show(collection: string, shape: string, id: number, shown: JsonObject): void {
    const { fields: declared } = this.#collections.get(collection)!;
    // A field that only a shape has is computed, and not in data files.
    const own = Object.entries(shown).filter(([name]) => declared[name]);
    const fields: JsonObject = Object.fromEntries(own);
    memo(this.#shown.get(collection)!, id, () => new Set<string>()).add(shape);
    const before = this.record(collection, id);
    const others = differing(before, fields);
    this.#differ(collection, id, others);
    const isMore = Object.keys(fields).some((name) => before[name] === undefined);
    if (isMore || others.length > 0) this.#put(collection, id, { ...before, ...fields });
  }

  /**
   * Completes the shown records with the values of the last state. `isGone`: whether those records of a collection that no
   * list showed were removed.
   */
  join(isGone: (collection: string) => boolean): void {
    for (const [name, records] of this.#records) {
      const kept = isGone(name) ? [] : (this.lastState?.table(name).ids ?? []);
      for (const id of kept) if (!records.has(id)) records.set(id, NOTHING);
    }
    for (const name of this.#records.keys()) {
      for (const id of [...this.ids(name)].sort((a, b) => a - b)) {
        this.#complete(name, id, this.lastState?.record(name, id));
      }
    }
  }

  /** After {@link join}: adds a record that no list showed, if the last state has it. Returns whether it has. */
  addLast(collection: string, id: number): boolean {
    const own = this.lastState?.record(collection, id);
    if (own) this.#complete(collection, id, own);
    return own !== undefined;
  }

  /** `own`: the record as the last import left it; undefined if it was not there. */
  #complete(name: string, id: number, own: JsonObject | undefined): void {
    const { fields, agreements } = this.#collections.get(name)!;
    const isShown = this.#shown.get(name)!.has(id);
    const told = this.record(name, id);
    const record: Record<string, Json> = {};
    for (const [field, { withheldAs, computed, required }] of Object.entries(fields)) {
      if (this.withholdPersonal && withheldAs !== undefined) continue;
      let value = told[field];
      // A value that must be equal in related records is derived from those later. Only then is it taken from the last
      // state.
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
    this.see(this, name, id, record);
  }

  /** How many records have several versions, and the first of them. */
  get versions(): { readonly records: number; readonly first: readonly Versions[] } {
    return { records: this.#versions.size, first: [...this.#versions.values()].slice(0, MAX_TOLD) };
  }

  /** Whether lists showed several values of a field, or one that cannot be used. */
  varies(collection: string, id: number, field: string): boolean {
    if (this.#notKnown.get(`${collection}.${field}`)?.has(id)) return true;
    return this.#versions.get(`${collection} ${id}`)?.fields.includes(field) ?? false;
  }

  /** A field of a record in the last state. */
  last(collection: string, id: number, field: string): Json | undefined {
    return this.lastState?.record(collection, id)?.[field];
  }

  /**
   * Notes that the origin does not show a field of a record. Its value comes from the last state, or is computed or
   * invented.
   */
  noteUnknown(collection: string, id: number, field: string): void {
    memo(this.#notKnown, `${collection}.${field}`, () => new Set<number>()).add(id);
  }

  /** Whether a field's value, or its absence, is from the origin. */
  isFromOrigin(collection: string, id: number, field: string): boolean {
    const shown = this.#shown.get(collection)!.get(id);
    if (!shown || this.#notKnown.get(`${collection}.${field}`)?.has(id)) return false;
    const { shapes } = this.#collections.get(collection)!;
    const isInShape = [...shown].some((shape) => shapes[shape]!.keys.includes(field));
    // A value that no shape has was derived. If there is no value, nothing shows that the origin has none.
    return isInShape || this.record(collection, id)[field] !== undefined;
  }

  ids(collection: string): Iterable<number> {
    return this.#records.get(collection)!.keys();
  }

  /** The number of records by collection. */
  get counts(): FieldCounts {
    return Object.fromEntries([...this.#records].map(([name, { size }]) => [name, size]));
  }

  has(collection: string, id: number): boolean {
    return this.#records.get(collection)!.has(id);
  }

  /** The known fields of a record. */
  record(collection: string, id: number): JsonObject {
    const record = this.#records.get(collection)!.get(id) ?? NOTHING;
    return JSON.parse(record.toString());
  }

  /** A field of a record, if its value is a text. */
  text(collection: string, id: number, field: string): string | undefined {
    const text = this.record(collection, id)[field];
    return typeof text === 'string' ? text : undefined;
  }

  /** Adds fields to a record, or adds a record. Known values are not replaced. */
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

/** The fields of `b` with other values than in `a`. */
function differing(a: JsonObject, b: JsonObject): string[] {
  return Object.keys(b).filter((name) => {
    return a[name] !== undefined && JSON.stringify(a[name]) !== JSON.stringify(b[name]);
  });
}
