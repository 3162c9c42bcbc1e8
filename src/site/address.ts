// The addresses of pages: their files in the snapshot's folder, the links to them, and which page a file contains
// (PROMISES.md §3.1, §3.2).
import { type Endpoint, type Lookup, listFile } from '../model/endpoint.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** The encodings, and the file extensions of compressed siblings. */
export const extensions = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof extensions;
/** In the order in which hosts prefer them. */
export const ENCODINGS = ['br', 'gzip'] as const;

/** How links name a page. */
export type LinkStyle = 'path' | 'query' | 'file';

export interface AddressSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly links: LinkStyle;
}

/** A page of a list other than the first: the query parameter that names it, and its value. */
export interface PageName {
  readonly parameter: 'page' | 'cursor';
  readonly value: number;
}

/** The parameter that names the pages of a list; undefined for a list without pages. */
export function parameterOf({
  paging: { style },
}: Pick<Endpoint, 'paging'>): PageName['parameter'] | undefined {
  if (style === 'page-number') return 'page';
  return style === 'cursor' ? 'cursor' : undefined;
}

/**
 * Whether the pages of a list after the first keep their records when new ones are added, so that caches may keep them
 * long. If the newest records come last, the last page grows.
 */
export const keepsPages = ({ paging }: Pick<Endpoint, 'paging'>): boolean =>
  paging.style === 'cursor' && paging.newest === 'first';

/** The name of an endpoint without `{id}` at its end: `region` for both `region/{id}` and `region`. */
export const withoutId = (name: string): string => name.replace(/\/\{id\}$/, '');

/** The name of an endpoint with an id instead of `{id}`: `region/53` for `region/{id}`. */
export const withId = (name: string, id: number): string => `${withoutId(name)}/${id}`;

/** The endpoint to which an address with an id at its end belongs: `region/{id}` for `region/53`. */
export const familyOf = (name: string): string => name.replace(/\/[1-9]\d{0,15}$/, '/{id}');

/** The query parameter of a lookup, written like fields and the client's filters: `exact_category`. */
export const queryOf = (by: string): string => by.replaceAll('-', '_');

/**
 * The lookups of lists, by the name of the list, written as in paths: `post` → `blog`, for `?blog=2` ({@link queryOf}).
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

/** The file of a list's first page, or of the given page. If the address of an extra is a file, that file. */
export function pageFile(endpoint: string, page?: PageName): string {
  if (listFile(endpoint)) return `api/${endpoint}`;
  const folder = page ? `${endpoint}/${page.parameter}/${page.value}` : endpoint;
  return folder === '' ? 'api/index.json' : `api/${folder}/index.json`;
}

/** The link to a list, or to one of its other pages; to the root index for an empty name. */
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

/** The files of the API that are not pages (PROMISES.md §5). The path of each is also its address. */
export const OPENAPI = 'api/openapi.json';
export const SNAPSHOT = 'api/snapshot.json';
export const DOCUMENTS: readonly string[] = [OPENAPI, SNAPSHOT];

/** The address of the search, which is also its name in the setting `extras`. */
export const SEARCH = '/search/';
/** The file of the search that leads to all its others. */
export const SEARCH_ENTRY = 'search/pagefind-entry.json';

const DIGESTS = /^api\/(.+)\/digests\.json$/;
const PART = /^api\/(.+)\/digests\/[1-9]\d{0,14}\.json$/;

/** The file with the digests of a very long list (see snapshot-file.ts). */
export const digestsFile = (list: string): string => `api/${list}/digests.json`;

/** Returns the list whose digests are in a file; undefined for any other file. */
export const listOfDigests = (file: string): string | undefined => DIGESTS.exec(file)?.[1];

/** The file with one part of the digests of an endpoint that has an address for each id. Parts are numbered from 1. */
export const partFile = (name: string, part: number | string): string =>
  `api/${withoutId(name)}/digests/${part}.json`;

/** Returns the endpoint, such as `region/{id}`, whose digests are partly in a file; undefined for any other file. */
export function endpointOfPart(file: string): string | undefined {
  const list = PART.exec(file)?.[1];
  return list === undefined ? undefined : `${list}/{id}`;
}

/**
 * The address for a template. `end`: the end of the addresses of lists, such as `index.json` for the link style `file`.
 */
export const pathOf = (template: string, end: string): string =>
  template.endsWith('/') ? template + end : template;

/** The page that a file of the snapshot holds; `page` is absent for an endpoint's first page. */
export interface FilePage {
  /** Empty for the root index. */
  readonly endpoint: string;
  readonly page?: PageName;
}

/** The page that a file of the snapshot holds; undefined for a file that is not a page. */
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

/** The parts of `127.0.0.1:8080`, where a server listens. Throws a {@link UsageError} for anything else. */
export function listenParts(listen: string): { readonly address: string; readonly port: number } {
  if (!LISTEN.test(listen)) {
    throw new UsageError(
      `listen: must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not ${quote(listen)}`,
    );
  }
  const colon = listen.lastIndexOf(':');
  return { address: listen.slice(0, colon), port: Number(listen.slice(colon + 1)) };
}
