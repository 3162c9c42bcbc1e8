// How an origin is fetched, and how far that has come.
import type { JsonObject } from '../../model/fields.js';

export interface FetchOptions {
  /** The address of the API, with or without `/api/`. */
  readonly url: string;
  /** Goes to that origin with each request, and nowhere else. */
  readonly header?: { readonly name: string; readonly value: string };
  /** Send it also over plain `http://` to another machine. */
  readonly insecure?: boolean;
  /** The folder of the store, which is made if need be. No other user can read it. */
  readonly store: string;
  /** Ask for everything anew, whatever the store has. */
  readonly fresh?: boolean;
  /** The most requests at once; 2 by default. */
  readonly concurrency?: number;
  readonly limits?: Partial<Limits>;
  /** Ends it; what was fetched by then is kept. */
  readonly signal?: AbortSignal;
  /** Called for each page. */
  readonly onProgress?: (progress: FetchProgress) => void;
  /**
   * Whether a record of the feed is known as it is. With it, the feed alone is read, from its head back to the page
   * on which all records are known.
   */
  readonly since?: (record: JsonObject) => boolean;
  /** Milliseconds before the first retry; 250 by default. */
  readonly backoff?: number;
}

export interface Limits {
  /** The most bytes of one body, unpacked; 1 GiB by default. */
  readonly body: number;
  /** The most bytes of all bodies, unpacked; 16 GiB by default. */
  readonly total: number;
  /** The most pages of all lists, and the most records, of which a little is remembered; 100,000 and 3,000,000. */
  readonly pages: number;
  readonly records: number;
  /** Seconds for one whole answer; 300 by default. */
  readonly seconds: number;
  /** The most lookups; 10,000 by default. */
  readonly lookups: number;
}

export const LIMITS: Limits = {
  body: 1024 ** 3,
  total: 16 * 1024 ** 3,
  pages: 100_000,
  records: 3_000_000,
  seconds: 300,
  lookups: 10_000,
};

export interface FetchProgress {
  /** Which of the walks through the lists it is, from 1. */
  readonly walk: number;
  /** Records read on it. */
  readonly records: number;
  /** How many it has, as far as is known. */
  readonly expected: number;
}

/** Adds up pages as they are read. */
export class Progress {
  #walk = 0;
  #records = 0;
  #expected = 0;
  /** Of each list: how many records were read, and how many it has. */
  readonly #lists = new Map<string, { read: number; expected: number }>();

  constructor(private readonly tell: (progress: FetchProgress) => void) {}

  /** A page of so many records; `expected`: how many its list has, where that is known. */
  see(list: string, walk: number, records: number, expected = 0): void {
    if (walk !== this.#walk) {
      this.#lists.clear();
      [this.#walk, this.#records, this.#expected] = [walk, 0, 0];
    }
    const before = this.#lists.get(list) ?? { read: 0, expected: 0 };
    const read = before.read + records;
    const now = { read, expected: Math.max(read, expected) };
    this.#lists.set(list, now);
    this.#records += records;
    this.#expected += now.expected - before.expected;
    this.tell({ walk, records: this.#records, expected: this.#expected });
  }
}
