// The addresses of pages: their files in the snapshot's folder, the links to them, and which page a file contains
// (PROMISES.md §3.1, §3.2).
import { type Endpoint, type Lookup, listFile } from '../model/endpoint.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** The encodings of compressed copies, with their file extensions. */
export const extensions = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof extensions;
/** The encodings in the order in which hosts prefer them. */
export const ENCODINGS = ['br', 'gzip'] as const;

/** The form of the links to pages. */
export type LinkStyle = 'path' | 'query' | 'file';

export interface AddressSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly links: LinkStyle;
}

/** A page of a list, except the first: the query parameter for it, and its value. */
export interface PageName {
  readonly parameter: 'page' | 'cursor';
  readonly value: number;
}

/** The query parameter for the pages of a list; undefined for a list without pages. */
export function parameterOf({
  paging: { style },
}: Pick<Endpoint, 'paging'>): PageName['parameter'] | undefined {
  if (style === 'page-number') return 'page';
  return style === 'cursor' ? 'cursor' : undefined;
}

/**
 * Whether all pages after the first keep their records when new records are added, so that caches may keep them long.
 * (If the newest records come last, the last page grows.)
 */
export const keepsPages = ({ paging }: Pick<Endpoint, 'paging'>): boolean =>
  paging.style === 'cursor' && paging.newest === 'first';

/** The name of an endpoint without `{id}` at its end: `region` for both `region/{id}` and `region`. */
export const withoutId = (name: string): string => name.replace(/\/\{id\}$/, '');

/** The name of an endpoint with an id instead of `{id}`: `region/53` for `region/{id}`. */
export const withId = (name: string, id: number): string => `${withoutId(name)}/${id}`;

/** The name of the endpoint for an address that ends in an id: `region/{id}` for `region/53`. */
export const familyOf = (name: string): string => name.replace(/\/[1-9]\d{0,15}$/, '/{id}');

/** The query parameter of a filter. It has underscores, as fields have: `exact_category`. */
export const queryOf = (by: string): string => by.replaceAll('-', '_');

/**
 * The filters of lists, by the name of the list: `post` → `blog`, for `?blog=2`. They are named as in paths, such as
 * `exact-category`; {@link queryOf} returns the query parameter.
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

/** Returns the page number or cursor in an address; undefined if the text is neither. */
export function pageValue(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The file of a page of a list; of the first page by default. If the address of an extra is a file, that file. */
export function pageFile(endpoint: string, page?: PageName): string {
  if (listFile(endpoint)) return `api/${endpoint}`;
  const folder = page ? `${endpoint}/${page.parameter}/${page.value}` : endpoint;
  return folder === '' ? 'api/index.json' : `api/${folder}/index.json`;
}

/** The link to a page of a list; to the first page by default. An empty name stands for `/api/`. */
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

/** The files of the API that are not pages (PROMISES.md §5). Their paths are also their addresses. */
export const OPENAPI = 'api/openapi.json';
export const SNAPSHOT = 'api/snapshot.json';
export const DOCUMENTS: readonly string[] = [OPENAPI, SNAPSHOT];

/** The address of the search, which is also its name in the setting `extras`. */
export const SEARCH = '/search/';
/** The first file of the search index that a client reads. It names the next ones, and those name the rest. */
export const SEARCH_ENTRY = 'search/pagefind-entry.json';

const DIGESTS = /^api\/(.+)\/digests\.json$/;
const PART = /^api\/(.+)\/digests\/[1-9]\d{0,14}\.json$/;

/** The file with the digests of a very long list (see snapshot-file.ts). */
export const digestsFile = (list: string): string => `api/${list}/digests.json`;

/** Returns the list whose digests are in a file; undefined for any other file. */
export const listOfDigests = (file: string): string | undefined => DIGESTS.exec(file)?.[1];

/** A file with a part of the digests of an endpoint that has an address for each id. Parts are numbered from 1. */
export const partFile = (name: string, part: number | string): string =>
  `api/${withoutId(name)}/digests/${part}.json`;

/** Returns the endpoint, such as `region/{id}`, some of whose digests are in a file; undefined for any other file. */
export function endpointOfPart(file: string): string | undefined {
  const list = PART.exec(file)?.[1];
  return list === undefined ? undefined : `${list}/{id}`;
}

/** The address for a template. `end`: what addresses of folders end in, such as `index.json` if links name files. */
export const pathOf = (template: string, end: string): string =>
  template.endsWith('/') ? template + end : template;

/** The page that is in a file; `page` is absent for the first page. */
export interface FilePage {
  /** Empty for the root index. */
  readonly endpoint: string;
  readonly page?: PageName;
}

/** The page that is in a file of the snapshot; undefined for a file that is not a page. */
export function pageOf(file: string): FilePage | undefined {
  const match = /^api\/(?:(.+?)(?:\/(page|cursor)\/([1-9]\d*))?\/)?index\.json$/.exec(file);
  if (!match) return undefined;
  const [, endpoint = '', parameter, value] = match;
  if (parameter !== 'page' && parameter !== 'cursor') return { endpoint };
  return { endpoint, page: { parameter, value: Number(value) } };
}

const PORT = '(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const ADDRESS = '(?:\\[[0-9a-fA-F:.]+\\]|[0-9]+(?:\\.[0-9]+){3}|localhost)';

/** An address and a port. */
export const LISTEN = new RegExp(`^${ADDRESS}:${PORT}$`);

/** The two parts of an address such as `127.0.0.1:8080`. Throws a {@link UsageError} for anything else. */
export function listenParts(listen: string): { readonly address: string; readonly port: number } {
  if (!LISTEN.test(listen)) {
    throw new UsageError(
      `listen: must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not ${quote(listen)}`,
    );
  }
  const colon = listen.lastIndexOf(':');
  return { address: listen.slice(0, colon), port: Number(listen.slice(colon + 1)) };
}
