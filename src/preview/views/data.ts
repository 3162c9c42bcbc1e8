// What the page shows, read from the page's own snapshot: lists with filters and a search, single
// records, discussions. Nothing is kept but the records of one list.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Json } from '../../model/fields.js';
import { pageFile } from '../../site/address.js';
import { headingOf, isObject, nameOf as nameIn, valuesAt } from '../browser/paths.js';
import type {
  JsonObject,
  Names,
  ToldFact,
  ToldHit,
  ToldList,
  ToldOption,
  ToldRecord,
  ToldSearch,
  ToldThread,
  ToldView,
  ToldViews,
} from '../browser/told.js';
import { excerptOf, matches, mayMatch, wordsOf } from './match.js';
import { nameOf, PAGE } from './portal.js';

/** The records of a list are kept if they are no longer than this as JSON. */
const KEPT = 64 << 20;
/** So much of each collection a search shows. */
const HITS = 20;
/** Longer lists of what can be chosen are of no use. */
const OPTIONS = 500;

/** What someone wants to see of a list. */
export interface ListQuery {
  readonly words: string;
  readonly page: number;
  /** By the path of a filter: the value that is chosen. */
  readonly chosen: ReadonlyMap<string, string>;
}

/** One state of the page's own snapshot. */
export class ViewData {
  #kept: { readonly collection: string; readonly records: readonly JsonObject[] } | undefined;
  readonly #names = new Map<string, Promise<ReadonlyMap<number, string>>>();

  /** `folder`: the snapshot's. */
  constructor(
    private readonly folder: string,
    private readonly views: ToldViews,
  ) {}

  async list(collection: string, { words, page, chosen }: ListQuery): Promise<ToldList> {
    const view = this.views.of[collection]!;
    const sought = wordsOf(words);
    if (sought.length === 0 && view.filters.length === 0) return this.#plain(collection, page);
    const filters = view.filters.map((filter) => ({ filter, value: chosen.get(filter.path) }));
    const counts = filters.map(() => new Map<string, number>());
    const found: JsonObject[] = [];
    for await (const record of this.#records(collection)) {
      if (!matches(record, sought)) continue;
      const values = filters.map(({ filter }) => new Set(valuesAt(record, filter.path).map(keyOf)));
      const misses = filters.filter(
        ({ value }, i) => value !== undefined && !values[i]!.has(value),
      );
      if (misses.length === 0) found.push(record);
      // What another choice in a filter would give goes by all the other filters.
      filters.forEach((filter, i) => {
        if (misses.some((miss) => miss !== filter)) return;
        for (const value of values[i]!) counts[i]!.set(value, (counts[i]!.get(value) ?? 0) + 1);
      });
    }
    const options = await Promise.all(
      filters.map(({ filter, value }, i) => this.#options(filter, counts[i]!, value)),
    );
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const at = Math.min(page, pages);
    const records = found.slice((at - 1) * PAGE, at * PAGE);
    const names = await this.#namesFor(view, records);
    return { count: found.length, page: at, pages, records, names, options };
  }

  /** A page of a list as it is, for which no other page is read. */
  async #plain(collection: string, page: number): Promise<ToldList> {
    const [first] = await this.#page(collection, 1);
    const count = Number(first['count']);
    const pages = Math.max(1, Math.ceil(count / PAGE));
    const at = Math.min(page, pages);
    const records = recordsOf(at === 1 ? first : (await this.#page(collection, at))[0]);
    const names = await this.#namesFor(this.views.of[collection]!, records);
    return { count, page: at, pages, records, names, options: [] };
  }

  async record(collection: string, id: number): Promise<ToldRecord | undefined> {
    const record = await this.#find(collection, id);
    return record && { record, names: await this.#namesFor(this.views.of[collection]!, [record]) };
  }

  /** The discussion below a record; undefined when there is none. */
  async thread(collection: string, id: number): Promise<ToldThread | undefined> {
    const below = this.views.of[collection]?.below;
    if (!below || this.views.of[below.collection]?.form !== 'thread') return undefined;
    const file = pageFile(`${nameOf(below.collection)}/${below.by}/${id}`);
    const text = await this.#read(file);
    if (text === undefined) return undefined;
    const records = JSON.parse(text) as readonly JsonObject[]; // as it was built
    return { records, names: await this.#namesFor(this.views.of[below.collection]!, records) };
  }

  /** Looks through everything. */
  async search(query: string): Promise<ToldSearch> {
    const words = wordsOf(query);
    if (words.length === 0) return { groups: [] };
    const all = [...this.views.menu.flatMap(({ collections }) => collections)].map(
      async (collection) => ({ collection, hits: await this.#hits(collection, words) }),
    );
    const threads = Object.entries(this.views.of).flatMap(([above, { below }]) =>
      below && this.views.of[below.collection]?.form === 'thread'
        ? [this.#threadHits(above, below, words)]
        : [],
    );
    const groups = (await Promise.all([...all, ...threads]))
      .filter(({ hits }) => hits.length > 0)
      .map(({ collection, hits }) => ({
        collection,
        hits: hits.slice(0, HITS),
        more: hits.length > HITS,
      }));
    return { groups };
  }

  async #hits(collection: string, words: readonly string[]): Promise<ToldHit[]> {
    const hits: ToldHit[] = [];
    for await (const record of this.#records(collection, words)) {
      if (!matches(record, words)) continue;
      hits.push(this.#hit(collection, record, words));
      if (hits.length > HITS) break;
    }
    return hits;
  }

  async #threadHits(
    above: string,
    { collection, by }: { readonly collection: string; readonly by: string },
    words: readonly string[],
  ): Promise<{ collection: string; hits: ToldHit[] }> {
    const hits: ToldHit[] = [];
    const folder = `${nameOf(collection)}/${by}`;
    const ids = await readdir(join(this.folder, 'api', folder)).catch(() => []);
    for (const id of ids.map(Number).sort((a, b) => b - a)) {
      const text = await this.#read(pageFile(`${folder}/${id}`));
      if (text === undefined || !mayMatch(text, words)) continue;
      for (const record of JSON.parse(text) as readonly JsonObject[]) {
        if (!matches(record, words)) continue;
        hits.push({ ...this.#hit(collection, record, words), above: { collection: above, id } });
        if (hits.length > HITS) return { collection, hits };
      }
    }
    return { collection, hits };
  }

  #hit(collection: string, record: JsonObject, words: readonly string[]): ToldHit {
    const view = this.views.of[collection]!;
    const author = view.thread && valuesAt(record, view.thread.author)[0];
    const name = isObject(author)
      ? nameIn(this.views.of[view.thread!.people]?.named ?? [], author)
      : headingOf(view, record);
    return { id: Number(record['id']), name: name ?? '', excerpt: excerptOf(record, words) };
  }

  async #find(collection: string, id: number): Promise<JsonObject | undefined> {
    for await (const record of this.#records(collection)) {
      if (record['id'] === id) return record;
    }
    return undefined;
  }

  /** The records of a list; with `words`, at least those that have them. */
  async *#records(collection: string, words: readonly string[] = []): AsyncGenerator<JsonObject> {
    if (this.#kept?.collection === collection) {
      yield* this.#kept.records;
      return;
    }
    const all: JsonObject[] = [];
    let [length, pages] = [0, 1];
    for (let page = 1; page <= pages; page++) {
      const [body, text] = await this.#page(collection, page, words);
      if (page === 1) pages = Math.ceil(Number(body['count']) / PAGE);
      const records = recordsOf(body);
      length += text.length;
      if (length <= KEPT) all.push(...records);
      yield* records;
      await setImmediate(); // others may be waiting
    }
    if (words.length === 0 && length <= KEPT) this.#kept = { collection, records: all };
  }

  /** A page of a list, and how it is written; without its records where they do not have the words. */
  async #page(
    collection: string,
    page: number,
    words: readonly string[] = [],
  ): Promise<[JsonObject, string]> {
    const name = page === 1 ? undefined : ({ parameter: 'page', value: page } as const);
    const text = await this.#read(pageFile(nameOf(collection), name));
    if (text === undefined) return [{ count: 0, results: [] }, ''];
    if (page > 1 && !mayMatch(text, words)) return [{ results: [] }, text];
    return [JSON.parse(text) as JsonObject, text];
  }

  async #read(file: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.folder, file), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #options(
    { of, values }: ToldFact,
    counts: ReadonlyMap<string, number>,
    chosen: string | undefined,
  ): Promise<ToldOption[]> {
    const names = of === undefined ? undefined : await this.#namesOf(of);
    const all =
      chosen === undefined || counts.has(chosen) ? [...counts] : [...counts, [chosen, 0] as const];
    return all
      .map(([value, count]) => {
        const name = values ? null : (names?.get(Number(value)) ?? null);
        return { value, name, count };
      })
      .sort((a, b) => collator.compare(a.name ?? a.value, b.name ?? b.value))
      .slice(0, OPTIONS);
  }

  /** The names of the records that these show as numbers. */
  async #namesFor(view: ToldView, records: readonly JsonObject[]): Promise<Names> {
    const wanted = new Map<string, Set<number>>();
    const paths = view.facts.flatMap(({ path, of }) => (of === undefined ? [] : [{ path, of }]));
    for (const record of records) {
      for (const { path, of } of paths) {
        for (const value of valuesAt(record, path)) {
          if (typeof value !== 'number') continue;
          const ids = wanted.get(of) ?? new Set();
          wanted.set(of, ids.add(value));
        }
      }
    }
    const told = [...wanted].map(async ([collection, ids]) => {
      const names = await this.#namesOf(collection);
      const some = [...ids].flatMap((id) => (names.has(id) ? [[id, names.get(id)!]] : []));
      return [collection, Object.fromEntries(some) as Record<string, string>] as const;
    });
    return Object.fromEntries(await Promise.all(told));
  }

  /** The names of all records of a collection. */
  #namesOf(collection: string): Promise<ReadonlyMap<number, string>> {
    let names = this.#names.get(collection);
    if (!names) {
      names = this.#readNames(collection);
      this.#names.set(collection, names);
    }
    return names;
  }

  async #readNames(collection: string): Promise<ReadonlyMap<number, string>> {
    const names = new Map<number, string>();
    const { named = [] } = this.views.of[collection] ?? {};
    for await (const record of this.#records(collection)) {
      const name = nameIn(named, record);
      if (name !== undefined) names.set(Number(record['id']), name);
    }
    return names;
  }
}

const collator = new Intl.Collator('ru', { numeric: true });

/** A value of a filter in an address: the id of a record, or the value itself. */
const keyOf = (value: Json): string => String(isObject(value) ? value['id'] : value);

const recordsOf = ({ results }: JsonObject): readonly JsonObject[] =>
  (Array.isArray(results) ? results : []) as readonly JsonObject[]; // as it was built
