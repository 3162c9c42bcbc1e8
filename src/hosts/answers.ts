// What every host answers, however its own files express it (API.md §1, PROMISES.md §3.4).
import type { Ability, Site } from './host.js';

export const ALLOW = 'GET, HEAD, OPTIONS';
/** The body for a method that the API does not take. */
export const NOT_ALLOWED = '{"detail":"Method not allowed."}';
/** How long a browser may remember what a preflight said, in seconds. */
export const PREFLIGHT_SECONDS = 86_400;

/** The headers of every answer but those that depend on the file; no value holds a quote. */
export function commonHeaders({ compress }: Pick<Site, 'compress'>): [string, string][] {
  return [
    // A cache must not hand a compressed body to a client that cannot read it.
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

/** The abilities of a server that we configure: all of them. */
export const everything: readonly Ability[] = [
  'directories',
  'type',
  'vary',
  'allow',
  'cors',
  'caching',
  'validators',
  'queries',
  'slash',
  'options',
  'methods',
  'errors',
  'compression',
];

/** All abilities except these. */
export const allBut = (...unable: readonly Ability[]): Ability[] =>
  everything.filter((ability) => !unable.includes(ability));
