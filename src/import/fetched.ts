// The fetched lists of an origin, as the later steps of an import read them. Their records are read one at a time from
// the store of raw answers, since all of them may not fit into memory.
import type { Endpoint } from '../model/endpoint.js';
import type { JsonObject } from '../model/fields.js';
import { withId } from '../site/address.js';

/** A list of the API as an origin answered it; each record is of the shape that the endpoint declares. */
export interface FetchedList {
  readonly endpoint: Endpoint;
  /** For a lookup (`/api/post-comment/post/{id}/`): the id in its address. */
  readonly id?: number;
  /**
   * Whether the list was read to its last record and has none twice, which would hint at others that it lacks.
   * Only then does the absence of a record mean that the origin does not have it.
   */
  readonly isWhole: boolean;
  /** The number of different records. */
  readonly records: number;
  /** Visits the records in the order of the list. */
  visit(visit: (record: JsonObject) => void): void;
}

/** All that was fetched for an import. */
export interface Fetched {
  /** If two lists show different versions of a record, the one in the later list counts. */
  readonly lists: readonly FetchedList[];
}

/** The address of a list, below `/api/`. */
export const listName = ({
  endpoint: { name },
  id,
}: Pick<FetchedList, 'endpoint' | 'id'>): string => (id === undefined ? name : withId(name, id));
