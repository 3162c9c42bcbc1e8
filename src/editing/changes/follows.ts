// What follows from an edit: the fields by which records of the API changed although nobody edited them,
// since they show, or are worked out from, what was edited. In: records before and after, as pages show
// them. Out: counts by field.

import { type Collection, fieldIn, type Shape } from '../../model/collection.js';
import type { Endpoint, Portal } from '../../model/endpoint.js';
import {
  elementOf,
  type Fields,
  isObject,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Edited } from './edited.js';

/** Records that changed by one field, or that come or go without having been added or removed. */
export interface Follows {
  /** Such as `post.last_comment`; `added` and `removed`: of records that were not edited. */
  readonly cause: string;
  /** The records whose field it is. */
  readonly collection: string;
  /** How many of these there are. */
  readonly of: number;
  /** How many records of the API show them, or are them. */
  readonly records: number;
}

interface Cause {
  readonly collection: Collection;
  /** A field; `added` and `removed` stand for records as a whole. */
  readonly field: string;
  /** The ids of the records whose field it is. */
  readonly of: Set<number>;
  /** The records of the API in which it changed. */
  readonly records: Set<string>;
  /** Of them, those that are themselves the records whose field it is. */
  readonly own: Set<number>;
}

export class Consequences {
  readonly #byName: ReadonlyMap<string, Collection>;
  readonly #causes = new Map<string, Cause>();

  constructor({ collections }: Portal) {
    this.#byName = new Map(collections.map((collection) => [collection.name, collection]));
  }

  /** Notes the records of a list that came and went. */
  whole(
    { records }: Endpoint,
    ids: Readonly<Record<'added' | 'removed', readonly number[]>>,
  ): void {
    if (!records) return;
    const collection = this.#byName.get(records.collection)!;
    for (const kind of ['added', 'removed'] as const) {
      for (const id of ids[kind])
        this.#note(collection, kind, id, `${collection.name} ${id}`, true);
    }
  }

  /** Notes what changed in a record of a list. */
  changed({ records }: Endpoint, before: unknown, after: unknown): void {
    if (!records || !isObject(before) || !isObject(after)) return;
    const collection = this.#byName.get(records.collection)!;
    const key = `${records.collection} ${after['id']}`;
    this.#compare(collection, collection.shapes[records.shape]!, before, after, key, true);
  }

  /** What follows, the most records first; without the edits themselves. */
  list(edited: readonly Edited[]): Follows[] {
    const direct = new Map<string, Edited>();
    for (const one of edited) direct.set(`${one.collection} ${one.id}`, one);
    const all = [...this.#causes.values()].flatMap(({ collection, field, of, records, own }) => {
      const left = new Set(records);
      const leftOf = new Set(of);
      for (const id of own) {
        const key = `${collection.name} ${id}`;
        if (!isDirect(collection.fields, field, direct.get(key))) continue;
        left.delete(key);
      }
      // A record whose field nothing else shows has no part in what follows.
      if (left.size === 0) return [];
      const whole = field === 'added' || field === 'removed';
      if (whole) for (const id of of) if (!left.has(`${collection.name} ${id}`)) leftOf.delete(id);
      const cause = whole ? field : `${collection.singular}.${field}`;
      return [{ cause, collection: collection.name, of: leftOf.size, records: left.size }];
    });
    return all.sort((a, b) => b.records - a.records || (a.cause < b.cause ? -1 : 1));
  }

  #note(collection: Collection, field: string, id: number, record: string, isOwn: boolean): void {
    const cause = memo(this.#causes, `${collection.name} ${field}`, () => ({
      ...{ collection, field, of: new Set<number>() },
      ...{ records: new Set<string>(), own: new Set<number>() },
    }));
    cause.of.add(id);
    cause.records.add(record);
    if (isOwn) cause.own.add(id);
  }

  /** Follows what is embedded down to the record whose own field differs. */
  #compare(
    collection: Collection,
    shape: Shape,
    before: JsonObject,
    after: JsonObject,
    record: string,
    isOwn: boolean,
  ): void {
    for (const key of shape.keys) {
      if (isEqual(before[key], after[key])) continue;
      const { type } = fieldIn(collection, shape, key);
      const chosen = shape.references?.[key];
      if (this.#inside(type, chosen, before[key], after[key], record)) continue;
      this.#note(collection, key, Number(after['id']), record, isOwn);
    }
  }

  /** Whether all that differs in a value is inside of records that it embeds, which are compared. */
  #inside(
    type: Type,
    chosen: string | undefined,
    before: unknown,
    after: unknown,
    record: string,
  ): boolean {
    if (isEqual(before, after)) return true;
    const reference = referenceOf(type);
    if (reference) {
      const name = chosen ?? reference.shape;
      if (name === undefined || !isObject(before) || !isObject(after)) return false;
      if (before['id'] !== after['id']) return false;
      const target = this.#byName.get(reference.collection)!;
      const shape = target.shapes[name];
      if (!shape) return false;
      this.#compare(target, shape, before, after, record, false);
      return true;
    }
    const element = elementOf(type);
    if (element) {
      if (!Array.isArray(before) || !Array.isArray(after)) return false;
      if (before.length !== after.length) return false;
      return before.every((one, i) => this.#inside(element, undefined, one, after[i], record));
    }
    const part = partOf(type);
    if (!part || !isObject(before) || !isObject(after)) return false;
    return Object.keys({ ...before, ...after }).every((key) => {
      const own = part[key];
      if (!own) return isEqual(before[key], after[key]);
      return this.#inside(own.type, undefined, before[key], after[key], record);
    });
  }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a change of a record's own field is its edit, rather than worked out from other records. */
function isDirect(fields: Fields, field: string, edited: Edited | undefined): boolean {
  if (!edited) return false;
  if (field === 'added' || field === 'removed') return true;
  return (
    fields[field]?.absent.kind !== 'linked' ||
    edited.fields.some((name) => name.split('.')[0] === field)
  );
}
