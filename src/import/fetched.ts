// What an origin answered, as the steps after fetching see it: lists that no longer changed while they were read. Their
// records are read one at a time from the store of raw answers, since all of them may not fit into memory.
import type { Endpoint } from '../model/endpoint.js';
import type { JsonObject } from '../model/fields.js';
import { withId } from '../site/address.js';

/** Where a record was found. */
export interface Found {
  /** The address of the page. */
  readonly url: string;
  /** Its place on that page, from 0. */
  readonly place: number;
}

/** A list of the API as an origin answered it; each record is of the shape that the endpoint declares. */
export interface FetchedList {
  readonly endpoint: Endpoint;
  /** Of a lookup (`/api/post-comment/post/{id}/`): whose list it is. */
  readonly id?: number;
  /**
   * Whether it was read from its first record to its last, and nothing hints at records that it did not show.
   * Only of such a list does it mean anything that a record is not in it.
   */
  readonly isWhole: boolean;
  /** How many records it has. */
  readonly records: number;
  /** Visits its records in its order. */
  visit(visit: (record: JsonObject, at: Found) => void): Promise<void>;
}

/** All that was fetched for an import. */
export interface Fetched {
  /** In the order in which they were fetched: of two versions of a record the later one counts. */
  readonly lists: readonly FetchedList[];
}

/** The address of a list, below `/api/`. */
export const nameOf = ({ endpoint: { name }, id }: Pick<FetchedList, 'endpoint' | 'id'>): string =>
  id === undefined ? name : withId(name, id);

/** Whether a list is the feed: its newest records come first, on pages that stay put. */
export const isFeed = ({ paging }: Endpoint): boolean =>
  paging.style === 'cursor' && paging.newest === 'first';
