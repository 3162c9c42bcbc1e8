// What all hosts answer, whatever the form of their configuration (API.md §1, PROMISES.md §3.4): headers, and how
// long caches keep an answer. Also what hosts that are services have in common. Pure.

import { lookupsOf, withoutId } from '../site/address.js';
import { type Ability, abilities, FILE, type Site } from './host.js';

export const cacheControl = {
  /** For files that may change with each record. */
  volatile: 'public, max-age=60, must-revalidate',
  /** For pages that keep their records when newer ones are added. */
  immutable: 'public, max-age=86400, stale-while-revalidate=604800',
  error: 'public, max-age=10, must-revalidate',
} as const;

export const ALLOW = 'GET, HEAD, OPTIONS';
/** The body for a method that the API does not accept. */
export const NOT_ALLOWED = '{"detail":"Method not allowed."}';
/** How long a browser may use the answer to a preflight request again, in seconds. */
export const PREFLIGHT_SECONDS = 86_400;

/** Returns the headers that are the same for all files. No value contains a quote. */
export function commonHeaders({ compress }: Pick<Site, 'compress'>): [string, string][] {
  return [
    // Accept-Encoding, so that a cache does not send a compressed body to a client that cannot read it.
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

/** All abilities; for servers that are completely configured by us. */
export const everything = Object.keys(abilities) as readonly Ability[]; // `keys` forgets the types of names

/** All abilities except these. */
export const allBut = (...unable: readonly Ability[]): Ability[] =>
  everything.filter((ability) => !unable.includes(ability));

export const JSON_TYPE = 'application/json';

/**
 * The headers of answers with a body, for hosts that are services, except `Cache-Control`. Services add
 * Accept-Encoding to `Vary` themselves.
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Content-Type': JSON_TYPE,
  ...Object.fromEntries(commonHeaders({ compress: ['br'] })),
};

/** A list of the site, at its address. */
export interface ServedList {
  /** Its path in the published folder, such as `/api/region`, without a slash at the end and without an id. */
  readonly path: string;
  /** Whether an id follows the path. */
  readonly hasId: boolean;
  readonly parameter: 'page' | 'cursor' | undefined;
  /** The `Cache-Control` of its pages, except the first one. */
  readonly pagesCache: string;
  /** The query parameters of its filters, such as `blog` for `?blog=2`. */
  readonly lookups: readonly string[];
}

export function listsOf(site: Site): ServedList[] {
  const lookups = lookupsOf(site.endpoints);
  return site.endpoints.map(({ name, parameter, keepsPages }) => ({
    path: name === '' ? '/api' : `/api/${withoutId(name)}`,
    hasId: withoutId(name) !== name,
    parameter,
    pagesCache: keepsPages ? cacheControl.immutable : cacheControl.volatile,
    lookups: lookups.get(name) ?? [],
  }));
}

/** Returns the names and Content-Types of documents that are not JSON. A name may have `*` for a part. */
export function otherTypes({ documents }: Pick<Site, 'documents'>) {
  const names = documents
    .filter(({ mediaType }) => mediaType !== JSON_TYPE)
    .map(({ path, mediaType }): [string, string] => {
      return [path.slice(path.lastIndexOf('/') + 1).replace(FILE, '*'), mediaType];
    });
  return [...new Map(names)].map(([name, mediaType]) => ({ name, mediaType }));
}

/** A JSON document, indented for people to read. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
