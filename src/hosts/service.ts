// What the hosts that are services share: the headers of an answer, and the addresses and cache
// classes of a site. Pure; each host writes these in its own terms.

import { withoutId } from '../site/address.js';
import { commonHeaders } from './answers.js';
import { cacheControl } from './caching.js';
import type { Site } from './host.js';
import { lookupsOf } from './patterns.js';

/** The headers of every answer with a body, but `Cache-Control`. Services compress by themselves. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  ...Object.fromEntries(commonHeaders({ compress: ['br'] })),
};

/** A list of the site, at its address. */
export interface ServedList {
  /** Below the published folder, such as `/api/region`; without a slash at its end, and without an id. */
  readonly path: string;
  /** An id is behind the path. */
  readonly hasId: boolean;
  readonly parameter: 'page' | 'cursor' | undefined;
  /** The parameter of its lookup. */
  readonly by: string | undefined;
}

export function listsOf(site: Site): ServedList[] {
  const lookups = lookupsOf(site);
  return site.endpoints.map(({ name, parameter }) => ({
    path: name === '' ? '/api' : `/api/${withoutId(name)}`,
    hasId: withoutId(name) !== name,
    parameter,
    by: lookups.get(name),
  }));
}

/** How long the pages after a list's first one may be kept. */
export const pagesCache = (parameter: 'page' | 'cursor'): string =>
  parameter === 'cursor' ? cacheControl.settled : cacheControl.head;

/** A JSON document, indented for people to read. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
