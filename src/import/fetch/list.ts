// A list at rest → the seam to the rest of the import: its records, read again from the store whenever they are
// wanted.
import { parse, readList } from '../../delivery/http/list-body.js';
import type { JsonObject } from '../../model/fields.js';
import type { FetchedList, Found } from '../fetched.js';
import type { Origin } from './origin.js';
import type { Asked, ListWalk, WalkedPage } from './walk.js';

/** Visits the records of a page in the store, until the signal ends it. */
export async function visitPage(
  { store, signal }: Pick<Origin, 'store' | 'signal'>,
  { url, body }: WalkedPage,
  visit: (record: JsonObject, at: Found) => void,
): Promise<void> {
  let place = 0;
  await readList(store.blocks(body), (bytes) => {
    signal?.throwIfAborted();
    // A walk has found that it is an object.
    visit(parse(bytes) as JsonObject, { url, place: place++ });
  });
}

/** `isWhole`: whether the walk went to the end of the list; `has`: the records that it is to have. */
export function fetchedList(
  origin: Origin,
  { endpoint, id }: Asked,
  { pages, ids, distinct }: ListWalk,
  isWhole: boolean,
  has?: (id: number) => boolean,
): FetchedList {
  const isRepeating = distinct < ids.length;
  return {
    endpoint,
    ...(id !== undefined && { id }),
    isWhole: isWhole && !isRepeating,
    records: has ? ids.filter(has).length : distinct,
    async visit(visit) {
      const seen = new Set<number>();
      for (const page of pages) {
        await visitPage(origin, page, (record, at) => {
          const id = record['id'] as number; // a walk has found that it is one
          if (has?.(id) === false || (isRepeating && seen.has(id))) return;
          if (isRepeating) seen.add(id);
          visit(record, at);
        });
      }
    },
  };
}
