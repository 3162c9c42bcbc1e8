// Makes a {@link FetchedList} of a list that was read. Each visit reads the records from the store again.
import { readRecords } from '../../files/source/records.js';
import type { JsonObject } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import type { Origin } from './origin.js';
import type { ListWalk, RequestedList } from './walk.js';

/** `has`: the records to keep, by default all. */
export function fetchedList(
  { store, signal }: Pick<Origin, 'store' | 'signal'>,
  { endpoint, id }: RequestedList,
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
        readRecords(store.pathOf(body), ({ value }) => {
          signal?.throwIfAborted();
          const record = value as JsonObject; // checked when the page was fetched
          const id = record['id'] as number; // checked as well
          if (has?.(id) === false || (isRepeating && seen.has(id))) return;
          if (isRepeating) seen.add(id);
          visit(record);
        });
      }
    },
  };
}
