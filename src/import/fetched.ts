// The lists that were fetched from an origin, for the later steps of an import. Their records are read one at a time
// from the stored answers, because all of them may not fit into memory.
import type { Endpoint } from '../model/endpoint.js';
import type { JsonObject } from '../model/fields.js';
import { withId } from '../site/address.js';

/** A list as the origin answered it. Each record has the shape that the endpoint declares. */
export interface FetchedList {
  readonly endpoint: Endpoint;
  /** For a lookup (`/api/post-comment/post/{id}/`): the id in its address. */
  readonly id?: number;
  /**
   * Whether the list was read to its end and has no record twice, which could mean that others are missing. Only then
   * does a missing record mean that the origin does not have it.
   */
  readonly isWhole: boolean;
  /** The number of different records. */
  readonly records: number;
  /** Visits the records in the order of the list. */
  visit(visit: (record: JsonObject) => void): void;
}

/** All that was fetched for an import. */
export interface Fetched {
  /** If two lists show different versions of a record, the one in the later list is used. */
  readonly lists: readonly FetchedList[];
}

/** The address of a list, below `/api/`. */
export const listName = ({
  endpoint: { name },
  id,
}: Pick<FetchedList, 'endpoint' | 'id'>): string => (id === undefined ? name : withId(name, id));
