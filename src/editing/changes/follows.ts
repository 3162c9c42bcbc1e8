// What follows from an edit: records of the API that nobody edited change, too, where they embed an edited
// record, or a value that is computed from one. Input: records before and after, as pages show them.
// Output: the number of such records for each field.

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

/** Records of the API that changed by one field, or that appeared or disappeared without having been edited. */
export interface Follows {
  /** A field, such as `post.last_comment`; or `added` or `removed`, for records that appeared or disappeared. */
  readonly cause: string;
  /** The collection whose field it is, or whose records appeared or disappeared. */
  readonly collection: string;
  /** In how many records of that collection the field changed. */
  readonly of: number;
  /** How many records of the API are among these, or embed one of them. */
  readonly records: number;
}

interface Cause {
  readonly collection: Collection;
  /** A field; `added` and `removed` stand for records as a whole. */
  readonly field: string;
  /** The ids of the records of `collection` whose field changed. */
  readonly of: Set<number>;
  /** Keys of the records of the API that show the change, such as `events 90`. */
  readonly records: Set<string>;
  /** The ids of those `records` whose own field changed, rather than that of a record that they embed. */
  readonly own: Set<number>;
}

export class Consequences {
  readonly #byName: ReadonlyMap<string, Collection>;
  readonly #causes = new Map<string, Cause>();

  constructor({ collections }: Portal) {
    this.#byName = new Map(collections.map((collection) => [collection.name, collection]));
  }

  /** Notes the records that were added to a list, or removed from it. */
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

  /** Returns what follows from the edits, without the edits themselves; causes with the most records first. */
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
      // Only edited records show this change: nothing follows from it.
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

  /** Compares a record's fields, and those of embedded records, to find the records whose own field differs. */
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

  /** Compares the records that a value embeds. Returns whether the value differs nowhere else. */
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

/** Whether a record's own field changed by the edit of that record, rather than computed from other records. */
function isDirect(fields: Fields, field: string, edited: Edited | undefined): boolean {
  if (!edited) return false;
  if (field === 'added' || field === 'removed') return true;
  return (
    fields[field]?.absent.kind !== 'linked' ||
    edited.fields.some((name) => name.split('.')[0] === field)
  );
}
