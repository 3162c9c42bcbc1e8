// Searches with Pagefind, whose program and index are in `/search/` of the deployment. Pagefind loads only the parts of
// the index that a search needs. The first search loads this module.
import { demandName, ListChanged, PortalError } from './errors.js';
import { otherStems, stemmable } from './forms.js';
import type { CallOptions } from './list.js';
import type { Requests } from './requests.js';
import { wordsOf } from './words.js';

/** The names that the search of a portal knows: kinds of records, filters, and orders of results. */
export interface SearchedNames {
  readonly kind: readonly string[];
  readonly filter: readonly string[];
  readonly sort: readonly string[];
}

type OneOrMore<T> = T | readonly T[];

/** Order and paging of a search. */
interface Options<Names extends SearchedNames> extends CallOptions {
  readonly kind?: OneOrMore<Names['kind'][number]> | undefined;
  /** The order: newest or highest first, without records that lack the value. By default, best match first. */
  readonly sort?: Names['sort'][number];
  /** Which page of the results, from 1. */
  readonly page?: number;
  /** How many results a page has; 20 by default. */
  readonly limit?: number;
}

/** Options, and filters by their names. A filter with several ids finds records with at least one of these ids. */
export type SearchOptionsOf<Names extends SearchedNames> = Options<Names> & {
  readonly [_ in Names['filter'][number]]?: OneOrMore<number> | undefined;
};

export interface SearchResultOf<Names extends SearchedNames> {
  readonly kind: Names['kind'][number];
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

export interface SearchResultsOf<Names extends SearchedNames> {
  /** How many records were found, on all pages of results. */
  readonly count: number;
  readonly results: readonly SearchResultOf<Names>[];
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
    readonly filters: { readonly kind: readonly [string] };
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

/** The options of a search that are no filters. */
const OPTIONS = ['sort', 'page', 'limit', 'signal'];

const known = new WeakMap<Requests, Index>();

/** Finds records. `load`: imports a module by its address. */
export async function search(
  requests: Requests,
  names: SearchedNames,
  query: string,
  { signal, page = 1, limit = 20, sort, ...filters }: Options<SearchedNames> = {},
  load: (url: string) => Promise<unknown> = (url) =>
    import(/* @vite-ignore */ /* webpackIgnore: true */ url),
): Promise<SearchResultsOf<SearchedNames>> {
  const url = requests.base + ENTRY;
  if (sort) demandName('sort', sort, names.sort);
  for (const kind of [filters.kind ?? []].flat()) demandName('kind', kind, names.kind);
  if (!Number.isSafeInteger(page) || page < 1) {
    throw new TypeError(`pages have whole numbers from 1, not ${page}`);
  }
  const given = Object.entries(filters).filter(([, values]) => values !== undefined);
  const options = ['kind', ...names.filter, ...OPTIONS];
  for (const [name] of given) demandName('option', name, options);
  const how = {
    filters: Object.fromEntries(
      given.map(([name, values]) => [name, { any: [values].flat().map(String) }]),
    ),
    ...(sort && { sort: { [sort]: 'desc' } }),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const index = known.get(requests) ?? (await openIndex(requests, signal, load));
    known.set(requests, index);
    let found: SearchResultsOf<SearchedNames> | undefined;
    let cause: unknown;
    try {
      const hits = index.instance ? await hitsOf(index.instance, query, how) : [];
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

async function resultOf(hit: Hit): Promise<SearchResultOf<SearchedNames>> {
  const { raw_url: address, excerpt, meta, filters } = await hit.data();
  const id = Number(/(\d+)\/(?:index\.json)?$/.exec(address)?.[1]);
  const title = asWritten(meta.title ?? '');
  return { kind: filters.kind[0], id, title, excerpt: asWritten(excerpt), address };
}

/** A text without the marks of the index (engine/search/spacing.ts). */
const asWritten = (text: string): string =>
  text.replace(/\x1f(<\/mark>)? ?/g, '$1').replaceAll('\x1e', ' ');
