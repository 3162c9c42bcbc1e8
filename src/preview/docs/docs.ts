// Makes the files of the page that documents the API (PROMISES.md §5.5). The page shows the OpenAPI document that
// lies beside it, and requests nothing from other origins.
import { readFileSync } from 'node:fs';
import { replaceText } from '../../files/disk/text-file.js';
import { asset, swagger } from '../../files/shipped.js';

/** A file of the page: its media type, and a function that reads its text. */
export interface PageFile {
  readonly type: string;
  readonly text: () => string;
}

/** The page loads nothing from other origins. Inline styles are allowed, because Swagger UI sets them. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The page's files by name. `document`: the JSON of the OpenAPI document to show. */
export function pageFiles(document: string): ReadonlyMap<string, PageFile> {
  const own = withOwnServer(document);
  return new Map([
    ['index.html', shipped(asset('preview/docs/page/index.html'), 'text/html')],
    ['page.js', shipped(asset('preview/docs/page/page.js'), 'text/javascript')],
    ['icon.svg', shipped(asset('preview/docs/page/icon.svg'), 'image/svg+xml')],
    ['swagger-ui.css', shipped(new URL('swagger-ui.css', swagger), 'text/css')],
    ['swagger-ui.js', shipped(new URL('swagger-ui-bundle.js', swagger), 'text/javascript')],
    ['LICENSE.txt', shipped(new URL('LICENSE.txt', swagger), 'text/plain')],
    ['openapi.json', { type: 'application/json', text: () => own }],
  ]);
}

/** A text file that comes with this package. */
export const shipped = (url: URL, type: string): PageFile => ({
  type: `${type}; charset=utf-8`,
  text: () => readFileSync(url, 'utf8'),
});

/** Writes the page's files into a folder. Files with the same names are replaced; all other files in it stay. */
export function writePage(folder: string, files: ReadonlyMap<string, PageFile>): void {
  for (const [name, { text }] of files) replaceText(folder, name, text());
}

/**
 * Replaces the server's URL by its path, `https://example.com/` by `/`, so that the page sends requests only to its own
 * origin.
 */
function withOwnServer(document: string): string {
  const parsed = JSON.parse(document) as { readonly servers: readonly { readonly url: string }[] };
  const servers = parsed.servers.map(({ url }) => ({ url: new URL(url).pathname }));
  return JSON.stringify({ ...parsed, servers });
}
