// Makes a {@link FetchedList} of a list that was read. Each visit reads the records again from the stored answers.
import type { Endpoint } from '../../model/endpoint.js';
import type { FetchedList } from '../fetched.js';
import type { BodyStore } from './store.js';
import type { ListWalk } from './walk.js';

export function fetchedList(
  store: BodyStore,
  endpoint: Endpoint,
  { bodies, distinct, repeated }: ListWalk,
): FetchedList {
  const isWhole = repeated === undefined;
  return {
    endpoint,
    isWhole,
    records: distinct,
    visit(visit) {
      const seen = new Set<number>();
      for (const body of bodies) {
        store.visit(body, (record) => {
          const id = record['id'] as number; // checked when the page was fetched
          if (seen.has(id)) return;
          if (!isWhole) seen.add(id);
          visit(record);
        });
      }
    },
  };
}
