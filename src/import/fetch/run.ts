// Fetches a live portal: finds its lists, reads them until two readings agree, and requests lookups for what they lack.
import { extrasOf, findIndex } from '../../delivery/http/offered.js';
import type { Endpoint, ExtraEndpoint, Portal } from '../../model/endpoint.js';
import { type FetchedList, listName } from '../fetched.js';
import { fetchedList } from './list.js';
import { lookupsOf, shownReferences } from './lookups.js';
import type { FetchLimits, FetchOptions } from './options.js';
import type { Origin } from './origin.js';
import { readPage } from './page.js';
import { allOf, Broken, type FetchProblem, problemOf } from './problems.js';
import { PublishedShapes } from './shapes.js';
import { BodyStore } from './store.js';
import { type ListWalk, type RequestedList, walk } from './walk.js';

/** How many lookups are requested at once. After that, it is checked whether more are needed. */
const AT_ONCE = 8;
/** For the limit of records in memory, each page counts as this many records, besides its own. */
const PAGE_AS_RECORDS = 30;

export class Run {
  readonly problems: FetchProblem[] = [];
  readonly #shapes: PublishedShapes;
  readonly #store: BodyStore;
  #home = '';
  /** The number of the current round. In each round, all lists are read. */
  #round = 0;
  /** What this round keeps in memory, counted in records. */
  #remembered = 0;
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

  /**
   * Fetches all lists. Lookups are fetched last, but come first in the result, because later lists count more: if a
   * lookup and a list show different versions of a record, the version in the list counts.
   */
  async lists(): Promise<FetchedList[]> {
    const { portal, problems } = this;
    try {
      const { base, ask } = this.origin;
      this.#home = (await findIndex({ base, ask })).home;
      const extras = await extrasOf(portal, base, ask);
      const lists = this.#wanted(extras).map((endpoint) => this.#asked(endpoint));
      const walks = await this.#read(lists);
      const fetched = walks.map((walk, i) => fetchedList(this.#store, lists[i]!, walk));
      const lookups: FetchedList[][] = [];
      for (const extra of lookupsOf(portal, extras)) {
        const at = lists.findIndex(({ endpoint }) => endpoint.name === extra.lookup!.list);
        const listed = walks[at]?.ids;
        if (listed) lookups.push(await this.#lookups(extra, listed, fetched));
      }
      return [...lookups.flat(), ...fetched];
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      problems.push(error.problem);
      return [];
    }
  }

  #wanted(extras: readonly ExtraEndpoint[]): Endpoint[] {
    const isList = ({ lookup, paging }: ExtraEndpoint) => !lookup && paging.style === 'page-number';
    return [...this.portal.endpoints, ...extras.filter(isList)].filter(({ records }) => records);
  }

  #asked(endpoint: Endpoint, id?: number): RequestedList {
    const { collection, shape } = endpoint.records!;
    const list = { endpoint, ...(id !== undefined && { id }) };
    const path = `/api/${listName(list)}/`;
    const below = this.origin.base + path;
    const form = { paging: endpoint.paging, shape: this.#shapes.of(collection, shape) };
    return { ...list, path, below, url: below + this.#home, form };
  }

  /**
   * Reads all lists until two rounds agree. Returns the result for each list; nothing after an error.
   */
  async #read(lists: readonly RequestedList[]): Promise<readonly ListWalk[]> {
    const { problems } = this;
    let before: readonly ListWalk[] | undefined;
    for (let round = 1; ; round++) {
      [this.#round, this.#remembered, this.#records] = [round, 0, 0];
      const walks = await this.#readOnce(lists);
      if (problems.length > 0) return [];
      const moving = changes(lists, before, walks, round);
      if (moving.length === 0) {
        for (const [i, { url }] of lists.entries()) this.#warn(url, before![i]!, walks[i]!);
        return walks;
      }
      const lasting = moving.filter(({ code }) => code === 'count' || code === 'link');
      if (lasting.length > 0 || round === ROUNDS) {
        problems.push(...(lasting.length > 0 ? lasting : moving).map(({ problem }) => problem));
        return [];
      }
      before = walks;
    }
  }

  /** Warns of values that differ between the last two rounds, and of records that are in the list twice. */
  #warn(url: string, before: ListWalk, walk: ListWalk): void {
    const { repeated } = walk;
    if (!isSameBytes(before, walk)) {
      const why = 'values of its records change from walk to walk; the last ones are taken';
      this.problems.push(problemOf('warning', 'counter', url, why));
    }
    if (repeated === undefined) return;
    const why = `records are there more than once, such as ${repeated}; each is taken once, and the list may lack others`;
    this.problems.push(problemOf('warning', 'repeated', url, why));
  }

  /** Reads all lists once. After an error in one list, the other lists are still read, to find their errors, too. */
  async #readOnce(lists: readonly RequestedList[]): Promise<readonly ListWalk[]> {
    const { problems } = this;
    const read = async (list: RequestedList): Promise<ListWalk[]> => {
      try {
        const walk = await this.#walk(list);
        if (walk) return [walk];
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

  /** Fetches lookups until the reference is known for each tree of records, or no lookup is left. */
  async #lookups(
    lookup: ExtraEndpoint,
    listed: readonly number[],
    lists: readonly FetchedList[],
  ): Promise<FetchedList[]> {
    const { trees, ids } = shownReferences(this.portal, lookup, lists);
    const { reference } = lookup.lookup!;
    const isOpen = (id: number) => trees.told(reference, id) === undefined;
    /** The trees (such as discussions) of which no record shows the reference yet. */
    const open = new Set(listed.filter(isOpen).map((id) => trees.of(id)));
    const all = new Set(listed);
    const found: FetchedList[] = [];
    for (let at = 0; at < ids.length && open.size > 0; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE).map((id) => this.#asked(lookup, id));
      const walks = await allOf(some.map((list) => this.#walk(list)));
      for (const [i, list] of some.entries()) {
        const shown = walks[i];
        if (!shown) continue; // there is no such record, or it is not for everyone
        if (shown.moved) throw shown.moved;
        this.problems.push(...shown.problems);
        for (const id of shown.ids) open.delete(trees.of(id));
        const isListed = (id: number) => all.has(id);
        if (shown.ids.some(isListed)) found.push(fetchedList(this.#store, list, shown, isListed));
      }
    }
    return found;
  }

  /** Reads a list, and reports progress. */
  #walk(list: RequestedList): Promise<ListWalk | undefined> {
    return walk(list, async (url) => {
      const bytes = await this.origin.get(url);
      if (!bytes) return undefined;
      const page = this.#store.keep(bytes, (keep) => readPage(list.form, url, bytes, keep));
      this.#remember(url, page.ids.length);
      this.#records += page.ids.length;
      this.options.onProgress?.(this.#round, this.#records);
      return page;
    });
  }

  /** Counts the records of a page, whose ids stay in memory. Throws {@link Broken} above the limit. */
  #remember(url: string, records: number): void {
    this.#remembered += records + PAGE_AS_RECORDS;
    const { records: most } = this.limits;
    if (this.#remembered <= most) return;
    throw new Broken('limit', url, `all lists have more than ${most} records and pages`);
  }
}

/** The most rounds. If a list still changes in the last round, nothing is imported. */
const ROUNDS = 6;
/** From this round on, values (such as counts of views) may differ between rounds. The order of records may not. */
const ROUND_OF_VALUES = 5;

/** Returns an error for each list that was not alike in the last two rounds, or whose pages contradict each other. */
function changes(
  lists: readonly RequestedList[],
  before: readonly ListWalk[] | undefined,
  walks: readonly ListWalk[],
  round: number,
): Broken[] {
  return lists.flatMap(({ url }, i) => {
    const [was, is] = [before?.[i], walks[i]!];
    const { moved } = is;
    const isInOrder = was !== undefined && isSameOrder(was, is);
    // The same error in two equal rounds is a fault of the portal: the list did not change while it was read.
    if (moved && isInOrder && was.moved?.message === moved.message) return moved;
    const isSteady = isInOrder && !was.moved && !moved;
    if (isSteady && (round >= ROUND_OF_VALUES || isSameBytes(was, is))) return [];
    const why = `the list does not come to rest: no two of ${round} walks are alike`;
    return new Broken('moving', moved?.url ?? url, moved ? `${why} (${moved.message})` : why);
  });
}

const isSameOrder = (a: ListWalk, b: ListWalk): boolean => a.ids.join() === b.ids.join();

const isSameBytes = (a: ListWalk, b: ListWalk): boolean => a.bodies.join() === b.bodies.join();
