// Finds lookups that show a reference which lists do not show. A lookup is a list with an id in its address:
// `/api/post-comment/post/5/` shows that its comments belong to post 5. The most useful lookups come first, because
// often not all are needed.
import type { Collection } from '../../model/collection.js';
import type { ExtraEndpoint, Portal } from '../../model/endpoint.js';
import { isId, referenceOf, targetOf } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import { PublishedRecords } from '../split/record.js';
import { Trees } from '../trees.js';

/** The lookups by a reference that listed records do not show: a listed comment does not show its post. */
export const lookupsOf = (portal: Portal, extras: readonly ExtraEndpoint[]): ExtraEndpoint[] =>
  extras.filter(({ lookup, records }) => {
    if (!lookup || !records) return false;
    const { fields, shapes } = collectionOf(portal, records.collection);
    const { reference } = lookup;
    const { keys } = shapes[records.shape]!;
    return referenceOf(fields[reference]?.type) !== undefined && !keys.includes(reference);
  });

/** What is known about the reference of a lookup, such as the post of each comment. */
export interface ShownReferences {
  readonly trees: Trees;
  /**
   * The ids for the addresses of lookups, such as ids of posts. If a list already shows a comment with its post, the id
   * of this post comes later, because its lookup may show nothing new.
   */
  readonly ids: readonly number[];
}

export function shownReferences(
  portal: Portal,
  { lookup, records }: ExtraEndpoint,
  lists: readonly FetchedList[],
): ShownReferences {
  const { reference: by } = lookup!;
  const own = collectionOf(portal, records!.collection);
  const target = targetOf(own.fields[by]!);
  const trees = new Trees();
  /** For each record to which this reference may lead: whether a list shows a record that refers to it. */
  const seen = new Map<number, boolean>();
  const published = new PublishedRecords(portal, false, (collection, _, id, fields) => {
    if (collection === target) seen.set(id, seen.get(id) ?? false);
    for (const field of leading(collectionOf(portal, collection), target)) {
      const to = fields[field];
      if (isId(to)) seen.set(to, seen.get(to) ?? false);
    }
    if (collection !== own.name) return id;
    const [to, parent] = [fields[by], fields[own.parent ?? '']];
    if (isId(parent)) trees.join(id, parent);
    if (isId(to)) {
      trees.tell(by, id, to);
      seen.set(to, true);
    }
    return id;
  });
  for (const list of lists) {
    const { collection, shape } = list.endpoint.records!;
    list.visit((record) => void published.visit(collection, shape, record));
  }
  const ids = [...seen].sort(([a, isA], [b, isB]) => Number(isA) - Number(isB) || a - b);
  return { trees, ids: ids.map(([id]) => id) };
}

/** The fields of a collection that refer to the collection `target`. */
const leading = ({ fields }: Collection, target: string): string[] =>
  Object.keys(fields).filter((name) => referenceOf(fields[name]!.type)?.collection === target);

const collectionOf = ({ collections }: Portal, name: string): Collection =>
  collections.find((each) => each.name === name)!;
