// Searches with Pagefind, whose program and index are in `/search/` of the deployment. Pagefind loads only the parts of
// the index that a search needs. The first search loads this module.
import { demandName, ListChanged, PortalError } from './errors.js';
import { otherStems, stemmable } from './forms.js';
import type { CallOptions } from './list.js';
import type { Requests } from './requests.js';
import type { Searched } from './types.js';
import { wordsOf } from './words.js';

type OneOrMore<T> = T | readonly T[];

/** Filters, order and paging of a search. A filter with several ids finds records with at least one of these ids. */
export interface SearchOptions
  extends CallOptions,
    Partial<Readonly<Record<Searched['filter'], OneOrMore<number> | undefined>>> {
  readonly kind?: OneOrMore<Searched['kind']> | undefined;
  /** The order: newest or highest first, without records that lack the value. By default, best match first. */
  readonly sort?: Searched['sort'];
  /** Which page of the results, from 1. */
  readonly page?: number;
  /** How many results a page has; 20 by default. */
  readonly limit?: number;
}

export interface SearchResult {
  readonly kind: Searched['kind'];
  readonly id: number;
  /** The title as plain text; empty if the record has none. */
  readonly title: string;
  /** A part of the text as HTML. Its only elements are `<mark>`, around the words that were found. */
  readonly excerpt: string;
  /**
   * The address of the record below the base URL: `/api/job/vacancy/12/`, or `/api/job/vacancy/12/index.json` if links
   * name files. The record is there only if the deployment publishes single records.
   */
  readonly address: string;
}

export interface SearchResults {
  /** How many records were found, on all pages of results. */
  readonly count: number;
  readonly results: readonly SearchResult[];
}

/** The parts of Pagefind's interface that are used here (https://pagefind.app/docs/api/). */
interface Pagefind {
  createInstance(options: { readonly basePath: string; readonly noWorker: true }): Instance;
}
interface Instance {
  search(
    words: string | null,
    options?: object,
  ): Promise<{ readonly results: Hit[]; readonly unfilteredResultCount: number }>;
}
interface Hit {
  readonly id: string;
  /** The best match has the highest score. In a sorted search, the first record has the highest score. */
  readonly score: number;
  data(): Promise<{
    readonly raw_url: string;
    readonly excerpt: string;
    readonly meta: { readonly title?: string };
    readonly filters: { readonly kind: readonly [Searched['kind']] };
  }>;
}

/** An open index. `entry`: the content of pagefind-entry.json, which is different for each version of the index. */
interface Index {
  readonly entry: string;
  /** Undefined if the index is empty. (Pagefind throws for an index without a language.) */
  readonly instance?: Instance;
}

const FOLDER = '/search/';
const ENTRY = `${FOLDER}pagefind-entry.json`;
/** The most attempts for one search, because the index may be replaced during a search. */
const ATTEMPTS = 3;
/** The most combinations of words and stems that are searched for. Each has one form of each word. */
const MOST_SEARCHES = 12;

// The names that a search knows. TypeScript demands that none is missing.
const KINDS: Readonly<Record<Searched['kind'], true>> = {
  vacancy: true,
  resume: true,
  post: true,
  expert: true,
};
const SORTS: Readonly<Record<Searched['sort'], true>> = { date: true, pay: true };
const OPTIONS: Readonly<Record<keyof SearchOptions, true>> = {
  kind: true,
  region: true,
  city: true,
  blog: true,
  sort: true,
  page: true,
  limit: true,
  signal: true,
};

const known = new WeakMap<Requests, Index>();

/** Finds records. `load`: imports a module by its address. */
export async function search(
  requests: Requests,
  query: string,
  { signal, page = 1, limit = 20, sort, ...filters }: SearchOptions = {},
  load: (url: string) => Promise<unknown> = (url) =>
    import(/* @vite-ignore */ /* webpackIgnore: true */ url),
): Promise<SearchResults> {
  const url = requests.base + ENTRY;
  if (sort) demandName('sort', sort, SORTS);
  for (const kind of [filters.kind ?? []].flat()) demandName('kind', kind, KINDS);
  if (!Number.isSafeInteger(page) || page < 1) {
    throw new TypeError(`pages have whole numbers from 1, not ${page}`);
  }
  const given = Object.entries(filters).filter(([, values]) => values !== undefined);
  for (const [name] of given) demandName('option', name, OPTIONS);
  const options = {
    filters: Object.fromEntries(
      given.map(([name, values]) => [name, { any: [values].flat().map(String) }]),
    ),
    ...(sort && { sort: { [sort]: 'desc' } }),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const index = known.get(requests) ?? (await openIndex(requests, signal, load));
    known.set(requests, index);
    let found: SearchResults | undefined;
    let cause: unknown;
    try {
      const hits = index.instance ? await hitsOf(index.instance, query, options) : [];
      const shown = hits.slice((page - 1) * limit, page * limit);
      found = { count: hits.length, results: await Promise.all(shown.map(resultOf)) };
    } catch (error) {
      cause = error; // perhaps the index was replaced during the search
    }
    signal?.throwIfAborted();
    if ((await entryOf(requests, signal)) === index.entry) {
      if (found) return found;
      throw new PortalError(url, 'leads to an index that cannot be searched', undefined, { cause });
    }
    known.delete(requests);
  }
  throw new ListChanged(url, 'is published anew all the time');
}

async function openIndex(
  requests: Requests,
  signal: AbortSignal | undefined,
  load: (url: string) => Promise<unknown>,
): Promise<Index> {
  const entry = await entryOf(requests, signal);
  const basePath = requests.base + FOLDER;
  const url = `${basePath}pagefind.js`;
  try {
    const { languages }: { readonly languages: object } = JSON.parse(entry);
    if (Object.keys(languages).length === 0) return { entry };
    const { createInstance } = (await load(url)) as Pagefind;
    return { entry, instance: createInstance({ basePath, noWorker: true }) };
  } catch (cause) {
    const why =
      'cannot be loaded: the search takes a browser, and a page whose policy (CSP) lets it load this program';
    throw new PortalError(url, why, undefined, { cause });
  }
}

/** Returns the content of pagefind-entry.json. Throws if the file does not exist. */
async function entryOf(requests: Requests, signal: AbortSignal | undefined): Promise<string> {
  const { status, url, text } = await requests.get(requests.base + ENTRY, {
    signal,
    fresh: true,
  });
  if (status === 200) return text;
  const why = `is not there: this deployment does not publish ${FOLDER} (the setting "extras" switches it on: npx portal-snapshot build --extra '${FOLDER}')`;
  throw new PortalError(url, why, status);
}

/**
 * Finds the records that contain each word of the query, also in other forms. The hit with the highest score is first.
 */
async function hitsOf(instance: Instance, query: string, options: object): Promise<Hit[]> {
  const words = wordsOf(query);
  if (words.length === 0) return (await instance.search(null, options)).results;
  if (/^\s*".+"\s*$/.test(query))
    return (await instance.search(`"${words.join(' ')}"`, options)).results;
  const ways = await Promise.all(
    [...new Set(words)].map(stemmable).map(async (word) => {
      const stems = otherStems(word);
      const counts = await Promise.all(stems.map((stem) => instance.search(`"${stem}"`)));
      return [word, ...stems.filter((_, at) => counts[at]!.unfilteredResultCount > 0)];
    }),
  );
  const queries = ways.reduce<string[]>(
    (all, forms) =>
      all.flatMap((before) => forms.map((form) => `${before} ${form}`)).slice(0, MOST_SEARCHES),
    [''],
  );
  const found = await Promise.all(queries.map((words) => instance.search(words.trim(), options)));
  const best = new Map<string, Hit>();
  for (const hit of found.flatMap(({ results }) => results)) {
    if (!((best.get(hit.id)?.score ?? -1) >= hit.score)) best.set(hit.id, hit);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

async function resultOf(hit: Hit): Promise<SearchResult> {
  const { raw_url: address, excerpt, meta, filters } = await hit.data();
  const id = Number(/(\d+)\/(?:index\.json)?$/.exec(address)?.[1]);
  const title = asWritten(meta.title ?? '');
  return { kind: filters.kind[0], id, title, excerpt: asWritten(excerpt), address };
}

/** A text without the marks of the index (engine/search/spacing.ts). */
const asWritten = (text: string): string =>
  text.replace(/\x1f(<\/mark>)? ?/g, '$1').replaceAll('\x1e', ' ');
