// Makes a {@link FetchedList} of a list that was read. Each visit reads the records again from the stored answers.
import type { FetchedList } from '../fetched.js';
import type { BodyStore } from './store.js';
import type { ListWalk, RequestedList } from './walk.js';

/** `has`: returns whether a record belongs to the list; by default, all do. */
export function fetchedList(
  store: BodyStore,
  { endpoint, id }: RequestedList,
  { bodies, ids, distinct, repeated }: ListWalk,
  has?: (id: number) => boolean,
): FetchedList {
  const isWhole = repeated === undefined;
  return {
    endpoint,
    ...(id !== undefined && { id }),
    isWhole,
    records: has ? ids.filter(has).length : distinct,
    visit(visit) {
      const seen = new Set<number>();
      for (const body of bodies) {
        store.visit(body, (record) => {
          const id = record['id'] as number; // checked when the page was fetched
          if (has?.(id) === false || seen.has(id)) return;
          if (!isWhole) seen.add(id);
          visit(record);
        });
      }
    },
  };
}
