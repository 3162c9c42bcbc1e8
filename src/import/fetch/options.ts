// How an origin is fetched, and how far that has come.
import type { JsonObject } from '../../model/fields.js';
import type { ImportOptions } from '../options.js';

export interface FetchOptions
  extends Pick<ImportOptions, 'url' | 'header' | 'insecure' | 'fresh' | 'concurrency' | 'signal'> {
  /** The folder of the store, which is made if need be. No other user can read it. */
  readonly store: string;
  readonly limits?: Partial<FetchLimits>;
  /**
   * Called for each page: which of the rounds of reading all lists it is in, from 1, how many records were read in that,
   * and how many it has, as far as is known.
   */
  readonly onProgress?: (round: number, records: number, expected: number) => void;
  /**
   * Whether a record of the feed is known as it is. With it, the feed alone is read, from its head back to the page
   * on which all records are known.
   */
  readonly since?: (record: JsonObject) => boolean;
  /** Milliseconds before the first retry; 250 by default. */
  readonly backoff?: number;
}

export interface FetchLimits {
  /** The most bytes of all bodies, unpacked; 16 GiB by default. */
  readonly bytes: number;
  /** The most records of all lists, of which a little is remembered; 3,000,000 by default. */
  readonly records: number;
  /** Seconds for one whole answer; 300 by default. */
  readonly seconds: number;
}

export const LIMITS: FetchLimits = { bytes: 16 * 1024 ** 3, records: 3_000_000, seconds: 300 };
