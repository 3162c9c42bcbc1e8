// Needs the package http-server: npm install http-server
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import httpServer from 'http-server';

//#region facts
// A program for a site has all of route.js in place of this region.
const ROOT = 'dist';
/** @type {{ [encoding: string]: string }} */
const ACCEPTS = { gzip: '(?:^|,) *gzip *(?:,|$)' };
/** @type {{ [name: string]: string }} */
const HEADERS = { 'Content-Type': 'application/json', Allow: 'GET, HEAD, OPTIONS' };
const CACHE = { volatile: 'max-age=60', immutable: 'max-age=86400', error: 'max-age=10' };
const IMMUTABLE = 'api/event/cursor/[0-9]+/index[.]json';
const PORT = 8080;
const HOST = '127.0.0.1';
//#endregion

/** Answers a request itself, or changes its address to that of a file, which http-server then sends. */
/** @type {import('http-server').Handler} */
function route(request, response) {
  const [path, query = ''] = request.url.split(/[?](.*)/s);
  // A value that is percent-encoded, or written in another unusual way, names no page.
  const file = fileOf(path, (parameter) =>
    new URLSearchParams(query)
      .getAll(parameter)
      .map((value) => (query.includes(`${parameter}=${value}`) ? value : '')),
  );
  /** @type {(status: number, body?: string, more?: { [name: string]: string }) => void} */
  const send = (status, body, more) => {
    const kept = status < 400 ? CACHE.volatile : CACHE.error;
    response.writeHead(status, { ...HEADERS, 'Cache-Control': kept, ...more });
    response.end(body);
  };
  response.removeHeader('Accept-Ranges'); // no part of a file is sent, because http-server misreads some ranges
  delete request.headers.range;
  if (file === undefined) return send(404, NOT_FOUND);
  if (request.method === 'OPTIONS') return send(204);
  if (!['GET', 'HEAD'].includes(request.method)) return send(405, METHOD_NOT_ALLOWED);
  if (file === '') {
    // A relative address is right behind any proxy.
    const last = path.slice(path.lastIndexOf('/') + 1);
    return send(301, '', { Location: `${last}/${query === '' ? '' : `?${query}`}` });
  }
  if (!existsSync(join(ROOT, file))) return send(404, NOT_FOUND);
  const isImmutable = new RegExp(`^(?:${IMMUTABLE})$`).test(file);
  /** @type {{ [name: string]: string }} */
  const own = {
    ...HEADERS,
    'Content-Type': typeOf(file) ?? HEADERS['Content-Type'],
    'Cache-Control': isImmutable ? CACHE.immutable : CACHE.volatile,
  };
  for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
  // Otherwise, http-server would replace these headers by its own.
  const { setHeader } = response;
  response.setHeader = (name, value) => {
    const header = Object.keys(own).find((known) => known.toLowerCase() === name.toLowerCase());
    return setHeader.call(response, name, header === undefined ? value : own[header]);
  };
  // http-server does not know weights such as `br;q=0`, so it only gets the encodings that are accepted.
  const given = request.headers['accept-encoding'] ?? '';
  request.headers['accept-encoding'] = Object.entries(ACCEPTS)
    .filter(([, pattern]) => new RegExp(pattern).test(given))
    .map(([encoding]) => encoding)
    .join(',');
  request.url = `/${file}`;
  response.emit('next');
}

// http-server makes the ETag of a file from its inode, size and time. It changes whenever the bytes change, because a
// build replaces a file if its bytes have changed, and only then.
const server = httpServer.createServer({
  root: ROOT,
  cache: -1,
  showDir: 'false',
  autoIndex: 'false',
  brotli: 'br' in ACCEPTS,
  gzip: 'gzip' in ACCEPTS,
  before: [route],
});
server.listen(PORT, HOST, () => {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  console.log(`The API is on http://${host}:${PORT}${PREFIX}/api/ (Ctrl-C ends it)`);
});
