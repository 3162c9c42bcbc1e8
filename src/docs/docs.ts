// The page that shows the whole API (contract §5.5): its files, by their names. It shows a document that
// lies beside it, and asks nothing of any other origin.
import { readFileSync } from 'node:fs';
import { replaceText } from '../disk/text-file.js';
import type { JsonObject } from '../model/fields.js';

/** A file of the page: its media type, and its text once it is asked for. */
export interface PageFile {
  readonly type: string;
  readonly text: () => string;
}

/** What the page may load and do: only what lies beside it. Swagger UI sets styles of elements. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

const PAGE = new URL('./page/', import.meta.url);
/** Put there when this package is compiled (see copy-assets.mjs), so that nothing else is installed. */
const SWAGGER = new URL('../../lib/docs/swagger-ui/', import.meta.url);

/** The page's files. `document`: the OpenAPI document; `baseUrl`: where it says that the API is. */
export function pageFiles(document: JsonObject, baseUrl: string): ReadonlyMap<string, PageFile> {
  const own = JSON.stringify({ ...document, servers: [{ url: pathOf(baseUrl) }] });
  const file = (url: URL, type: string): PageFile => ({
    type: `${type}; charset=utf-8`,
    text: () => readFileSync(url, 'utf8'),
  });
  return new Map([
    ['index.html', file(new URL('index.html', PAGE), 'text/html')],
    ['page.css', file(new URL('page.css', PAGE), 'text/css')],
    ['page.js', file(new URL('page.js', PAGE), 'text/javascript')],
    ['icon.svg', file(new URL('icon.svg', PAGE), 'image/svg+xml')],
    ['swagger-ui.css', file(new URL('swagger-ui.css', SWAGGER), 'text/css')],
    ['swagger-ui.js', file(new URL('swagger-ui-bundle.js', SWAGGER), 'text/javascript')],
    ['LICENSE.txt', file(new URL('LICENSE.txt', SWAGGER), 'text/plain')],
    ['openapi.json', { type: 'application/json', text: () => own }],
  ]);
}

/** Writes the page into a folder; its files replace those of an older one, and nothing else. */
export function writePage(folder: string, files: ReadonlyMap<string, PageFile>): void {
  for (const [name, { text }] of files) replaceText(folder, name, text());
}

/**
 * The path of the API on the page's own origin: the browser asks no other one, and the page works
 * wherever both are served together.
 */
const pathOf = (baseUrl: string): string => new URL(baseUrl).pathname;
