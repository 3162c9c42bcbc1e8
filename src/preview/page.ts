// The page at `/` and the files that it needs, from browser/ and, for the colours, from the API page. They
// hold no data: the page fetches what it shows, and inserts it as text, or as known elements
// made anew (browser/markup.tsx).
import { readFileSync } from 'node:fs';
import { asset, pageScript } from '../files/shipped.js';

interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Headers of the page's files: no script but the page's own runs, and nothing is asked of elsewhere but
 * the images of posts. Inline styles are for what is asked for in posts: a build lets through those that only colour and size.
 */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data: https:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

/** The page's files by their addresses. */
export const assets: ReadonlyMap<string, () => Asset> = new Map([
  ['/', fileAsset(asset('preview/browser/page.html'), 'text/html')],
  ['/preview/palette.css', fileAsset(asset('preview/docs/page/palette.css'), 'text/css')],
  ...['page', 'views'].map(
    (name) =>
      [
        `/preview/${name}.css`,
        fileAsset(asset(`preview/browser/style/${name}.css`), 'text/css'),
      ] as const,
  ),
  ['/preview/icon.svg', fileAsset(asset('preview/docs/page/icon.svg'), 'image/svg+xml')],
  ['/preview/page.js', fileAsset(pageScript, 'text/javascript')],
]);

function fileAsset(file: URL, type: string): () => Asset {
  return () => ({ type: `${type}; charset=utf-8`, body: readFileSync(file) });
}
