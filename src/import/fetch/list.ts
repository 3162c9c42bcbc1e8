// A list at rest → the seam to the rest of the import: its records, read again from the store whenever they are
// wanted.
import { parse, readList } from '../../delivery/http/list-body.js';
import type { JsonObject } from '../../model/fields.js';
import type { FetchedList } from '../fetched.js';
import type { Origin } from './origin.js';
import type { Asked, ListWalk } from './walk.js';

/** `isWhole`: whether the walk went to the end of the list; `has`: the records that it is to have. */
export function fetchedList(
  { store, signal }: Pick<Origin, 'store' | 'signal'>,
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
      for (const { url, body } of pages) {
        let place = 0;
        await readList(store.blocks(body), (bytes) => {
          signal?.throwIfAborted();
          const record = parse(bytes) as JsonObject; // a walk has found that it is one
          const at = { url, place: place++ };
          const id = record['id'] as number; // and so of the id
          if (has?.(id) === false || (isRepeating && seen.has(id))) return;
          if (isRepeating) seen.add(id);
          visit(record, at);
        });
      }
    },
  };
}
