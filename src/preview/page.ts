// The page at `/` and the files that it needs, all from browser/. They hold no data: the page fetches
// what it shows, and inserts it as text (browser/page.ts).
import { readFileSync } from 'node:fs';
import { asset, pageScript } from '../shipped.js';

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

/** The page's files by their addresses. */
export const assets: ReadonlyMap<string, () => Asset> = new Map([
  ['/', fileAsset(asset('preview/browser/page.html'), 'text/html')],
  ['/preview/page.css', fileAsset(asset('preview/browser/page.css'), 'text/css')],
  ['/preview/page.js', fileAsset(pageScript, 'text/javascript')],
]);

function fileAsset(file: URL, type: string): () => Asset {
  return () => ({ type: `${type}; charset=utf-8`, body: readFileSync(file) });
}
