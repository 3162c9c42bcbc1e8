// The page that shows the whole API (PROMISES.md §5.5): its files, by their names. It shows a document that
// lies beside it, and asks nothing of any other origin.
import { readFileSync } from 'node:fs';
import { replaceText } from '../../files/disk/text-file.js';
import { asset, swagger } from '../../files/shipped.js';

/** A file of the page: its media type, and its text once it is asked for. */
export interface PageFile {
  readonly type: string;
  readonly text: () => string;
}

/** What the page may load and do: only what lies beside it. Swagger UI sets styles of elements. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The page's files. `document`: the OpenAPI document that it is to show. */
export function pageFiles(document: string): ReadonlyMap<string, PageFile> {
  const own = withOwnServer(document);
  return new Map([
    ['index.html', shipped(asset('preview/docs/page/index.html'), 'text/html')],
    ['page.css', shipped(asset('preview/docs/page/page.css'), 'text/css')],
    ['palette.css', shipped(asset('preview/docs/page/palette.css'), 'text/css')],
    ['page.js', shipped(asset('preview/docs/page/page.js'), 'text/javascript')],
    ['russian.js', shipped(asset('preview/docs/page/russian.js'), 'text/javascript')],
    ['icon.svg', shipped(asset('preview/docs/page/icon.svg'), 'image/svg+xml')],
    ['swagger-ui.css', shipped(new URL('swagger-ui.css', swagger), 'text/css')],
    ['swagger-ui.js', shipped(new URL('swagger-ui-bundle.js', swagger), 'text/javascript')],
    ['LICENSE.txt', shipped(new URL('LICENSE.txt', swagger), 'text/plain')],
    ['openapi.json', { type: 'application/json', text: () => own }],
  ]);
}

/** A file that is shipped with the tool. */
export const shipped = (url: URL, type: string): PageFile => ({
  type: `${type}; charset=utf-8`,
  text: () => readFileSync(url, 'utf8'),
});

/** Writes the page into a folder; its files replace those of an older one, and nothing else. */
export function writePage(folder: string, files: ReadonlyMap<string, PageFile>): void {
  for (const [name, { text }] of files) replaceText(folder, name, text());
}

/**
 * The document with the API on the page's own origin: the browser asks no other one, and the page works
 * wherever both are served together.
 */
function withOwnServer(document: string): string {
  const parsed = JSON.parse(document) as { readonly servers: readonly { readonly url: string }[] };
  const servers = parsed.servers.map(({ url }) => ({ url: new URL(url).pathname }));
  return JSON.stringify({ ...parsed, servers });
}
