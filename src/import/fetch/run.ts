// Fetches a live portal: finds its lists, and reads them until four readings in a row agree.
import { hash } from 'node:crypto';
import { extrasOf, findIndex } from '../../delivery/http/offered.js';
import type { Endpoint, Portal } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import type { FetchedList } from '../fetched.js';
import type { FetchLimits, FetchOptions } from './options.js';
import type { Origin } from './origin.js';
import { readPage } from './page.js';
import { Broken, type FetchProblem, problemOf } from './problems.js';
import { PublishedShapes } from './shapes.js';
import { BodyStore } from './store.js';
import { type KeptPage, type ListWalk, type RequestedList, walk } from './walk.js';

/** The pages of a round, by their addresses, in the order in which they were requested. */
type Pages = Map<
  string,
  { readonly list: RequestedList; readonly page: Promise<KeptPage | undefined> }
>;

/** For the limit of records in memory, each page counts as this many records, besides its own. */
const PAGE_AS_RECORDS = 30;

export class Run {
  readonly problems: FetchProblem[] = [];
  readonly #shapes: PublishedShapes;
  readonly #store: BodyStore;
  #pages: Pages = new Map();
  /** The SHA-256 of each answer that an address gave, the last one at the end; empty for a 404. */
  readonly #answers = new Map<string, string[]>();
  /** The lists that have answered as in an earlier round, but otherwise than in the round between. */
  readonly #wavering = new Set<RequestedList>();
  /** The number of the current round. In each round, all lists are read. */
  #round = 0;
  /** How many records this round has read. */
  #records = 0;

  constructor(
    private readonly portal: Portal,
    private readonly origin: Origin,
    private readonly limits: FetchLimits,
    private readonly options: FetchOptions,
  ) {
    this.#shapes = new PublishedShapes(portal);
    this.#store = new BodyStore(options.store);
  }

  /** Fetches all lists; nothing after an error. */
  async lists(): Promise<FetchedList[]> {
    const { portal, problems } = this;
    try {
      const { base, ask } = this.origin;
      const { home } = await findIndex({ base, ask });
      const extras = await extrasOf(portal, base, ask);
      const wanted = this.#wanted(extras);
      const walks = await this.#read(wanted.map((endpoint) => this.#requested(endpoint, home)));
      return walks.map((walk, i) => fetchedList(this.#store, wanted[i]!, walk));
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      problems.push(error.problem);
      return [];
    }
  }

  #wanted(extras: readonly Endpoint[]): Endpoint[] {
    const isList = ({ lookup, paging }: Endpoint) => !lookup && paging.style === 'page-number';
    return [...this.portal.endpoints, ...extras.filter(isList)].filter(({ records }) => records);
  }

  /** `home`: what follows the address of a list in that of its first page. */
  #requested(endpoint: Endpoint, home: string): RequestedList {
    const { collection, shape } = endpoint.records!;
    const path = `/api/${endpoint.name}/`;
    const below = this.origin.base + path;
    const form = { paging: endpoint.paging, shape: this.#shapes.of(collection, shape) };
    return { path, below, url: below + home, form };
  }

  /** Reads all lists until enough rounds agree. Returns the last reading of each list; nothing after an error. */
  async #read(lists: readonly RequestedList[]): Promise<readonly ListWalk[]> {
    const { problems } = this;
    /** The walks of each list in the last rounds, the newest first. */
    let rounds: readonly (readonly ListWalk[])[] = lists.map(() => []);
    for (;;) {
      this.#round++;
      const walks = await this.#readOnce(lists);
      if (problems.length > 0) return [];
      rounds = rounds.map((before, i) => [walks[i]!, ...before].slice(0, ALIKE));
      const moving = lists.flatMap((list, i) => this.#movementOf(list, rounds[i]!) ?? []);
      if (moving.length === 0) {
        for (const [i, { url }] of lists.entries()) this.#warn(url, rounds[i]!);
        return walks;
      }
      const lasting = moving.filter(({ code }) => code === 'count' || code === 'link');
      if (lasting.length > 0 || this.#wavering.size > 0 || this.#round === ROUNDS) {
        problems.push(...(lasting.length > 0 ? lasting : moving).map(({ problem }) => problem));
        return [];
      }
    }
  }

  /**
   * Returns an error if a list was not alike in the last rounds, or if its pages contradict each other. `walks`: the
   * last rounds, the newest first.
   */
  #movementOf(list: RequestedList, walks: readonly ListWalk[]): Broken | undefined {
    const [is, ...others] = walks as [ListWalk, ...ListWalk[]];
    const { moved } = is;
    if (this.#wavering.has(list)) {
      const why = 'the list goes back to an earlier state: servers of different age seem to answer';
      return new Broken('moving', list.url, why);
    }
    const isInOrder = others.length > 0 && others.every((was) => isSameOrder(was, is));
    // The same error in equal rounds is a fault of the portal: the list did not change while it was read.
    if (moved && isInOrder && others.every((was) => was.moved?.message === moved.message)) {
      return moved;
    }
    const isSteady = isInOrder && walks.length === ALIKE && walks.every((one) => !one.moved);
    if (isSteady && (this.#isCounting(is) || others.every((was) => isSameBytes(was, is)))) return;
    const rounds = `no ${ALIKE} of ${this.#round} walks in a row are alike`;
    const why = `the list does not come to rest: ${rounds}`;
    return new Broken('moving', moved?.url ?? list.url, moved ? `${why} (${moved.message})` : why);
  }

  /** Whether each page of a list has always had the same bytes, or has changed all the time. */
  #isCounting({ urls }: ListWalk): boolean {
    if (this.#round < ROUND_OF_VALUES) return false;
    const counts = urls.map((url) => this.#answers.get(url)!.length);
    return counts.every((count) => count === 1 || count >= ANSWERS_OF_COUNTER);
  }

  /** Warns of values that differ between the last rounds, and of records that are in the list twice. */
  #warn(url: string, [walk, ...others]: readonly ListWalk[]): void {
    const { repeated } = walk!;
    if (!others.every((was) => isSameBytes(was, walk!))) {
      const why = 'values of its records change from walk to walk; the last ones are taken';
      this.problems.push(problemOf('warning', 'counter', url, why));
    }
    if (repeated === undefined) return;
    const why = `records are there more than once, such as ${repeated}; each is taken once, and the list may lack others`;
    this.problems.push(problemOf('warning', 'repeated', url, why));
  }

  /**
   * Reads all lists once. After an error in one list, the other lists are still read, to find their errors, too. The
   * addresses of the last round are requested first, in an order that is another one in each round: if several servers
   * answer in turn, a page then comes from another server than in the last round.
   */
  async #readOnce(lists: readonly RequestedList[]): Promise<readonly ListWalk[]> {
    const { problems } = this;
    const before = this.#pages;
    this.#pages = new Map();
    this.#records = 0;
    const ahead = inOtherOrder([...before.keys()], this.#round).map((url) =>
      this.#page(before.get(url)!.list, url),
    );
    await Promise.allSettled(ahead);
    const read = async (list: RequestedList): Promise<ListWalk[]> => {
      try {
        const found = await walk(list, (url) => this.#page(list, url));
        if (found) return [found];
        throw new Broken('status', list.url, 'status 404: there is no such list');
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        // An exceeded limit is reported only once, because most limits are common to all lists.
        const isTold = error.code === 'limit' && problems.some(({ code }) => code === 'limit');
        if (!isTold) problems.push(error.problem);
        return [];
      }
    };
    const walks = (await allOf(lists.map(read))).flat();
    problems.push(...walks.flatMap((one) => one.problems));
    return walks;
  }

  /** A page of a list, which is requested once in a round. Undefined for a 404. */
  #page(list: RequestedList, url: string): Promise<KeptPage | undefined> {
    return memo(this.#pages, url, () => ({ list, page: this.#get(list, url) })).page;
  }

  /** Requests a page, and reports progress. Throws {@link Broken} if more records were read than memory can hold. */
  async #get(list: RequestedList, url: string): Promise<KeptPage | undefined> {
    const bytes = await this.origin.get(url);
    const page = bytes && this.#store.keep(bytes, (keep) => readPage(list.form, url, bytes, keep));
    this.#compare(list, url, page?.body ?? '');
    if (!page) return undefined;
    this.#records += page.ids.length;
    const { records: most } = this.limits;
    if (this.#records + this.#pages.size * PAGE_AS_RECORDS > most) {
      throw new Broken('limit', url, `all lists have more than ${most} records and pages`);
    }
    this.options.onProgress?.(this.#round, this.#records);
    return page;
  }

  /** Notes what an address answered, and whether it went back to an earlier answer. */
  #compare(list: RequestedList, url: string, body: string): void {
    const answers = memo(this.#answers, url, (): string[] => []);
    if (answers.at(-1) === body) return;
    if (answers.includes(body)) this.#wavering.add(list);
    answers.push(body);
  }
}

/** The most rounds. If a list still changes in the last round, nothing is imported. */
const ROUNDS = 8;
/**
 * How many rounds in a row must agree. If servers of different age answer in turn, fewer rounds too often agree by
 * chance.
 */
const ALIKE = 4;
/**
 * From this round on, values that change all the time (such as counts of views) may differ between rounds. The order of
 * records may not.
 */
const ROUND_OF_VALUES = 5;
/** So many answers of a page must have been different. Two servers of different age give only two. */
const ANSWERS_OF_COUNTER = 3;

/**
 * The requests of the last round in another order. The reversed order makes two servers that answer in turn change
 * places for each page. Later orders depend only on the addresses and on the round.
 */
function inOtherOrder(urls: readonly string[], round: number): string[] {
  if (round === 2) return [...urls].reverse();
  const placed = urls.map((url) => ({ url, place: hash('sha256', `${round} ${url}`) }));
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ url }) => url);
}

const isSameOrder = (a: ListWalk, b: ListWalk): boolean => a.ids.join() === b.ids.join();

const isSameBytes = (a: ListWalk, b: ListWalk): boolean => a.bodies.join() === b.bodies.join();

/** Makes a list of what was read. Each visit reads the records again from the stored answers. */
function fetchedList(
  store: BodyStore,
  endpoint: Endpoint,
  { bodies, distinct, repeated }: ListWalk,
): FetchedList {
  const isWhole = repeated === undefined;
  return {
    endpoint,
    isWhole,
    records: distinct,
    visit(visit) {
      const seen = new Set<number>();
      for (const body of bodies) {
        store.visit(body, (record) => {
          const id = record['id'] as number; // checked when the page was fetched
          if (seen.has(id)) return;
          if (!isWhole) seen.add(id);
          visit(record);
        });
      }
    },
  };
}

/** Like `Promise.all`, but after a failure waits for the other promises, so that nothing goes on in the background. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
