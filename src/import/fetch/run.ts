// The fetching itself: which lists there are, how they come to rest, and which lookups say more.
import { setTimeout as sleep } from 'node:timers/promises';
import { extrasOf, findIndex } from '../../delivery/http/offered.js';
import { PublishedShapes } from '../../delivery/http/published.js';
import {
  type Endpoint,
  type ExtraEndpoint,
  endpointOf,
  type Portal,
} from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { type FetchedList, isFeed, nameOf } from '../fetched.js';
import { fetchedList, visitPage } from './list.js';
import { lookupsOf, untoldOf } from './lookups.js';
import { type FetchOptions, type Limits, Progress } from './options.js';
import type { Origin } from './origin.js';
import { hashAt, knownFrom, PageReader, type Records } from './page.js';
import { allOf, Broken, type FetchProblem, problemOf, warningsOf } from './problems.js';
import { bringToRest, type RestingList } from './rest.js';
import { digestsOf, pageBy, Superseded, snapshotOf } from './snapshot.js';
import { type Asked, type Walk, type WalkSettings, walk } from './walk.js';

/** So many snapshots may be published, one after another, while the first is read. */
const ATTEMPTS = 5;
/** So many lookups are asked for before it is looked whether more are needed. */
const AT_ONCE = 8;

const whenOf = (attempt: number) => `snapshot ${attempt}`;

export class Run {
  readonly problems: FetchProblem[] = [];
  walks = 0;
  readonly #shapes: PublishedShapes;
  readonly #progress: Progress;
  #home = '';
  #pages = 0;
  #records = 0;

  constructor(
    private readonly portal: Portal,
    private readonly origin: Origin,
    private readonly limits: Limits,
    private readonly options: FetchOptions,
  ) {
    this.#shapes = new PublishedShapes(portal, false);
    this.#progress = new Progress(options.onProgress ?? (() => {}));
  }

  /** The lists, lookups first: their records are read later, but are those of the lists as these were. */
  async lists(): Promise<FetchedList[]> {
    const { portal, origin } = this;
    try {
      const { base, ask } = origin;
      this.#home = (await findIndex({ base, ask })).home;
      const extras = this.options.since ? [] : await extrasOf(portal, base, ask);
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#attempt(extras, attempt);
        } catch (error) {
          if (!(error instanceof Superseded) || attempt === ATTEMPTS) throw error;
        }
        this.problems.splice(0);
        [this.#pages, this.#records] = [0, 0];
        const { backoff = 250, signal } = this.options;
        await sleep(backoff * 2 ** attempt, null, signal && { signal });
      }
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.problems.push(error.problem);
      return [];
    }
  }

  async #attempt(extras: readonly ExtraEndpoint[], attempt: number): Promise<FetchedList[]> {
    const { portal, origin } = this;
    const lists = this.#wanted(extras).map((endpoint) => this.#asked(endpoint));
    const snapshot = await snapshotOf(origin, whenOf(attempt));
    const resting = snapshot
      ? await this.#ofSnapshot(lists, snapshot, attempt)
      : await this.#atRest(lists);
    const { since } = this.options;
    const fetched = resting.map(({ list, walk }) => {
      this.#sayRepeated(list, walk);
      return fetchedList(origin.store, list, walk, since === undefined);
    });
    if (this.problems.some(({ severity }) => severity === 'error')) return [];
    if (since) for (const { walk } of resting) await this.#sayUnmet(walk, since);
    const lookups: FetchedList[] = [];
    for (const extra of lookupsOf(portal, extras)) {
      const of = resting.find(({ list }) => list.endpoint.name === extra.lookup!.list);
      if (!of) continue;
      const isSnapshot = snapshot !== undefined;
      lookups.push(...(await this.#lookups(extra, of.walk, fetched, attempt, isSnapshot)));
    }
    return [...lookups, ...fetched];
  }

  #wanted(extras: readonly ExtraEndpoint[]): Endpoint[] {
    const { endpoints, extras: declared } = this.portal;
    const { since } = this.options;
    const lists = new Set(
      declared.filter(({ kind }) => kind === 'list').map((extra) => endpointOf(extra).template),
    );
    return [...endpoints, ...extras.filter(({ template }) => lists.has(template))].filter(
      (endpoint) => endpoint.records && (!since || isFeed(endpoint)),
    );
  }

  #asked(endpoint: Endpoint, id?: number): Asked {
    const { collection, shape } = endpoint.records!;
    const list = { endpoint, ...(id !== undefined && { id }) };
    const path = `/api/${nameOf(list)}/`;
    const below = this.origin.base + path;
    const reader = new PageReader(endpoint.paging, this.#shapes.of(collection, shape));
    return {
      ...list,
      path,
      below,
      url: below + this.#home,
      reader,
    };
  }

  /** The lists of an origin that says nothing of its state. */
  #atRest(lists: readonly Asked[]): Promise<RestingList[]> {
    const walkOnce = async (list: Asked, round: number, before: Walk | undefined) => {
      const found = await this.#walk(list, round, before, async (url, place) => {
        const known = knownFrom(before, place);
        const { value, body } = await this.origin.get(url, `walk ${round}`, (blocks) =>
          list.reader.read(url, blocks, known),
        );
        return value && { page: value, body };
      });
      if (found) return found;
      throw new Broken('status', list.url, 'status 404: there is no such list');
    };
    return bringToRest(lists, walkOnce, this.problems);
  }

  /** The lists of a snapshot. Throws {@link Superseded} where they are of another one by now. */
  async #ofSnapshot(
    lists: readonly Asked[],
    snapshot: JsonObject,
    attempt: number,
  ): Promise<RestingList[]> {
    const { origin, options } = this;
    const when = whenOf(attempt);
    return allOf(
      lists.map(async (list) => {
        const digests = await digestsOf(origin, when, snapshot, list);
        const found = await this.#walk(list, attempt, undefined, (url) =>
          pageBy(origin, when, digests, list, url),
        );
        const wrong =
          found?.moved ??
          new Broken('snapshot', list.url, 'it has other pages than its snapshot says');
        const isAll = options.since !== undefined || found?.pages.length === digests.size;
        if (!found || found.moved || !isAll) throw wrong;
        this.problems.push(...found.problems);
        return { list, walk: found };
      }),
    );
  }

  /** The lookups that say what lists do not; none where lists say it all. */
  async #lookups(
    lookup: ExtraEndpoint,
    of: Records,
    lists: readonly FetchedList[],
    attempt: number,
    isSnapshot: boolean,
  ): Promise<FetchedList[]> {
    const { portal, origin, limits } = this;
    const untold = await untoldOf(portal, lookup, lists);
    const places = new Map(of.ids.map((id, place) => [id, place]));
    const isOfList = (records: Records, id: number, place: number) => {
      const there = places.get(id);
      return there !== undefined && hashAt(of, there).equals(hashAt(records, place));
    };
    const found: FetchedList[] = [];
    const ids = untold.ids.slice(0, limits.lookups);
    for (let at = 0; at < ids.length && untold.isAny(); at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE).map((id) => this.#asked(lookup, id));
      const walks = await allOf(
        some.map((list) =>
          this.#walk(list, attempt, undefined, async (url) => {
            const { value, body } = await origin.get(url, `lookups ${attempt}`, (blocks) =>
              list.reader.read(url, blocks, () => undefined),
            );
            return value && { page: value, body };
          }),
        ),
      );
      for (const [i, list] of some.entries()) {
        const shown = walks[i];
        if (!shown) continue; // there is no such record, or it is not for everyone
        if (shown.moved) throw shown.moved;
        this.problems.push(...shown.problems);
        if (isSnapshot && !shown.ids.every((id, place) => isOfList(shown, id, place))) {
          const why = `it has other records than ${of.ids.length} of ${lookup.lookup!.list}`;
          throw new Superseded('snapshot', list.url, why);
        }
        untold.tell(shown.ids);
        const isKnown = (id: number) => places.has(id);
        if (shown.ids.some(isKnown)) {
          found.push(fetchedList(origin.store, list, shown, true, isKnown));
        }
      }
    }
    if (untold.isAny() && ids.length < untold.ids.length) {
      const url = `${origin.base}${lookup.template}`;
      const why = `only the first ${ids.length} of ${untold.ids.length} were asked for`;
      this.problems.push(problemOf('warning', 'lookups', url, why));
    }
    return found;
  }

  /** Walks a list, and says how far it is. */
  async #walk(
    list: Asked,
    round: number,
    before: Walk | undefined,
    get: WalkSettings['get'],
  ): Promise<Walk | undefined> {
    const { since } = this.options;
    this.walks++;
    // It takes the place of the one before.
    if (before) this.#remember(list.url, -before.pages.length, -before.ids.length);
    return walk(list, {
      get: async (url, place) => {
        const got = await get(url, place);
        if (!got) return undefined;
        const { ids, count } = got.page;
        this.#remember(url, 1, ids.length);
        this.#progress.see(list.url, round, ids.length, count ?? before?.ids.length);
        return got;
      },
      isEnough: async (page) => {
        if (!since) return false;
        let isKnown = true;
        await visitPage(this.origin.store, page, (record) => {
          isKnown &&= since(record);
        });
        return isKnown;
      },
    });
  }

  /** Of each page something is remembered, but never more than the limits allow. */
  #remember(url: string, pages: number, records: number): void {
    this.#pages += pages;
    this.#records += records;
    const { limits } = this;
    if (this.#pages > limits.pages) {
      throw new Broken('limit', url, `all lists have more than ${limits.pages} pages`);
    }
    if (this.#records > limits.records) {
      throw new Broken('limit', url, `all lists have more than ${limits.records} records`);
    }
  }

  /** A feed that goes back to nothing that is known may have lost entries before anybody read them. */
  async #sayUnmet({ pages }: Walk, since: (record: JsonObject) => boolean): Promise<void> {
    const last = pages.at(-1)!;
    let isMet = false;
    await visitPage(this.origin.store, last, (record) => {
      isMet ||= since(record);
    });
    if (isMet) return;
    const why =
      'the feed ends before any entry that is known: what it lost comes with a whole import';
    this.problems.push(problemOf('warning', 'unmet', last.url, why));
  }

  #sayRepeated({ url }: Asked, { ids, distinct }: Walk): void {
    if (distinct === ids.length) return;
    const seen = new Set<number>();
    const repeated = new Set<number>();
    for (const id of ids)
      if (seen.has(id)) repeated.add(id);
      else seen.add(id);
    const message = 'it is there more than once; it is taken once, and the list may lack others';
    this.problems.push(...warningsOf('repeated', url, repeated, message));
  }
}
