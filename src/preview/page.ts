// The page at `/` and the files that it needs, from browser/ and, for the colours, from the API page. They
// hold no data: the page fetches what it shows, and inserts it as text, or as known elements
// made anew (browser/markup.tsx).
import { asset, pageScript } from '../files/shipped.js';
import { type PageFile, shipped } from './docs/docs.js';

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
  // A page that opened this one gets no hold of its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const icon = shipped(asset('preview/docs/page/icon.svg'), 'image/svg+xml');

/** The page's files by their addresses. */
export const assets: ReadonlyMap<string, PageFile> = new Map([
  ['/', shipped(asset('preview/browser/page.html'), 'text/html')],
  ['/preview/palette.css', shipped(asset('preview/docs/page/palette.css'), 'text/css')],
  ['/preview/page.css', shipped(asset('preview/browser/page.css'), 'text/css')],
  ['/preview/forms.css', shipped(asset('preview/browser/edit/forms.css'), 'text/css')],
  ['/preview/icon.svg', icon],
  // Browsers ask for this one where they show the API itself.
  ['/favicon.ico', icon],
  ['/preview/page.js', shipped(pageScript, 'text/javascript')],
]);
