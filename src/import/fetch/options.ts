// The options of fetching an origin.
import type { ImportOptions } from '../options.js';

export interface FetchOptions
  extends Pick<ImportOptions, 'url' | 'header' | 'insecure' | 'concurrency' | 'signal'> {
  /** A folder for the answers, which no other user can read. */
  readonly store: string;
  readonly limits?: Partial<FetchLimits>;
  /**
   * Called for each page. `round`: 1 while all lists are read for the first time, then 2, and so on until nothing
   * changes; `records`: how many records were read in this round.
   */
  readonly onProgress?: (round: number, records: number) => void;
  /** About how many milliseconds to wait before the second attempt of a request; 250 by default. */
  readonly backoff?: number;
}

export interface FetchLimits {
  /** The most bytes of all bodies after decompression; 16 GiB by default. */
  readonly bytes: number;
  /** The most records, because a little of each stays in memory; pages count, too. 3,000,000 by default. */
  readonly records: number;
  /** The most seconds for one complete answer; 300 by default. */
  readonly seconds: number;
}

export const LIMITS: FetchLimits = { bytes: 16 * 1024 ** 3, records: 3_000_000, seconds: 300 };
