// The options of fetching an origin.
import type { JsonObject } from '../../model/fields.js';
import type { ImportOptions } from '../options.js';

export interface FetchOptions
  extends Pick<
    ImportOptions,
    'url' | 'header' | 'insecure' | 'fresh' | 'breakLock' | 'concurrency' | 'signal'
  > {
  /** The folder of the store, which is made if it does not exist. No other user can read it. */
  readonly store: string;
  readonly limits?: Partial<FetchLimits>;
  /**
   * Called for each page. All lists are read in rounds, until they no longer change. `round`: the current one, from 1;
   * `records`: how many it has read; `expected`: how many it will have read in the end, as far as is known.
   */
  readonly onProgress?: (round: number, records: number, expected: number) => void;
  /**
   * Whether an earlier import has read a record of the feed. If given, only the feed is read: from its newest page
   * to the first page without an unread record.
   */
  readonly since?: (record: JsonObject) => boolean;
  /** Milliseconds before the first retry; 250 by default. */
  readonly backoff?: number;
}

export interface FetchLimits {
  /** The most bytes of all bodies, uncompressed; 16 GiB by default. */
  readonly bytes: number;
  /** The most records of all lists, since a little of each stays in memory; 3,000,000 by default. */
  readonly records: number;
  /** Seconds for one whole answer; 300 by default. */
  readonly seconds: number;
}

export const LIMITS: FetchLimits = { bytes: 16 * 1024 ** 3, records: 3_000_000, seconds: 300 };
