// Reads a list: all pages, the pages after a page, or one page. Compares pages with snapshot.json. A link may name
// another host. So only its end, such as `?page=2` or `page/2/?page=2`, is used, and added to the list's address below
// the client's base URL.
import { ListChanged, PortalError } from './errors.js';
import type { ApiAnswer, How, Requests } from './requests.js';
import {
  changed,
  countOf,
  type Digests,
  digestsOf,
  objectIn,
  ofSnapshot,
  pathOf,
  stateOf,
} from './snapshot.js';

/** A page of a list. */
export interface Page<T> {
  /** How many records the whole list has. Absent if the pages of the list do not say it. */
  readonly count?: number;
  readonly results: readonly T[];
  /**
   * To continue after this page, pass this text to `pages({ from })`. The text can be stored. Null on the last page.
   */
  readonly next: string | null;
}

type Pages<T> = AsyncGenerator<Page<T>, undefined, undefined>;

/** More pages than this are an error, because the links of the list probably never end. */
const MOST_PAGES = 1_000_000;

/** A page that was read. `next`: the end of the link to the next page, such as `?page=3`. */
interface ReadPage<T> extends Page<T> {
  readonly url: string;
  readonly answer: ApiAnswer;
}

/**
 * Called if the address of a list does not exist. Throws if this is an error. Otherwise returns whether the list is
 * empty.
 */
export type OnMissing = (url: string, how: How) => Promise<boolean>;

export interface WalkOptions extends How {
  readonly missing?: OnMissing | undefined;
  /** Whether all pages must be from one state of the data, even in a list with cursors (`?cursor=3`). */
  readonly isWhole?: boolean;
}

/** Reads the pages of one list, once. */
export class Walk<T> {
  /** The address of the list: `/api/region/`, without and with the base URL. */
  readonly #address: string;
  readonly #url: string;
  readonly #how: How;

  constructor(
    private readonly requests: Requests,
    private readonly name: string,
    private readonly options: WalkOptions,
  ) {
    this.#address = `/api/${name}/`;
    this.#url = requests.base + this.#address;
    this.#how = { signal: options.signal, fresh: requests.changed.has(name) };
  }

  /** The pages of the list. With `from`, which is the `next` of a page, only the pages after that page. */
  pages(from?: string): Pages<T> {
    return this.#noticing(from === undefined ? this.#begun() : this.#resumed(from));
  }

  /** A page by its number; undefined if there are fewer pages. */
  async page(number: number): Promise<Page<T> | undefined> {
    if (!Number.isSafeInteger(number) || number < 1) {
      throw new TypeError(`pages have whole numbers from 1, not ${number}`);
    }
    return (await this.#noticing(this.#begun(number)).next()).value;
  }

  /** How many records the list has. */
  async count(): Promise<number> {
    const { requests, name } = this;
    // snapshot.json has no count for a filter, such as `post/blog/2`.
    const told = /\d$/.test(name) ? undefined : await countOf(requests, name, this.#how);
    if (told !== undefined) return told;
    const page = await this.#first();
    if (page?.next && page.count === undefined) {
      throw new PortalError(this.#url, 'does not say how many records there are');
    }
    return page?.count ?? page?.results.length ?? 0;
  }

  async *#noticing(pages: Pages<T>): Pages<T> {
    try {
      yield* pages;
    } catch (error) {
      // The browser's cache may have old pages. So this list is read past the cache from now on.
      if (error instanceof ListChanged) this.requests.changed.add(this.name);
      throw error;
    }
  }

  async *#begun(number = 1): Pages<T> {
    const first = await this.#first();
    if (!first) return;
    const page = number === 1 ? first : await this.#numbered(number, first);
    if (!page) return;
    // If no page follows, only one page is read, and no pages have to fit together.
    if (page.next === null) yield shown(page, '');
    else yield* this.#from(page, `${first.count}-${(number - 1) * first.results.length}`);
  }

  async *#resumed(from: string): Pages<T> {
    const [link = '', state = ''] = from.split('#');
    const url = this.#url + this.#link(link, this.#url);
    yield* this.#from(await this.#page(url, this.#url), state);
  }

  /**
   * Reads the pages from `start` on. `state`: the SHA-256 of the list when its earlier pages were read. Without
   * SHA-256, the count of the list and the number of records read so far: `40-20`.
   */
  async *#from(start: ReadPage<T>, state: string): Pages<T> {
    let page = start;
    const { isWhole = false } = this.options;
    const steady = page.next === null ? page.url : this.#url + page.next;
    const isSteady = pathOf(steady).startsWith('cursor/') && !isWhole;
    const digests = isSteady ? undefined : await this.#digests();
    const current = digests && (await stateOf(digests));
    if (current && state.length === current.length && state !== current) {
      throw changed(page.url, 'goes on in another snapshot');
    }
    const looks = new Looks(isSteady ? '' : state);
    const known = new Set([start.url]);
    for (;;) {
      if (digests) page = await this.#ofSnapshot(page, digests);
      const next = page.next === null ? undefined : this.#url + page.next;
      if (next && !page.results.length) {
        throw new PortalError(page.url, `has no records, though it leads on to ${next}`);
      }
      if (next && (known.has(next) || known.size === MOST_PAGES)) {
        throw new PortalError(page.url, `leads on without end: to ${next}`);
      }
      if (!digests) looks.see(page);
      yield shown(page, current ?? looks.state);
      if (!next) break;
      known.add(next);
      page = await this.#page(next, page.url);
    }
    if (!digests) looks.end(page);
  }

  /** The SHA-256 of the list's pages. Reads them past the browser's cache, which may have old ones. */
  #digests(): Promise<Digests | undefined> {
    return digestsOf(this.requests, this.name, { ...this.#how, fresh: true });
  }

  /** The first page; undefined if its address does not exist because the list is empty. */
  async #first(): Promise<ReadPage<T> | undefined> {
    const answer = await this.requests.folder(this.#address, this.#how);
    if (answer.status === 200) return this.#read(answer);
    if (await this.options.missing?.(answer.url, this.options)) return undefined;
    throw new PortalError(answer.url, `answers ${answer.status}`, answer.status);
  }

  /** A page by its number, from 2; undefined after the last page. */
  async #numbered(number: number, { next, url }: ReadPage<T>): Promise<ReadPage<T> | undefined> {
    if (next === null) return undefined;
    if (pathOf(this.#url + next) !== 'page/2/')
      throw new PortalError(url, 'has no pages with numbers');
    const link = next.replace(/\b(page[/=])2\b/g, `$1${number}`);
    const answer = await this.requests.get(this.#url + link, this.#how);
    return answer.status === 200 ? this.#read(answer) : undefined;
  }

  async #page(url: string, from: string): Promise<ReadPage<T>> {
    const answer = await this.requests.get(url, this.#how);
    if (answer.status !== 200) throw changed(url, `is not there, though ${from} leads to it`);
    return this.#read(answer);
  }

  /**
   * Returns the page if it has the right SHA-256. Otherwise requests it again, because a cache may have an old page.
   * Throws if the new page is wrong, too.
   */
  async #ofSnapshot(page: ReadPage<T>, digests: Digests): Promise<ReadPage<T>> {
    const { url } = page;
    const digest = digests.get(pathOf(url));
    if (digest === undefined) throw changed(url, 'is behind the last page');
    try {
      return this.#read(await ofSnapshot(this.requests, page.answer, digest, this.#how));
    } catch (error) {
      const isSame = async () => (await this.#digests())?.get(pathOf(url)) === digest;
      if (!(error instanceof ListChanged) || !(await isSame())) throw error;
      const why =
        'does not have the SHA-256 that snapshot.json still gives: ' +
        'the API is just being published, or something on the way (a CDN, a proxy) changes answers';
      throw new ListChanged(url, why);
    }
  }

  #read(answer: ApiAnswer): ReadPage<T> {
    const { url, value } = answer;
    // The type `T` of the records is not checked.
    if (Array.isArray(value)) return { url, answer, results: value as T[], next: null };
    const { count, next, results } = objectIn(value);
    if (!Array.isArray(results) || (next !== null && typeof next !== 'string')) {
      throw new PortalError(url, 'is no page of a list');
    }
    return {
      url,
      answer,
      results: results as T[],
      next: next === null ? null : this.#link(next, url),
      ...(typeof count === 'number' && { count }),
    };
  }

  /** The end of a link, after the list's address: `http://localhost:8080/api/region/?page=2` → `?page=2`. */
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
    return to.pathname.slice(at + this.#address.length) + to.search;
  }
}

/** Notices that a list without SHA-256 changed while it was read. */
class Looks {
  readonly #ids = new Set<unknown>();
  /** The `count` that every page must have; undefined if `count` is not compared. */
  readonly #count: number | undefined;
  #seen: number;

  /** `state`: `40-20` if 20 of the 40 records of the list were read before. Any other text if that is unknown. */
  constructor(state: string) {
    const [, count, seen] = /^(\d+)-(\d+)$/.exec(state) ?? [];
    this.#count = count === undefined ? undefined : Number(count);
    this.#seen = Number(seen ?? 0);
  }

  get state(): string {
    return this.#count === undefined ? '' : `${this.#count}-${this.#seen}`;
  }

  see({ url, count, results, next }: ReadPage<unknown>): void {
    if (this.#count !== undefined && count !== this.#count) throw changed(url, 'has another count');
    for (const record of results) {
      const { id } = objectIn(record);
      if (id !== undefined && this.#ids.has(id)) throw changed(url, `has record ${id} once more`);
      this.#ids.add(id);
    }
    this.#seen += results.length;
    if (this.#count !== undefined && this.#seen >= this.#count && next !== null) {
      throw changed(url, `leads on after ${this.#seen} of ${this.#count} records`);
    }
  }

  end({ url }: ReadPage<unknown>): void {
    if (this.#count !== undefined && this.#seen !== this.#count) {
      throw changed(url, `ends the list after ${this.#seen} of ${this.#count} records`);
    }
  }
}

const shown = <T>({ count, results, next }: ReadPage<T>, state: string): Page<T> => ({
  results,
  ...(count !== undefined && { count }),
  next: next && (state ? `${next}#${state}` : next),
});
