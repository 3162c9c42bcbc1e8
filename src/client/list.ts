// The interface of a list of the API. The code that reads its pages is in walk.ts.
import { ListChanged } from './errors.js';
import type { Requests } from './requests.js';
import { type OnMissing, type Page, Walk, type WalkOptions } from './walk.js';

/** The options of a call. */
export interface CallOptions {
  /** Aborts the call. Used instead of the signal of the client. */
  readonly signal?: AbortSignal;
}

/** The options of {@link List.pages}. */
export interface PagesOptions extends CallOptions {
  /** The `next` of a page, maybe from another client or an earlier day. Only the pages after that page are read. */
  readonly from?: string | undefined;
}

/**
 * A list. `for await (const record of list)` and {@link List.pages} request each page only when it is needed.
 *
 * The records are from one state of the data. If the list changes meanwhile, a `ListChanged` is thrown before the first
 * record of the new state. Experts and events are an exception: reading continues in the new state, and neither misses
 * nor repeats a record if records are added. For these lists, only {@link List.all} keeps to one state.
 *
 * The client compares pages with their SHA-256 in `/api/snapshot.json`. It cannot do so if this file is missing, as on
 * the original portal, or in most web pages with plain `http://`. Then it only notices that `count` changes, that
 * records are repeated or missing, or that a page is gone.
 */
export interface List<T> extends AsyncIterable<T> {
  /**
   * The pages of the list. With `from`, the `next` of a page, only the pages after that page. If the list has changed
   * since, a `ListChanged` is thrown, except for experts and events. Then begin again at the first page.
   */
  pages(options?: PagesOptions): AsyncGenerator<Page<T>, void, undefined>;
  /**
   * All records, from one state of the data. If the list changes meanwhile, all of it is read again, past the browser's
   * cache. After three such attempts, a `ListChanged` is thrown. If there is no `snapshot.json`, see {@link List}.
   */
  all(options?: CallOptions): Promise<T[]>;
  /** The number of records, from `/api/snapshot.json` or the first page. Throws a `PortalError` if neither says it. */
  count(options?: CallOptions): Promise<number>;
}

/** A list whose pages have numbers. */
export interface NumberedList<T> extends List<T> {
  /**
   * The page with this number, from 1; undefined if there are fewer pages. Pages of two calls may be from different
   * states of the data. To continue after a page, pass its `next` to {@link List.pages}.
   */
  page(number: number, options?: CallOptions): Promise<Page<T> | undefined>;
}

/** The most attempts to read a list that changes each time. */
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
 * Runs `attempt` up to three times, with pauses, as long as it throws {@link ListChanged}: the API may be in the middle
 * of being published.
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
