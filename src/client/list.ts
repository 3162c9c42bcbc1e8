// The interface of a list of the API; walk.ts reads its pages.
import { ListChanged } from './errors.js';
import type { Requests } from './requests.js';
import { type OnMissing, type Page, Walk, type WalkOptions } from './walk.js';

/** The options of a call. */
export interface CallOptions {
  /** Aborts the call. It replaces the signal of the client. */
  readonly signal?: AbortSignal;
}

/** The options of {@link List.pages}. */
export interface PagesOptions extends CallOptions {
  /** The `next` of a page: starts after that page. It may be old, and may come from another client. */
  readonly from?: string | undefined;
}

/**
 * A list. `for await (const record of list)` and {@link List.pages} request a page when its first record is needed.
 *
 * All records are from one state of the data: if the API is published again meanwhile, a `ListChanged` is thrown
 * before a record of the new state. Experts and events do not throw it, because their pages keep their records when
 * new ones are added.
 *
 * The client compares the SHA-256 of pages with `/api/snapshot.json`. Without this file, as on the original portal,
 * and in web pages with plain `http://`, it can only notice that `count` changes, or that records are repeated or
 * missing. Then it throws `ListChanged`.
 */
export interface List<T> extends AsyncIterable<T> {
  /**
   * The pages of the list. With `from`, the `next` of a page, only those after that page. Experts and events can be
   * continued at any time. Any other list throws a `ListChanged` if it has changed since: then start again from the
   * first page.
   */
  pages(options?: PagesOptions): AsyncGenerator<Page<T>, void, undefined>;
  /**
   * All records, from one state of the data. Each page is compared with `/api/snapshot.json`. If a page differs, the
   * list is read again, past the browser's cache. After three attempts a `ListChanged` is thrown. Without
   * `snapshot.json`, see {@link List}.
   */
  all(options?: CallOptions): Promise<T[]>;
  /**
   * The number of records: from `/api/snapshot.json`, or from the first page. Throws a `PortalError` if neither has
   * it.
   */
  count(options?: CallOptions): Promise<number>;
}

/** A list whose pages have numbers. */
export interface NumberedList<T> extends List<T> {
  /**
   * The page with this number, from 1; undefined if there are fewer pages. Two pages that are requested in this way
   * may be from different states of the data. To read on after one, pass its `next` to {@link List.pages}.
   */
  page(number: number, options?: CallOptions): Promise<Page<T> | undefined>;
}

/** How often a list is read if it changes each time. */
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
 * Makes up to three attempts if the list changes, with pauses, because the API may be in the middle of being
 * published.
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
