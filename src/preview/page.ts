// The page at `/` and the files that it needs, all from browser/. They hold no data: the page fetches
// what it shows, and inserts it as text (browser/page.ts).
import { readFileSync } from 'node:fs';

interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/** Headers of the page's files: nothing loads from elsewhere, and no inline script or style runs. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

const FOLDER = new URL('./browser/', import.meta.url);
// The compiled script, even when this module runs from its source: browsers run no TypeScript.
const COMPILED = new URL('../../lib/preview/browser/', import.meta.url);

/** The page's files by their addresses. */
export const assets: ReadonlyMap<string, () => Asset> = new Map([
  ['/', fileAsset(new URL('page.html', FOLDER), 'text/html')],
  ['/preview/page.css', fileAsset(new URL('page.css', FOLDER), 'text/css')],
  ['/preview/page.js', fileAsset(new URL('page.js', COMPILED), 'text/javascript')],
]);

function fileAsset(file: URL, type: string): () => Asset {
  return () => ({ type: `${type}; charset=utf-8`, body: readFileSync(file) });
}
