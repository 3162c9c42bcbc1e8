// A list of the API → its records, page by page or all at once, of one snapshot. Pages are followed by their
// `next`, but always below the list's own address at the base URL: the links of a default build name localhost.
import { ListChanged, PortalError, SignatureError } from './errors.js';
import type { ApiAnswer, How, Requests } from './requests.js';
import { changed, type Digests, digestsOf, objectIn, pathOf, sha256 } from './snapshot.js';

/** What a call may be given. */
export interface CallOptions {
  /** Ends it; in the place of the client's signal. */
  readonly signal?: AbortSignal;
}

/** A page of a list. */
export interface Page<T> {
  /** How many records the list has; only where its pages say so. */
  readonly count?: number;
  readonly results: readonly T[];
}

/**
 * A list. `for await (const record of list)` reads a page when its first record is asked for, and so
 * does {@link List.pages}; what was read is of one snapshot, else a `ListChanged` is thrown before the
 * first record of another one. The feed and the experts are read on instead: their pages stay as they are when
 * newer records come, so that a walk misses none and repeats none of those that were there when it began.
 *
 * It is known from `/api/snapshot.json`, which has the digest of every page. Where a list is not in there (a live
 * origin has none, and the lists of one blog's posts are in none), and where the platform makes no digests (browsers
 * do on https and on localhost alone), less is promised: `ListChanged` is thrown when `count` changes, when an id comes twice, and when there are fewer records than `count` at the
 * end. What a live origin changes besides, between two pages, nobody sees.
 *
 * With a key, each page of each list has to have its digest in a `snapshot.json` that is signed, else a
 * `SignatureError` or a `ListChanged` is thrown before the first record of it.
 */
export interface List<T> extends AsyncIterable<T> {
  /** The list page by page, as the API cuts it. */
  pages(options?: CallOptions): AsyncIterable<Page<T>>;
  /**
   * All records, and of one snapshot: every page is held against `/api/snapshot.json`, those of the feed and of
   * the experts, too. When they differ it starts anew, past the browser's caches, and throws a `ListChanged`
   * after the third time. Where there is no `snapshot.json` it promises less, see {@link List}.
   */
  all(options?: CallOptions): Promise<T[]>;
}

/** How often a list is begun before it is given up. */
const ATTEMPTS = 3;
/** A list with more pages than that has no end. */
const MOST_PAGES = 1_000_000;

/** A page, its bytes, and where the next one is. */
interface ReadPage<T> extends Page<T> {
  readonly url: string;
  readonly text: string;
  readonly next: string | null;
}

/** Throws what it knows about an address that is not there; else says whether that only means that the list is empty. */
export type OnMissing = (url: string, how: How) => Promise<boolean>;

/** Makes the list at `/api/<name>/`. */
export function listOf<T>(
  requests: Requests,
  name: string,
  missing: OnMissing = async () => false,
): List<T> {
  const walk = (how: WalkOptions) => new Walker<T>(requests, name, missing, how).pages();
  const list: List<T> = {
    async *[Symbol.asyncIterator]() {
      for await (const { results } of list.pages()) yield* results;
    },
    async *pages({ signal } = {}) {
      const [first, rest] = await thrice(requests, signal, async () => {
        const pages = walk({ signal, isWhole: false });
        return [await pages.next(), pages] as const;
      });
      if (!first.done) yield first.value;
      yield* rest;
    },
    all: ({ signal } = {}) =>
      thrice(requests, signal, async () => {
        const pages: (readonly T[])[] = [];
        for await (const { results } of walk({ signal, isWhole: true })) pages.push(results);
        return pages.flat();
      }),
  };
  return list;
}

/** Tries again when the list changed meanwhile, with a wait: a publication may be under way. */
async function thrice<R>(
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

const mayPass = (error: unknown): boolean =>
  error instanceof ListChanged || error instanceof SignatureError;

interface WalkOptions extends How {
  /** Whether all pages have to be of one snapshot, whatever the paging. */
  readonly isWhole: boolean;
}

/** One walk through a list. */
class Walker<T> {
  readonly #address: string;
  readonly #how: How;

  constructor(
    private readonly requests: Requests,
    private readonly name: string,
    private readonly missing: OnMissing,
    private readonly walk: WalkOptions,
  ) {
    this.#address = `/api/${name}/`;
    this.#how = { signal: walk.signal, fresh: requests.changed.has(name) };
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    try {
      yield* this.#pages();
    } catch (error) {
      // The browser's cache may have pages from before, for as long as their headers say.
      if (mayPass(error)) this.requests.changed.add(this.name);
      throw error;
    }
  }

  async *#pages(): AsyncGenerator<Page<T>, void, undefined> {
    const { requests, name } = this;
    const { keys } = requests;
    // Digests from the browser's cache would make pages right that were published before them.
    const how = { ...this.#how, fresh: true };
    const first = await this.#first();
    if (!first) return;
    let page = first;
    // One page is of one snapshot.
    if (page.next === null && !keys) return yield shown(page);
    const isSteady = pathOf(page.next ?? page.url).startsWith('cursor/') && !this.walk.isWhole;
    let digests = isSteady && !keys ? undefined : await digestsOf(requests, name, how);
    const looks = new Looks(isSteady ? undefined : page.count);
    const known = new Set([page.url]);
    for (;;) {
      const { next, results } = page;
      if (next !== null && (!results.length || known.has(next) || known.size === MOST_PAGES)) {
        throw new PortalError(page.url, `leads on without end: to ${next}`);
      }
      if (digests && isSteady && !(await isOf(digests, page))) {
        // Its walk goes on in the next snapshot, if that is signed as well.
        digests = await digestsOf(requests, name, how);
      }
      if (digests) page = await this.#ofSnapshot(page, digests);
      else looks.see(page);
      yield shown(page);
      if (page.next === null) break;
      known.add(page.next);
      page = await this.#page(page.next, page.url);
    }
    if (!digests) looks.end(page);
  }

  /** The first page; undefined where the list is empty since it is one of nobody's. */
  async #first(): Promise<ReadPage<T> | undefined> {
    const answer = await this.requests.folder(this.#address, this.#how);
    if (answer.status === 200) return this.#read(answer);
    if (await this.missing(answer.url, this.walk)) return undefined;
    throw new PortalError(answer.url, `answers ${answer.status}`, answer.status);
  }

  async #page(url: string, from: string): Promise<ReadPage<T>> {
    const answer = await this.requests.get(url, this.#how);
    if (answer.status !== 200) throw changed(url, `is not there, though ${from} leads to it`);
    return this.#read(answer);
  }

  /** The page, if it has this digest; read again if not: a cache may have had it from before. */
  async #ofSnapshot(page: ReadPage<T>, digests: Digests): Promise<ReadPage<T>> {
    const { url } = page;
    const digest = digests.get(pathOf(url));
    if (digest === undefined) throw changed(url, 'is behind the last page');
    if (await isOf(digests, page)) return page;
    // Hosts ignore the parameter; caches between them and here take the address for another one.
    const past = `${url}${url.includes('?') ? '&' : '?'}digest=${digest}`;
    const answer = await this.requests.get(past, this.#how);
    if (answer.status !== 200 || (await sha256(answer.text)) !== digest) {
      throw changed(url, 'is of another snapshot');
    }
    return this.#read({ ...answer, url });
  }

  #read({ url, text, value }: ApiAnswer): ReadPage<T> {
    // What the records are is what the API promises.
    if (Array.isArray(value)) return { url, text, results: value as T[], next: null };
    const { count, next, results } = objectIn(value);
    if (!Array.isArray(results) || (next !== null && typeof next !== 'string')) {
      throw new PortalError(url, 'is no page of a list');
    }
    return {
      url,
      text,
      results: results as T[],
      next: next === null ? null : this.#link(next, url),
      ...(typeof count === 'number' && { count }),
    };
  }

  /** Where a link leads at the base URL, by what follows the list's address in it. */
  #link(link: string, from: string): string {
    const leadsAstray = () =>
      new PortalError(from, `leads to ${JSON.stringify(link)}, which is no page of this list`);
    let to: URL;
    try {
      to = new URL(link, from);
    } catch {
      throw leadsAstray();
    }
    const at = to.pathname.lastIndexOf(this.#address);
    if (at < 0) throw leadsAstray();
    const below = to.pathname.slice(at + this.#address.length);
    return this.requests.base + this.#address + below + to.search;
  }
}

/** What tells without digests that a list changed. */
class Looks {
  readonly #ids = new Set<unknown>();
  #seen = 0;

  /** `count`: what every page has to say, if anything. */
  constructor(private readonly count: number | undefined) {}

  see({ url, count, results, next }: ReadPage<unknown>): void {
    if (this.count !== undefined && count !== this.count) throw changed(url, 'has another count');
    for (const record of results) {
      const { id } = objectIn(record);
      if (id !== undefined && this.#ids.has(id)) throw changed(url, `has record ${id} once more`);
      this.#ids.add(id);
    }
    this.#seen += results.length;
    if (this.count !== undefined && this.#seen >= this.count && next !== null) {
      throw changed(url, `leads on after ${this.#seen} of ${this.count} records`);
    }
  }

  end({ url }: ReadPage<unknown>): void {
    if (this.count !== undefined && this.#seen !== this.count) {
      throw changed(url, `ends the list after ${this.#seen} of ${this.count} records`);
    }
  }
}

/** Whether a page has its digest. */
const isOf = async (digests: Digests, { url, text }: ReadPage<unknown>): Promise<boolean> =>
  (await sha256(text)) === digests.get(pathOf(url));

const shown = <T>({ count, results }: ReadPage<T>): Page<T> => ({
  results,
  ...(count !== undefined && { count }),
});
