// The page at `/`, and its files from browser/. They contain no data: the page requests what it shows. It inserts
// data only as text, or as elements that markup.tsx makes, so that no script in the data can run.
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
  // Another page that opens this one in a window gets no access to it.
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const icon = shipped(asset('preview/docs/page/icon.svg'), 'image/svg+xml');

const page = shipped(asset('preview/browser/page.html'), 'text/html');

/** The page, with its token. Requests for records, and edits, are answered only if they have this token. */
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
  // The Russian texts of all commands.
  ['/preview/ru.json', { type: 'application/json', text: () => JSON.stringify(spokenTexts()) }],
  ['/preview/page.js', shipped(pageScript, 'text/javascript')],
]);
