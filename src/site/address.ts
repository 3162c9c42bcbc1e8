// The addresses of pages: the file of each page, the links to it, and the page that a file contains (PROMISES.md §3.1,
// §3.2).
import { ADDRESS_WORD, type Endpoint, type Lookup, listFile } from '../model/endpoint.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** The encodings of compressed copies, with their file extensions. */
export const extensions = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof extensions;
/** The encodings, beginning with the one that hosts prefer. */
export const ENCODINGS = ['br', 'gzip'] as const;

/**
 * How links name pages: `/api/region/page/2/?page=2`, `/api/region/?page=2`, or `/api/region/page/2/index.json?page=2`.
 */
export type LinkStyle = 'path' | 'query' | 'file';

export interface AddressSettings {
  /** The URL without a slash at its end. */
  readonly baseUrl: string;
  readonly links: LinkStyle;
}

/** Names a page other than the first: `{ parameter: 'page', value: 2 }` for `?page=2`. */
export interface PageName {
  readonly parameter: 'page' | 'cursor';
  readonly value: number;
}

/** Returns the query parameter for the pages of a list; undefined for a list that is not divided into pages. */
export function parameterOf({
  paging: { style },
}: Pick<Endpoint, 'paging'>): PageName['parameter'] | undefined {
  if (style === 'page-number') return 'page';
  return style === 'cursor' ? 'cursor' : undefined;
}

/**
 * Whether all pages but the first keep their records when newer ones are added, so that caches may keep them long. (If
 * the newest records come last, the last page changes.)
 */
export const keepsPages = ({ paging }: Pick<Endpoint, 'paging'>): boolean =>
  paging.style === 'cursor' && paging.newest === 'first';

/** The step at the end of an endpoint with many addresses: `{id}` of `region/{id}`, or `{slug}` of `book/{slug}`. */
const VARIABLE = /\/\{(\w+)\}$/;

/** Returns the name of an endpoint without `{id}` at its end: `region` for both `region/{id}` and `region`. */
export const withoutId = (name: string): string => name.replace(VARIABLE, '');

/** Returns what the addresses of an endpoint differ in: `id` for `region/{id}`, `slug` for `book/{slug}`. */
export const variableOf = ({ name }: { readonly name: string }): string | undefined =>
  VARIABLE.exec(name)?.[1];

/** Whether an endpoint has an address for each id, as `region/{id}` has, or for a text of each record. */
export const hasId = (endpoint: { readonly name: string }): boolean =>
  variableOf(endpoint) !== undefined;

/** Returns the name of an endpoint with an id in place of `{id}`: `region/53` for `region/{id}`. */
export const withId = (name: string, id: number | string): string => `${withoutId(name)}/${id}`;

/** A pattern for an id. An id is at most 2^53-1, which has 16 digits. */
export const ID = '[1-9][0-9]{0,15}';

/** Returns a pattern for what an address of an endpoint has in place of its {@link variableOf}. */
export function stepOf(endpoint: { readonly name: string }): string | undefined {
  const variable = variableOf(endpoint);
  return variable && (variable === 'id' ? ID : ADDRESS_WORD);
}

/**
 * Returns a function that finds an endpoint by the name of one of its lists: `region/{id}` by `region/53`, and
 * `book/{slug}` by `book/emma`.
 */
export function endpointsByName<E extends { readonly name: string }>(
  endpoints: readonly E[],
): (name: string) => E | undefined {
  const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const families = new Map(
    endpoints.filter(hasId).map((endpoint) => {
      return [withoutId(endpoint.name), { endpoint, step: new RegExp(`^${stepOf(endpoint)}$`) }];
    }),
  );
  return (name) => {
    const slash = name.lastIndexOf('/');
    const family = families.get(name.slice(0, slash));
    const isOf = family?.step.test(name.slice(slash + 1));
    return byName.get(name) ?? (isOf ? family?.endpoint : undefined);
  };
}

/** Returns the query parameter of a filter, with underscores like the names of fields: `a_b` for `a-b`. */
export const queryOf = (by: string): string => by.replaceAll('-', '_');

/**
 * Returns the names of filters, by the name of the list: `post` has the filter `blog`, for `/api/post/?blog=2`. They
 * are named as in paths (`exact-category`), not as in queries (see {@link queryOf}).
 */
export function lookupsOf(
  endpoints: readonly { readonly lookup?: Pick<Lookup, 'list' | 'by'> }[],
): ReadonlyMap<string, readonly string[]> {
  const lookups = new Map<string, string[]>();
  for (const { lookup } of endpoints) {
    if (lookup) lookups.set(lookup.list, [...(lookups.get(lookup.list) ?? []), lookup.by]);
  }
  return lookups;
}

/** Returns the number of a page, or a cursor, from its text in an address; undefined if the text is neither. */
export function pageValue(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Returns the file of a page; without `page`, of the list's first page. `region/all.ndjson` is a file itself. */
export function pageFile(endpoint: string, page?: PageName): string {
  if (listFile(endpoint)) return `api/${endpoint}`;
  const folder = page ? `${endpoint}/${page.parameter}/${page.value}` : endpoint;
  return folder === '' ? 'api/index.json' : `api/${folder}/index.json`;
}

/** Returns the link to a page of a list; without `page`, to the first page. The name '' stands for `/api/`. */
export function pageLink(
  { baseUrl, links }: AddressSettings,
  endpoint: string,
  page?: PageName,
): string {
  const list = endpoint === '' ? `${baseUrl}/api/` : `${baseUrl}/api/${endpoint}/`;
  const index = links === 'file' ? 'index.json' : '';
  if (!page) return list + index;
  const query = `?${page.parameter}=${page.value}`;
  return links === 'query'
    ? list + query
    : `${list}${page.parameter}/${page.value}/${index}${query}`;
}

/** Two files of the API that are not pages (PROMISES.md §5). The address of each is its path. */
export const OPENAPI = 'api/openapi.json';
export const SNAPSHOT = 'api/snapshot.json';
export const DOCUMENTS: readonly string[] = [OPENAPI, SNAPSHOT];

/** The address of the search index, and its name in the setting `extras`. */
export const SEARCH = '/search/';
/** The file of the search index that the search program reads first. It leads to the other files. */
export const SEARCH_ENTRY = 'search/pagefind-entry.json';

const DIGESTS = /^api\/(.+)\/digests\.json$/;

/** Returns the file with the digests of pages of `region` and of `region/{id}`, for either name (see snapshot-file.ts). */
export const digestsFile = (name: string): string => `api/${withoutId(name)}/digests.json`;

/** Returns the list to which a {@link digestsFile} belongs; undefined if `file` is no such file. */
export const listOfDigests = (file: string): string | undefined => DIGESTS.exec(file)?.[1];

/** Returns a template as a path. `end` is added to a folder: `/api/region/` becomes `/api/region/index.json`. */
export const pathOf = (template: string, end: string): string =>
  template.endsWith('/') ? template + end : template;

/** The page that a file contains. `page` is absent for the first page of a list. */
export interface FilePage {
  /** The name of the list, such as `region`; '' for the root index. */
  readonly endpoint: string;
  readonly page?: PageName;
}

/** Returns the page that a file of the snapshot contains; undefined if the file is not a page. */
export function pageOf(file: string): FilePage | undefined {
  const match = /^api\/(?:(.+?)(?:\/(page|cursor)\/([1-9]\d*))?\/)?index\.json$/.exec(file);
  if (!match) return undefined;
  const [, endpoint = '', parameter, value] = match;
  if (parameter !== 'page' && parameter !== 'cursor') return { endpoint };
  return { endpoint, page: { parameter, value: Number(value) } };
}

const PORT = '(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const ADDRESS = '(?:\\[[0-9a-fA-F:.]+\\]|[0-9]+(?:\\.[0-9]+){3}|localhost)';

/** Matches an address and a port, such as `127.0.0.1:8080`. */
export const LISTEN = new RegExp(`^${ADDRESS}:${PORT}$`);

/** Returns the two parts of an address such as `127.0.0.1:8080`. Throws a {@link UsageError} for any other text. */
export function listenParts(listen: string): { readonly address: string; readonly port: number } {
  if (!LISTEN.test(listen)) {
    throw new UsageError(
      `listen: must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not ${quote(listen)}`,
    );
  }
  const colon = listen.lastIndexOf(':');
  return { address: listen.slice(0, colon), port: Number(listen.slice(colon + 1)) };
}
