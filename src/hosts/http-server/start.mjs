// It wants the package: npm install http-server
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import httpServer from 'http-server';

//#region facts
// The facts of a site are written in this place, and lines of types nowhere (runtime.ts). These are a
// small site's, with which the script is checked and runs as it stands.
const root = 'dist';
/** @typedef {{ twice: string, number: string, given: string }} Patterns */
/** @typedef {Patterns & { parameter: 'page' | 'cursor' }} Paged */
/** @typedef {{ address: string, lookup?: Patterns & { by: string } } & (Paged | Partial<Record<keyof Paged, undefined>>)} List */
/** @type {readonly List[]} */
const lists = [{ address: '^/api(?<list>/region)(?<end>/(?:index[.]json)?)?$' }];
const documents = '^/api(?<file>/openapi[.]json)$';
/** @type {{ [encoding: string]: string }} */
const accepts = { gzip: '(?:^|,) *gzip *(?:,|$)' };
/** @type {{ [name: string]: string }} */
const headers = { 'Content-Type': 'application/json', Allow: 'GET, HEAD, OPTIONS' };
const cacheControl = { head: 'max-age=60', settled: 'max-age=86400', error: 'max-age=10' };
const notFound = '{"detail":"Not found."}';
const notAllowed = '{"detail":"Method not allowed."}';
const allow = ['GET', 'HEAD', 'OPTIONS'];
const port = 8080;
const host = '127.0.0.1';
//#endregion

/** What an address leads to: a file below the root, a redirect to its slash, or nothing. */
/** @type {(path: string, query: string) => { file: string, location?: undefined } | { location: string } | undefined} */
function find(path, query) {
  const document = new RegExp(documents).exec(path)?.groups?.file;
  if (document !== undefined) return { file: `api${document}` };
  for (const list of lists) {
    const match = new RegExp(list.address).exec(path);
    if (!match) continue;
    const { groups = {} } = match;
    if (groups.end === undefined) return { location: `${path.slice(path.lastIndexOf('/') + 1)}/` };
    const page = pageOf(list, groups.page, query);
    const folder = page === undefined ? '' : `/${list.parameter}/${page}`;
    return { file: `api${groups.list}${lookedUp(list, query)}${folder}/index.json` };
  }
  return undefined;
}

/** The page that path and query name; undefined for a list's first one, '-' where there is none. */
/** @type {(list: List, inPath: string | undefined, query: string) => string | undefined} */
function pageOf({ parameter, twice, number, given }, inPath, query) {
  if (parameter === undefined || !new RegExp(given).test(query)) return inPath;
  const inQuery = new RegExp(number).exec(query)?.[1];
  if (inQuery === undefined || new RegExp(twice).test(query)) return '-';
  if (inPath !== undefined) return inPath === inQuery ? inPath : '-';
  return parameter === 'page' && inQuery === '1' ? undefined : inQuery;
}

/** The folder, below that of the list, of what the query looks up. */
/** @type {(list: List, query: string) => string} */
function lookedUp({ lookup }, query) {
  if (!lookup || !new RegExp(lookup.given).test(query)) return '';
  const id = new RegExp(lookup.number).exec(query)?.[1];
  return id === undefined || new RegExp(lookup.twice).test(query) ? '/-' : `/${lookup.by}/${id}`;
}

/** Answers a request, or hands a file's name on to http-server. */
/** @type {import('http-server').Handler} */
function route(request, response) {
  const [path, query = ''] = request.url.split(/[?](.*)/s);
  const found = find(path, query);
  /** @type {(status: number, body?: string, more?: { [name: string]: string }) => void} */
  const send = (status, body, more) => {
    const kept = status < 400 ? cacheControl.head : cacheControl.error;
    response.writeHead(status, { ...headers, 'Cache-Control': kept, ...more });
    response.end(body);
  };
  response.removeHeader('Accept-Ranges'); // http-server misreads some ranges: none are taken
  delete request.headers.range;
  if (!found) return send(404, notFound);
  if (request.method === 'OPTIONS') return send(204);
  if (!allow.includes(request.method)) return send(405, notAllowed);
  if (found.location !== undefined) {
    // Relative: it is right behind any proxy.
    return send(301, '', { Location: found.location + (query === '' ? '' : `?${query}`) });
  }
  if (!existsSync(join(root, found.file))) return send(404, notFound);
  const isSettled = /[/]cursor[/][0-9]+[/]index[.]json$/.test(found.file);
  /** @type {{ [name: string]: string }} */
  const own = {
    ...headers,
    'Cache-Control': isSettled ? cacheControl.settled : cacheControl.head,
  };
  for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
  // http-server would say otherwise.
  const { setHeader } = response;
  response.setHeader = (name, value) => {
    const header = Object.keys(own).find((known) => known.toLowerCase() === name.toLowerCase());
    return setHeader.call(response, name, header === undefined ? value : own[header]);
  };
  // It knows no weights.
  const given = request.headers['accept-encoding'] ?? '';
  request.headers['accept-encoding'] = Object.entries(accepts)
    .filter(([, pattern]) => new RegExp(pattern).test(given))
    .map(([encoding]) => encoding)
    .join(',');
  request.url = `/${found.file}`;
  response.emit('next');
}

// Its ETag is made of the inode, the size and the time of writing. That follows the bytes: a build
// writes a file when its bytes change, never otherwise, and no two of one name at the same time.
const server = httpServer.createServer({
  root,
  cache: -1,
  showDir: 'false',
  autoIndex: 'false',
  brotli: 'br' in accepts,
  gzip: 'gzip' in accepts,
  before: [route],
});
server.listen(port, host);
