// A walked list → a {@link FetchedList} for the later steps of an import, which reads the records from the store
// again for each visit.
import { parse, readList } from '../../delivery/http/list-body.js';
import type { JsonObject } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import type { Origin } from './origin.js';
import type { ListWalk, RequestedList } from './walk.js';

/** `has`: the records to keep, by default all. */
export function fetchedList(
  { store, signal }: Pick<Origin, 'store' | 'signal'>,
  { endpoint, id, numeric }: RequestedList,
  { pages, ids, distinct }: ListWalk,
  has?: (id: number) => boolean,
): FetchedList {
  const isRepeating = distinct < ids.length;
  return {
    endpoint,
    ...(id !== undefined && { id }),
    isWhole: !isRepeating,
    records: has ? ids.filter(has).length : distinct,
    visit(visit) {
      const seen = new Set<number>();
      for (const { body } of pages) {
        readList(store.read(body), (bytes) => {
          signal?.throwIfAborted();
          const record = numeric(parse(bytes) as JsonObject); // checked by the walk
          const id = record['id'] as number; // checked as well
          if (has?.(id) === false || (isRepeating && seen.has(id))) return;
          if (isRepeating) seen.add(id);
          visit(record);
        });
      }
    },
  };
}
