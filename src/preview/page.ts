// The page at `/` and the files that it needs, from browser/. They
// hold no data: the page fetches what it shows, and inserts it as text, or as known elements
// that it creates itself (browser/markup.tsx).
import { asset, pageScript } from '../files/shipped.js';
import { spokenTexts } from '../problems/say.js';
import { type PageFile, shipped } from './docs/docs.js';

/**
 * Headers of the page's files. Only the page's own script runs, and only images of posts are loaded from elsewhere.
 * Inline styles are for posts: a build accepts only those that colour, weight, align or size.
 */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data: https:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  // A page that opened this one cannot access its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const icon = shipped(asset('preview/docs/page/icon.svg'), 'image/svg+xml');

const page = shipped(asset('preview/browser/page.html'), 'text/html');

/** The page, with the token that it sends with each request, because its records may be drafts. */
export function pageWith(token: string, isReadOnly: boolean): PageFile {
  const mode = isReadOnly ? '<meta name="read-only">\n' : '';
  const meta = `<meta name="token" content="${token}">\n${mode}`;
  return { ...page, text: () => page.text().replace('<title>', `${meta}<title>`) };
}

/** The files that the page needs, by their addresses. */
export const assets: ReadonlyMap<string, PageFile> = new Map([
  ['/preview/page.css', shipped(asset('preview/browser/page.css'), 'text/css')],
  ['/preview/icon.svg', icon],
  // Browsers request this icon when they show the API's JSON itself.
  ['/favicon.ico', icon],
  // The Russian texts of the whole tool.
  ['/preview/ru.json', { type: 'application/json', text: () => JSON.stringify(spokenTexts()) }],
  ['/preview/page.js', shipped(pageScript, 'text/javascript')],
]);
