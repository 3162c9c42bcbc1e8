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
  /** The `next` of a page of this list, after which to go on; it may be old, and from another client. */
  readonly from?: string | undefined;
}

/**
 * A list. `for await (const record of list)` and {@link List.pages} read a page when its first record is needed. All
 * that they yield is of one snapshot; a `ListChanged` is thrown before the first record of another one. The feed and
 * the experts need no such error: their pages stay as they are when newer records are added, so that a walk misses
 * none and repeats none of the records that were there when it began.
 *
 * Pages are compared with `/api/snapshot.json`, which has the digest of each. Without that file (a live origin), or
 * where the platform makes no digests (browsers do on https and on localhost alone), less is promised: `ListChanged`
 * is thrown when `count` changes, when an id is repeated, and when there are fewer records than `count` at the end.
 * Other changes of a live origin between two pages are not noticed.
 */
export interface List<T> extends AsyncIterable<T> {
  /**
   * The pages of the list, as the API cuts it; with `from`, those after which another walk stopped. Both walks together
   * promise what one would: the feed and the experts go on rightly, whatever was published meanwhile; for any other
   * list that changed, a `ListChanged` is thrown. Then begin again: none of its earlier `next` is valid any more.
   */
  pages(options?: PagesOptions): AsyncGenerator<Page<T>, void, undefined>;
  /**
   * All records, of one snapshot: every page is compared with `/api/snapshot.json`, also those of the feed and of the
   * experts. If a page differs, the list is read again, past the browser's caches; after the third attempt a
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
   * The page with a number, from 1; undefined if the list ends before it. Two pages that are read like this may be of
   * two snapshots: to go on after one, pass its `next` to {@link List.pages}.
   */
  page(number: number, options?: CallOptions): Promise<Page<T> | undefined>;
}

/** How often a list is begun before it is given up. */
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

/** Makes up to three attempts, with waits between them, if the list changes: a publication may be under way. */
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
