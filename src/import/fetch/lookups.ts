// What lists do not tell of their records, and lookups do: a comment's post, by the discussion of each post. Only as
// many lookups are asked for as it takes, those first that most likely tell something new.

import { type Collection, fieldIn } from '../../model/collection.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import { isId, isObject, type JsonObject, referenceOf, targetOf } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import { Groups } from '../groups.js';

/** What is known of the references that a lookup tells. */
export interface Untold {
  /** The ids to ask for, best first; all of them may be more than it takes. */
  readonly ids: readonly number[];
  /** Whether the reference of any record of the list is still not told. */
  readonly isAny: () => boolean;
  /** Takes what a lookup told: these records have the reference. */
  readonly tell: (records: Iterable<number>) => void;
}

/** The lookups by a reference that the shape of their list does not show. */
export const lookupsOf = (portal: Portal, extras: readonly ExtraEndpoint[]): ExtraEndpoint[] =>
  extras.filter(({ lookup, records }) => {
    if (!lookup || !records) return false;
    const { shapes } = collectionOf(portal, records.collection);
    return !shapes[records.shape]!.keys.includes(lookup.by);
  });

/** Finds in lists what they tell of the reference of a lookup. */
export async function untoldOf(
  portal: Portal,
  { lookup, records }: ExtraEndpoint,
  lists: readonly FetchedList[],
): Promise<Untold> {
  const own = collectionOf(portal, records!.collection);
  const target = targetOf(own.fields[lookup!.by]!);
  const seen = new Set<number>();
  const told = new Set<number>();
  const asked = new Set<number>();
  /** Visits the records in a record, embedded ones and bare ids. */
  const look = ({ fields, shapes, name }: Collection, shape: string, record: JsonObject): void => {
    const { keys, references } = shapes[shape]!;
    for (const key of keys) {
      const reference = referenceOf(fieldIn({ fields }, shapes[shape]!, key).type);
      const value = record[key];
      if (!reference || value === null || value === undefined) continue;
      const id = isObject(value) ? value['id'] : value;
      if (reference.collection === target && isId(id)) {
        seen.add(id);
        const isTold = name === own.name && key === lookup!.by && isId(record['id']);
        if (isTold) told.add(record['id'] as number);
        if (isTold) asked.add(id);
      }
      const embedded = references?.[key] ?? reference.shape;
      if (isObject(value) && embedded !== undefined) {
        look(collectionOf(portal, reference.collection), embedded, value);
      }
    }
  };
  const groups = new Groups();
  const listed: number[] = [];
  const agreeing = own.agreements.filter(({ field }) => field === lookup!.by);
  for (const list of lists) {
    const { collection, shape } = list.endpoint.records!;
    const of = collectionOf(portal, collection);
    const isOwn = list.endpoint.name === lookup!.list;
    await list.visit((record) => {
      if (of.name === target && isId(record['id'])) seen.add(record['id']);
      look(of, shape, record);
      if (!isOwn || !isId(record['id'])) return;
      listed.push(record['id']);
      for (const { reference } of agreeing) {
        const other = record[reference];
        if (isId(other)) groups.join(record['id'], other);
      }
    });
  }
  /** Groups of which nothing tells the reference: where it is told of one record, it is of all of its group. */
  const open = new Set(listed.map((id) => groups.of(id)));
  const tell = (records: Iterable<number>) => {
    for (const id of records) open.delete(groups.of(id));
  };
  tell(told);
  const ascending = (a: number, b: number) => a - b;
  return {
    ids: [
      ...[...seen].filter((id) => !asked.has(id)).sort(ascending),
      ...[...asked].sort(ascending),
    ],
    isAny: () => open.size > 0,
    tell,
  };
}

const collectionOf = ({ collections }: Portal, name: string): Collection =>
  collections.find((each) => each.name === name)!;
