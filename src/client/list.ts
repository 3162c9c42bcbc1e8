// What a list of the API offers, in the words of who reads it; walk.ts reads it.
import type { Requests } from './requests.js';
import { mayPass, type OnMissing, type Page, Walk, type WalkOptions } from './walk.js';

/** What a call may be given. */
export interface CallOptions {
  /** Ends it; in the place of the client's signal. */
  readonly signal?: AbortSignal;
}

/** What {@link List.pages} may be given. */
export interface PagesOptions extends CallOptions {
  /** The `next` of a page of this list, after which to go on; it may be from another client, and long ago. */
  readonly from?: string | undefined;
}

/**
 * A list. `for await (const record of list)` reads a page when its first record is asked for, and so
 * does {@link List.pages}; what was read is of one snapshot, else a `ListChanged` is thrown before the
 * first record of another one. The feed and the experts are read on instead: their pages stay as they are when
 * newer records come, so that a walk misses none and repeats none of those that were there when it began.
 *
 * It is known from `/api/snapshot.json`, which has the digest of every page. Where there is none (a live origin), and
 * where the platform makes no digests (browsers do on https and on localhost alone), less is promised: `ListChanged`
 * is thrown when `count` changes, when an id comes twice, and when there are fewer records than `count` at the end.
 * What a live origin changes besides, between two pages, nobody sees.
 *
 * With a key, each page of each list has to have its digest in a `snapshot.json` that is signed, else a
 * `SignatureError` or a `ListChanged` is thrown before the first record of it.
 */
export interface List<T> extends AsyncIterable<T> {
  /**
   * The list page by page, as the API cuts it; `from` goes on where another walk stopped. It promises what one walk
   * would have: the feed and the experts go on rightly, whatever was published meanwhile, and of any other list
   * a `ListChanged` says that it is not what it was. Then begin anew: no `next` of it will do any more.
   */
  pages(options?: PagesOptions): AsyncGenerator<Page<T>, void, undefined>;
  /**
   * All records, and of one snapshot: every page is held against `/api/snapshot.json`, those of the feed and of
   * the experts, too. When they differ it starts anew, past the browser's caches, and throws a `ListChanged`
   * after the third time. Where there is no `snapshot.json` it promises less, see {@link List}.
   */
  all(options?: CallOptions): Promise<T[]>;
  /**
   * How many records it has: from `/api/snapshot.json`, and where the list is not in there from its first page. The
   * feed of a live origin says it nowhere, which is a `PortalError`.
   */
  count(options?: CallOptions): Promise<number>;
}

/** A list whose pages have numbers. */
export interface NumberedList<T> extends List<T> {
  /**
   * One page, from 1; undefined where the list ends before it. It is of one snapshot, but not of that of another
   * page that was read so: to go on after it, give its `next` to {@link List.pages}.
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

/** Tries again when the list changed meanwhile, with a wait: a publication may be under way. */
export async function thrice<R>(
  requests: Requests,
  signal: AbortSignal | undefined,
  attempt: () => Promise<R>,
): Promise<R> {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error) || failed === ATTEMPTS) throw error;
    }
    await requests.wait(failed, signal);
  }
}
