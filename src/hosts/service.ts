// What the hosts that are services share: the headers of an answer, and the addresses and cache
// classes of a site. Pure; each host writes these in its own terms.
import { UsageError } from '../problems/problem.js';
import { commonHeaders } from './answers.js';
import { cacheControl } from './caching.js';
import type { Site } from './host.js';

/** The headers of every answer with a body, save `Cache-Control`. Services compress by themselves. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  ...Object.fromEntries(commonHeaders({ compress: ['br'] })),
};

/** A list of the site, at its address. */
export interface ServedList {
  /** Below the published folder, such as `/api/region`; without a slash at its end. */
  readonly path: string;
  readonly parameter: 'page' | 'cursor' | undefined;
}

export function listsOf({ endpoints }: Site): ServedList[] {
  return endpoints.map(({ name, parameter }) => ({
    path: name === '' ? '/api' : `/api/${name}`,
    parameter,
  }));
}

/** How long the pages behind a list's first one may be kept. */
export const pagesCache = (parameter: 'page' | 'cursor'): string =>
  parameter === 'cursor' ? cacheControl.settled : cacheControl.head;

/**
 * The path of the base URL, for formats in which some characters have a meaning of their own
 * (globs, placeholders, comments). Throws a {@link UsageError} where it has one of those.
 */
export function plainPrefix({ prefix }: Site, host: string): string {
  if (/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(prefix)) return prefix;
  throw new UsageError(
    `the rules of ${host} cannot name the path of the base URL, ${prefix}: use letters, digits, hyphens, underscores, dots and tildes`,
  );
}

/** A JSON document for people to read, too. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
