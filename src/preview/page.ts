// The page at `/`, and the files that it needs. They contain no data: the page requests what it shows. Only markup.tsx
// makes elements from HTML in the data, so that no script in the data can run.
import { asset, pageScript } from '../files/shipped.js';
import { spokenTexts } from '../problems/say.js';
import { type PageFile, shipped } from './docs/docs.js';

/** Only the page's own script may run. Posts may have inline styles, and images from other sites. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data: https:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  // A page of another site that opens this page in a window gets no access to the window.
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const icon = shipped(asset('preview/docs/page/icon.svg'), 'image/svg+xml');

const page = shipped(asset('preview/browser/page.html'), 'text/html');

/**
 * The page, with its token. Requests below `/preview/data/` and `/preview/edit/` are answered only if they have
 * this token. The built API needs none.
 */
export function pageWith(token: string, isReadOnly: boolean): PageFile {
  const mode = isReadOnly ? '<meta name="read-only">\n' : '';
  const meta = `<meta name="token" content="${token}">\n${mode}`;
  return { ...page, text: () => page.text().replace('<title>', `${meta}<title>`) };
}

/** The files that the page needs, by their addresses. */
export const assets: ReadonlyMap<string, PageFile> = new Map([
  ['/preview/page.css', shipped(asset('preview/browser/page.css'), 'text/css')],
  ['/preview/icon.svg', icon],
  // Browsers request this icon when they show a file of the API.
  ['/favicon.ico', icon],
  // All Russian texts, not only those of the page.
  ['/preview/ru.json', { type: 'application/json', text: () => JSON.stringify(spokenTexts()) }],
  ['/preview/page.js', shipped(pageScript, 'text/javascript')],
]);
