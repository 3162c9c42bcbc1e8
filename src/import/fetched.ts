// The fetched lists. Their records are read one by one from the stored answers, because they may not fit into memory.
import type { Endpoint } from '../model/endpoint.js';
import type { JsonObject } from '../model/fields.js';

/** A list of the portal. Each record has the shape that the endpoint declares. */
export interface FetchedList {
  readonly endpoint: Endpoint;
  /**
   * Whether no record is in the list twice. If one is, the list may lack another record, so a record that is not in the
   * list may still exist.
   */
  readonly isWhole: boolean;
  /** The number of records without repetitions. */
  readonly records: number;
  /** Visits the records in the order of the list. */
  visit(visit: (record: JsonObject) => void): void;
}

export interface Fetched {
  /** If two lists show different versions of a record, the version in the later list counts. */
  readonly lists: readonly FetchedList[];
}
