// Collects the records of the portal, with all fields that are known. A field that no list shows now is taken from the
// last import. Lists may show a record several times, in several shapes. If they show different values of a field, the
// last value counts, and the difference is reported.
import type { PortalData } from '../../editing/workspace/portal-data.js';
import { inWriting } from '../../engine/compile/written.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';

/** Counts, by `collection.field` or by collection. */
export type FieldCounts = Record<string, number>;

/** A record that the portal showed in several versions. */
export interface Versions {
  readonly collection: string;
  readonly id: number;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** The most records with several versions that are listed. */
const MAX_TOLD = 1000;

export class Known {
  /** By `collection.field`: how many new records lack an optional field. The last import did not have these records. */
  readonly unknown: FieldCounts = {};
  /**
   * By collection: each record as JSON in a buffer. Objects would take several times the memory, and would count for
   * the heap limit of Node.
   */
  readonly #records: ReadonlyMap<string, Map<number, Buffer>>;
  /** By collection and record: the shapes in which lists showed it. */
  readonly #shown: ReadonlyMap<string, Map<number, Set<string>>>;
  /** By `collection.field`: the ids of the records of which no list shows the field. */
  readonly #unshown = new Map<string, Set<number>>();
  readonly #versions = new Map<string, Versions>();
  readonly #collections: ReadonlyMap<string, Collection>;

  /** `lastState`: the portal at the last import. */
  constructor(
    portal: Portal,
    private readonly lastState: PortalData | undefined,
    private readonly withholdPersonal: boolean,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
    this.#records = new Map(portal.collections.map(({ name }) => [name, new Map()]));
    this.#shown = new Map(portal.collections.map(({ name }) => [name, new Map()]));
  }

  /** Adds the fields of a record that a list shows. */
  show(collection: string, shape: string, id: number, shown: JsonObject): void {
    const { fields: declared } = this.#collections.get(collection)!;
    // A field that a shape adds to the declared fields is computed. Data files do not have it.
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
   * Completes the records with the fields that the last import had. Also adds the records of the last import that no
   * list shows now, except in the collections `enumerated`: there, such records were removed.
   */
  complete(enumerated: ReadonlySet<string>): void {
    for (const [name, records] of this.#records) {
      const kept = enumerated.has(name) ? [] : (this.lastState?.table(name).ids ?? []);
      for (const id of kept) if (!records.has(id)) records.set(id, NOTHING);
      for (const id of this.ids(name)) this.#complete(name, id, this.#last(name, id));
    }
  }

  /**
   * Adds a record that no list showed, if the last import had it. Returns whether it did. May only be called after
   * {@link complete}.
   */
  addLast(collection: string, id: number): boolean {
    const own = this.#last(collection, id);
    if (own) this.#complete(collection, id, own);
    return own !== undefined;
  }

  /** `own`: the record in the last import; undefined if it was not there. */
  #complete(name: string, id: number, own: JsonObject | undefined): void {
    const { fields, agreements } = this.#collections.get(name)!;
    const isShown = this.#shown.get(name)!.has(id);
    const shown = this.record(name, id);
    const record: Record<string, Json> = {};
    for (const [field, { withheldAs, computed, required }] of Object.entries(fields)) {
      if (this.withholdPersonal && withheldAs !== undefined) continue;
      let value = shown[field];
      // If a field must be the same in related records, it is later derived from them. Only if that fails, it is taken
      // from the last import.
      const isAgreed = isShown && agreements.some((one) => one.field === field);
      if (value === undefined && !isAgreed) {
        value = own?.[field];
        if (value !== undefined) this.noteUnshown(name, id, field);
      }
      if (value !== undefined) record[field] = value;
      else if (!own && !computed && !required) {
        this.unknown[`${name}.${field}`] = (this.unknown[`${name}.${field}`] ?? 0) + 1;
      }
    }
    this.#put(name, id, record);
  }

  /** The number of records that the portal showed in several versions, and the first 1,000 of them. */
  get versions(): { readonly records: number; readonly first: readonly Versions[] } {
    return { records: this.#versions.size, first: [...this.#versions.values()].slice(0, MAX_TOLD) };
  }

  /** Whether the portal shows no certain value of a field: no list shows it, or lists show several values. */
  varies(collection: string, id: number, field: string): boolean {
    if (this.#unshown.get(`${collection}.${field}`)?.has(id)) return true;
    return this.#versions.get(`${collection} ${id}`)?.fields.includes(field) ?? false;
  }

  last(collection: string, id: number, field: string): Json | undefined {
    return this.#last(collection, id)?.[field];
  }

  #last(collection: string, id: number): JsonObject | undefined {
    const record = this.lastState?.record(collection, id);
    return record && (inWriting(record) as JsonObject); // only lists and objects inside of a record become texts
  }

  /** Remembers that no list shows a field of a record. */
  noteUnshown(collection: string, id: number, field: string): void {
    memo(this.#unshown, `${collection}.${field}`, () => new Set<number>()).add(id);
  }

  /** Whether a field's value, or its absence, is what the portal shows. */
  isFromOrigin(collection: string, id: number, field: string): boolean {
    const shown = this.#shown.get(collection)!.get(id);
    if (!shown || this.#unshown.get(`${collection}.${field}`)?.has(id)) return false;
    const { shapes } = this.#collections.get(collection)!;
    const isInShape = [...shown].some((shape) => shapes[shape]!.keys.includes(field));
    // If no shape with this field was shown, a value was derived from what lists show. Without a value, the portal may
    // have one that it does not show.
    return isInShape || this.record(collection, id)[field] !== undefined;
  }

  /** The ids of a collection, sorted. */
  ids(collection: string): readonly number[] {
    return [...this.#records.get(collection)!.keys()].sort((a, b) => a - b);
  }

  get counts(): FieldCounts {
    return Object.fromEntries([...this.#records].map(([name, { size }]) => [name, size]));
  }

  has(collection: string, id: number): boolean {
    return this.#records.get(collection)!.has(id);
  }

  record(collection: string, id: number): JsonObject {
    const record = this.#records.get(collection)!.get(id) ?? NOTHING;
    return JSON.parse(record.toString());
  }

  /** A field of a record, if it is a text. */
  text(collection: string, id: number, field: string): string | undefined {
    const text = this.record(collection, id)[field];
    return typeof text === 'string' ? text : undefined;
  }

  /** Adds fields to a record, or adds a new record. Known values are not changed. */
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

/** The fields of `b` whose values differ from those in `a`. */
function differing(a: JsonObject, b: JsonObject): string[] {
  return Object.keys(b).filter((name) => {
    return a[name] !== undefined && JSON.stringify(a[name]) !== JSON.stringify(b[name]);
  });
}
