// The headers of answers, for hosts that can set them, and how long caches keep an answer (API.md §1, PROMISES.md
// §3.4). Also what the hosts that are services, such as Netlify, have in common.

import { lookupsOf, stepOf, withoutId } from '../site/address.js';
import { type Ability, abilities, FILE, type Site } from './host.js';

export const cacheControl = {
  /** For files that may change whenever a record changes. */
  volatile: 'public, max-age=60, must-revalidate',
  /** For pages whose records stay the same when newer records are added. */
  immutable: 'public, max-age=86400, stale-while-revalidate=604800',
  error: 'public, max-age=10, must-revalidate',
} as const;

export const ALLOW = 'GET, HEAD, OPTIONS';
/** The body of the answer to a method that the API does not accept. */
export const NOT_ALLOWED = '{"detail":"Method not allowed."}';
/** How long a browser may use the answer to a preflight request again, in seconds. */
export const PREFLIGHT_SECONDS = 86_400;

/** Returns the headers that are the same for all files. No value contains a quote. */
export function commonHeaders({ compress }: Pick<Site, 'compress'>): [string, string][] {
  return [
    // Without Accept-Encoding, a cache could send a compressed body to a client that cannot read it.
    ['Vary', compress.length > 0 ? 'Accept, Accept-Encoding' : 'Accept'],
    ['Allow', ALLOW],
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Methods', ALLOW],
    ['Access-Control-Allow-Headers', '*'],
    ['Access-Control-Expose-Headers', 'Allow, ETag'],
    ['Access-Control-Max-Age', String(PREFLIGHT_SECONDS)],
    ['X-Content-Type-Options', 'nosniff'],
  ];
}

/** All abilities, for hosts that lack none. */
export const everything = Object.keys(abilities) as readonly Ability[]; // `keys` forgets the types of names

export const allBut = (...unable: readonly Ability[]): Ability[] =>
  everything.filter((ability) => !unable.includes(ability));

export const JSON_TYPE = 'application/json';

/**
 * The headers of answers, except `Cache-Control`, for services such as Netlify. `Vary` names Accept-Encoding, because
 * these services compress bodies themselves.
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Content-Type': JSON_TYPE,
  ...Object.fromEntries(commonHeaders({ compress: ['br'] })),
};

/** What the configuration of a service, such as Netlify, needs to know of a list. */
export interface ServedList {
  /** The path of the list, such as `/api/region`, without a slash at the end and without an id. */
  readonly path: string;
  /** A pattern for what follows the path, such as the id in `/api/region/53`; undefined if nothing does. */
  readonly step: string | undefined;
  readonly parameter: 'page' | 'cursor' | undefined;
  /** The `Cache-Control` of all pages except the first one. */
  readonly pagesCache: string;
  /** The filters of the list, such as `blog` for `?blog=2`. */
  readonly lookups: readonly string[];
}

export function listsOf(site: Site): ServedList[] {
  const lookups = lookupsOf(site.endpoints);
  return site.endpoints.map(({ name, parameter, keepsPages }) => ({
    path: name === '' ? '/api' : `/api/${withoutId(name)}`,
    step: stepOf({ name }),
    parameter,
    pagesCache: keepsPages ? cacheControl.immutable : cacheControl.volatile,
    lookups: lookups.get(name) ?? [],
  }));
}

/** Returns the names and Content-Types of documents that are not JSON: `all.ndjson`, or `*.js` for many files. */
export function otherTypes({ documents }: Pick<Site, 'documents'>) {
  const names = documents
    .filter(({ mediaType }) => mediaType !== JSON_TYPE)
    .map(({ path, mediaType }): [string, string] => {
      return [path.slice(path.lastIndexOf('/') + 1).replace(FILE, '*'), mediaType];
    });
  return [...new Map(names)].map(([name, mediaType]) => ({ name, mediaType }));
}

/** Returns a value as indented JSON. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
