// Where pages are: their files below the snapshot's folder, the links that name them, and which page
// a file is (contract §3.1, §3.2).
import type { Endpoint } from '../model/endpoint.js';

/** The ways of compressing, and the extensions of the siblings that they make. */
export const extensions = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof extensions;

/** A sibling that files get: how it is made, and how hard the machine tries. */
export interface Compression {
  readonly encoding: Encoding;
  /** 1 to 11 for `br`, 1 to 9 for `gzip`. */
  readonly level: number;
}

/** How links name a page. */
export type LinkStyle = 'path' | 'query' | 'file';

export interface AddressSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly links: LinkStyle;
}

/** A page of a list that is not its first: the parameter that names it, and its value. */
export interface PageName {
  readonly parameter: 'page' | 'cursor';
  readonly value: number;
}

/** The parameter that names the pages of a list; undefined for a list without pages. */
export function parameterOf({
  paging: { style },
}: Pick<Endpoint, 'paging'>): PageName['parameter'] | undefined {
  return style === 'array' ? undefined : style === 'cursor' ? 'cursor' : 'page';
}

/** The number of a page, or a cursor, as an address has it; undefined for a text that is none. */
export function pageValue(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The file of a list's first page, or of another one. */
export function pageFile(endpoint: string, page?: PageName): string {
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

/** What a file below the snapshot's folder is: which page, but for the first, of which endpoint. */
export interface FilePage {
  /** Empty for the root index. */
  readonly endpoint: string;
  readonly page?: PageName;
}

/** The page that a file below the snapshot's folder is; undefined for a file that is none. */
export function pageOf(file: string): FilePage | undefined {
  const match = /^api\/(?:(.+?)(?:\/(page|cursor)\/([1-9]\d*))?\/)?index\.json$/.exec(file);
  if (!match) return undefined;
  const [, endpoint = '', parameter, value] = match;
  if (parameter !== 'page' && parameter !== 'cursor') return { endpoint };
  return { endpoint, page: { parameter, value: Number(value) } };
}

/**
 * Whether a file below the snapshot's folder is at a place where only snapshots write; a compressed
 * sibling that another tool put there too, since it would outlive what it was made of.
 */
export function isPageFile(endpoints: ReadonlySet<string>, file: string): boolean {
  const page = pageOf(file.replace(/\.(?:br|gz|zst)$/, ''));
  return page !== undefined && (page.endpoint === '' || endpoints.has(page.endpoint));
}
