// The interface of a list of the API; walk.ts reads its pages.
import { ListChanged } from './errors.js';
import type { Requests } from './requests.js';
import { type OnMissing, type Page, Walk, type WalkOptions } from './walk.js';

/** The options of a call. */
export interface CallOptions {
  /** Aborts the call; used instead of the client's signal. */
  readonly signal?: AbortSignal;
}

/** The options of {@link List.pages}. */
export interface PagesOptions extends CallOptions {
  /** Starts after the page that has this `next`. It may be old, and may come from another client. */
  readonly from?: string | undefined;
}

/**
 * A list. `for await (const record of list)` and {@link List.pages} read a page when its first record is needed. All
 * records come from one snapshot: if the list is published again, a `ListChanged` is thrown before the first record of
 * another snapshot. The feed and the experts need no such error: their pages stay the same when newer records are
 * added, so that a walk neither misses nor repeats a record that existed when it began.
 * Pages are compared with `/api/snapshot.json`, which has the digest of each. Less is promised without that file (a
 * live origin), or where the platform makes no digests (browsers only do on https and on localhost): then `ListChanged`
 * is thrown if `count` changes, if an id is repeated, and if there are fewer records than `count` at the end. Other
 * changes of a live origin between two pages are not noticed.
 */
export interface List<T> extends AsyncIterable<T> {
  /**
   * The pages of the list. With `from`, it continues a walk after the page that has this `next`. Both walks together
   * promise the same as one: the feed and the experts continue correctly, even if something was published meanwhile;
   * for any other list that changed, a `ListChanged` is thrown. Then start again from the first page, because no
   * earlier `next` is valid any more.
   */
  pages(options?: PagesOptions): AsyncGenerator<Page<T>, void, undefined>;
  /**
   * All records, of one snapshot: every page is compared with `/api/snapshot.json`, also those of the feed and of the
   * experts. If a page differs, the list is read again, without the browser's cache; after three attempts a
   * `ListChanged` is thrown. Without a `snapshot.json`, less is promised: see {@link List}.
   */
  all(options?: CallOptions): Promise<T[]>;
  /**
   * How many records the list has: from `/api/snapshot.json` or, if the list is not in there, from its first page.
   * Throws a `PortalError` if neither states it, as for the feed of a live origin.
   */
  count(options?: CallOptions): Promise<number>;
}

/** A list whose pages have numbers. */
export interface NumberedList<T> extends List<T> {
  /**
   * The page with a number, from 1; undefined if the list has fewer pages. Two pages that are read like this may come
   * from two snapshots: to continue after one, pass its `next` to {@link List.pages}.
   */
  page(number: number, options?: CallOptions): Promise<Page<T> | undefined>;
}

/** How many times a list that changes is read from the start. */
const ATTEMPTS = 3;

/** Makes the list at `/api/<name>/`. */
export function listOf<T>(requests: Requests, name: string, missing?: OnMissing): NumberedList<T> {
  const walk = (how: WalkOptions) => new Walk<T>(requests, name, { missing, ...how });
  const list: NumberedList<T> = {
    async *[Symbol.asyncIterator]() {
      for await (const { results } of list.pages()) yield* results;
    },
    async *pages({ signal, from } = {}) {
      const [first, rest] = await thrice(requests, signal, async () => {
        const pages = walk({ signal }).pages(from);
        return [await pages.next(), pages] as const;
      });
      if (!first.done) yield first.value;
      yield* rest;
    },
    all: ({ signal } = {}) =>
      thrice(requests, signal, async () => {
        const pages: (readonly T[])[] = [];
        for await (const { results } of walk({ signal, isWhole: true }).pages())
          pages.push(results);
        return pages.flat();
      }),
    count: ({ signal } = {}) => thrice(requests, signal, () => walk({ signal }).count()),
    page: (number, { signal } = {}) =>
      thrice(requests, signal, () => walk({ signal }).page(number)),
  };
  return list;
}

/**
 * Makes up to three attempts if the list changes, with waits between them, because a publication may be in progress.
 */
export async function thrice<R>(
  requests: Requests,
  signal: AbortSignal | undefined,
  attempt: () => Promise<R>,
): Promise<R> {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ListChanged) || failed === ATTEMPTS) throw error;
    }
    await requests.wait(failed, signal);
  }
}
