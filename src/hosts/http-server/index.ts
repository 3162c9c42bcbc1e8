// http-server, the package of npm: a start script that adds routes to it. Its options:
// https://github.com/http-party/node-http-server#available-options
import { ALLOW, commonHeaders, everything, NOT_ALLOWED } from '../answers.js';
import { cacheControl } from '../caching.js';
import type { Host, Site } from '../host.js';
import {
  acceptsPattern,
  listenParts,
  listGroups,
  literally,
  NUMBER,
  plainPrefix,
  queryPatterns,
} from '../patterns.js';

export const httpServer: Host = {
  name: 'http-server',
  can: everything,
  links: 'path',
  siblings: ['br', 'gzip'],
  limits: {},
  notes: [
    'for trying out: it holds the whole of each file that it sends in memory',
    'a request that it cannot read (400, 417) is answered without a body',
  ],
  published: () => [],
  operated: (site) => [{ path: 'start.mjs', text: scriptText(site) }],
};

function scriptText(site: Site): string {
  const { root, compress, notFound } = site;
  const { address, port } = listenParts(site.listen);
  const prefix = literally(plainPrefix(site, 'http-server'));
  const lists = listGroups(site).map(({ parameter, paths }) => ({
    address: `^${prefix}/api(?<list>${paths})${
      parameter ? `(?:/${parameter}/(?<page>${NUMBER}))?` : ''
    }(?<end>/(?:index[.]json)?)?$`,
    ...(parameter && { parameter, ...queryPatterns(parameter) }),
  }));
  const accepts = Object.fromEntries(
    compress.map((encoding) => [encoding, acceptsPattern(encoding)]),
  );
  const constants = {
    root,
    lists,
    accepts,
    headers: Object.fromEntries([['Content-Type', 'application/json'], ...commonHeaders(site)]),
    cacheControl,
    notFound,
    notAllowed: NOT_ALLOWED,
    allow: ALLOW.split(', '),
    port,
    host: address.replace(/^\[|\]$/g, ''),
  };
  const declarations = Object.entries(constants).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value, null, 2)};`,
  );
  return `// Serves the snapshot on ${site.listen}, in the foreground: node hosts/http-server/start.mjs
// It wants the package: npm install http-server
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import httpServer from 'http-server';

${declarations.join('\n')}
${ROUTES}`;
}

/** The part of the script that is the same for every snapshot. */
const ROUTES = `
/** What an address leads to: a file below the root, a redirect to its slash, or nothing. */
function find(path, query) {
  for (const list of lists) {
    const match = new RegExp(list.address).exec(path);
    if (!match) continue;
    const { groups } = match;
    if (groups.end === undefined) return { location: path.slice(path.lastIndexOf('/') + 1) + '/' };
    const page = pageOf(list, groups.page, query);
    const folder = page === undefined ? '' : '/' + list.parameter + '/' + page;
    return { file: 'api' + groups.list + folder + '/index.json' };
  }
  return undefined;
}

/** The page that path and query name; undefined for a list's first one, '-' where there is none. */
function pageOf({ parameter, twice, number, given }, inPath, query) {
  if (parameter === undefined || !new RegExp(given).test(query)) return inPath;
  const inQuery = new RegExp(number).exec(query)?.[1];
  if (inQuery === undefined || new RegExp(twice).test(query)) return '-';
  if (inPath !== undefined) return inPath === inQuery ? inPath : '-';
  return parameter === 'page' && inQuery === '1' ? undefined : inQuery;
}

/** Answers a request, or hands a file's name on to http-server. */
function route(request, response) {
  const [, path, query = ''] = /^([^?]*)(?:[?](.*))?$/s.exec(request.url);
  const found = find(path, query);
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
    return send(301, '', { Location: found.location + (query === '' ? '' : '?' + query) });
  }
  if (!existsSync(join(root, found.file))) return send(404, notFound);
  const isSettled = /[/]cursor[/][0-9]+[/]index[.]json$/.test(found.file);
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
  request.url = '/' + found.file;
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
`;
