// Decides by the kind of a file (site/kinds.ts) with which headers it is published.
import { cacheControl } from '../../hosts/answers.js';
import { sentAs } from '../../site/kinds.js';

/**
 * The headers of a file, one on each line. `isKept`: whether the records in the file stay the same, so that caches may
 * keep it long.
 */
export function headersOf(name: string, isKept: boolean): string {
  const { mediaType, caching } = sentAs(name);
  return headers({
    'Content-Type': mediaType,
    'Cache-Control': cacheControl[isKept ? 'immutable' : caching],
  });
}

/** The headers of files that are not for readers. */
export const PRIVATE = headers({
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'no-store',
});

/** Writes headers one on each line, without those that have no value. */
export function headers(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
    .join('\n');
}

/** The value of the header `name` in lines of headers; undefined if it is not there. */
export const headerIn = (headers: string, name: string): string | undefined =>
  headers
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
