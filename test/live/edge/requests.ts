// Requests as they go over the wire, what of the abilities can be seen in their answers, and requests
// that mean no good.
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { cacheControl } from '../../../src/hosts/caching.js';
import type { Ability } from '../../../src/hosts/host.js';
import type { Tree } from '../../support/tree.js';

/** An answer as it came, its body decoded. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks for a path exactly as it is written: nothing is normalised, no redirect is followed. */
export function ask(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: base + path, method, headers, agent: false };
    const asked = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

const NOT_FOUND = '{"detail":"Not found."}';
const tokens = (value = ''): string[] => value.toLowerCase().split(/ *, */);
const isJson = ({ headers }: Answer): boolean => headers['content-type'] === 'application/json';

/** What a client saw of a server that serves this snapshot: the abilities, in order of name. */
export async function seenAbilities(url: string, tree: Tree): Promise<Ability[]> {
  const bytes = (path: string): Buffer => tree.get(path) ?? expect.fail(`no ${path}`);
  const gives = async (path: string, file: string): Promise<boolean> => {
    const { status, body } = await ask(url, path);
    return status === 200 && body.equals(bytes(file));
  };
  const isMissing = async (path: string): Promise<boolean> => {
    const answer = await ask(url, path);
    const isTyped = /^application\/json(?:;|$)/.test(answer.headers['content-type'] ?? '');
    return answer.status === 404 && isTyped && answer.body.toString() === NOT_FOUND;
  };
  const files = [...tree.keys()].filter((path) => path.startsWith('api/'));
  const list = '/api/region/';
  const probes: Record<Ability, () => Promise<boolean>> = {
    directories: () => all(files, (file) => gives(`/${file.replace(/index\.json$/, '')}`, file)),
    type: () =>
      all(files, async (file) => {
        const answer = await ask(url, `/${file}`);
        return answer.status === 200 && isJson(answer);
      }),
    vary: async () => tokens((await ask(url, list)).headers.vary).includes('accept'),
    allow: async () => (await ask(url, list)).headers.allow === 'GET, HEAD, OPTIONS',
    cors: async () => {
      const Origin = 'https://reader.example.org';
      const wants = { 'Access-Control-Request-Method': 'GET' };
      const preflight = await ask(url, list, { method: 'OPTIONS', headers: { Origin, ...wants } });
      const answers = [preflight, await ask(url, list, { headers: { Origin } })];
      return (
        preflight.status < 300 &&
        tokens(preflight.headers['access-control-allow-methods']).includes('get') &&
        answers.every(({ headers }) => headers['access-control-allow-origin'] === '*')
      );
    },
    caching: async () => {
      const wanted: [string, string][] = [
        ['/api/index.json', cacheControl.head],
        ['/api/region/index.json', cacheControl.head],
        ['/api/region/page/2/index.json', cacheControl.head],
        ['/api/event/index.json', cacheControl.head],
        ['/api/event/cursor/1/index.json', cacheControl.settled],
      ];
      return all(
        wanted,
        async ([path, value]) => (await ask(url, path)).headers['cache-control'] === value,
      );
    },
    validators: async () => {
      const bytesOf = new Map<string, Buffer>();
      return all(files, async (file) => {
        const { etag = '' } = (await ask(url, `/${file}`)).headers;
        const again = await ask(url, `/${file}`, { headers: { 'If-None-Match': etag } });
        const follows = bytesOf.get(etag)?.equals(bytes(file)) ?? true;
        bytesOf.set(etag, bytes(file));
        return etag !== '' && follows && again.status === 304 && again.body.length === 0;
      });
    },
    queries: async () =>
      (await gives(`${list}?page=1`, 'api/region/index.json')) &&
      (await gives(`${list}?page=2`, 'api/region/page/2/index.json')) &&
      (await gives(`${list}?format=json&page=3`, 'api/region/page/3/index.json')) &&
      (await gives(`${list}?cursor=1`, 'api/region/index.json')) &&
      (await gives('/api/event/?cursor=1', 'api/event/cursor/1/index.json')) &&
      (await gives('/api/post-comment/?post=2', 'api/post-comment/post/2/index.json')) &&
      (await gives('/api/post/?blog=2&page=2', 'api/post/blog/2/page/2/index.json')) &&
      (await isMissing('/api/post-comment/?post=99')) &&
      (await isMissing('/api/post/?blog=two')) &&
      (await isMissing(`${list}?page=99`)) &&
      (await isMissing(`${list}?page=two`)),
    slash: async () => {
      const { status, headers, body } = await ask(url, '/api/region?page=2');
      if (status === 200) return body.equals((await ask(url, `${list}?page=2`)).body);
      return status > 300 && status < 309 && headers.location === `${list}?page=2`;
    },
    options: async () => {
      const { status, headers } = await ask(url, list, { method: 'OPTIONS' });
      return (status === 200 || status === 204) && headers.allow === 'GET, HEAD, OPTIONS';
    },
    methods: () =>
      all(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'], async (method) => {
        const answer = await ask(url, list, { method });
        const isRefused = answer.status === 405 && isJson(answer);
        return isRefused && answer.headers.allow === 'GET, HEAD, OPTIONS';
      }),
    errors: () =>
      all(['/nothing', '/api/nothing/', '/api/region/page/99/', '/api/event/page/1/'], isMissing),
    compression: async () => {
      const headers = { 'Accept-Encoding': 'gzip' };
      const answer = await ask(url, list, { headers });
      const isGiven = answer.headers['content-encoding'] === 'gzip';
      const isTold = tokens(answer.headers.vary).includes('accept-encoding');
      return isGiven && isTold && answer.body.equals(bytes('api/region/index.json'));
    },
  };
  const seen: Ability[] = [];
  for (const [name, probe] of Object.entries(probes)) {
    if (await probe()) seen.push(name as Ability);
  }
  return seen.sort();
}

async function all<T>(
  values: readonly T[],
  test: (value: T) => Promise<boolean>,
): Promise<boolean> {
  for (const value of values) if (!(await test(value))) return false;
  return true;
}

/** Addresses that no snapshot has, however they are read. */
export const hostilePaths: readonly string[] = [
  '/../data/regions.json',
  '/api/../../data/regions.json',
  '/api/region/../../../data/regions.json',
  '/api/%2e%2e/%2e%2e/data/regions.json',
  '/api/..%2f..%2fdata/regions.json',
  '/api/..%5c..%5cdata%5cregions.json',
  '/api/%252e%252e/%252e%252e/data/regions.json',
  '//data/regions.json',
  '/api/region/page/../../../../data/regions.json',
  '/api/region/index.json%00',
  '/api/region%00/',
  '/api/region/page/%00/',
  '/api/region/page/2%00/',
  '/api/region/page/02/',
  '/api/region/page/-1/',
  '/api/region/page/99999999999999999999/',
  `/api/region/page/${'9'.repeat(8000)}/`,
  '/api/region/%zz/',
  '/api/constructor/',
  '/api/__proto__/',
  '/api/event/page/1/',
];

const numbers: readonly string[] = [
  ...['', '0', '01', '-1', '+2', '2.0', '1e1', '0x2', ' 2', '2%20', '%D9%A2', '99', '2%00', '%00'],
  ...['../1', '..%2f1', '%2e%2e%2f1', '2/../1', '1/index.json', 'two', '[]', '%zz', '%'],
  ...['99999999999999999999', '9'.repeat(8000)],
];

/** Queries for pages that are not there: none of them may be answered with the first page. */
export const hostileQueries: readonly string[] = [
  ...numbers.map((value) => `/api/region/?page=${value}`.replaceAll(' ', '+')),
  ...numbers.map((value) => `/api/event/?cursor=${value}`.replaceAll(' ', '+')),
  ...numbers.map((value) => `/api/post-comment/?post=${value}`.replaceAll(' ', '+')),
  '/api/post-comment/?post',
  '/api/post-comment/?post=99&post=99',
  '/api/post-comment/?p%6fst=99',
  '/api/post/?blog=2&page=99',
  '/api/post/?blog=99&page=1',
  '/api/region/?page',
  '/api/region/?page=99&page=99',
  '/api/region/?p%61ge=99',
];

/** Queries that may be read in more ways than one, and what is not among them. */
export const ambiguousQueries: readonly string[] = [
  '/api/region/?page=2&page=99',
  '/api/region/?page=99&page=2',
  '/api/region/?page[]=99',
  '/api/region/?Page=99',
  `/api/region/?x=${'y'.repeat(8000)}`,
];

const oddMethods: readonly string[] = ['TRACE', 'PROPFIND', 'PURGE', 'LINK', 'SEARCH'];
const oddHeaders: readonly Record<string, string>[] = [
  { 'Accept-Encoding': 'gzip;q=0, br;q=0, identity;q=0' },
  { 'Accept-Encoding': 'x'.repeat(4000) },
  { Range: 'bytes=5-1' },
  { Range: 'bytes=0-0,2-3,9999-' },
  { 'If-None-Match': '"'.repeat(99) },
  { 'If-Modified-Since': 'never' },
  { Accept: 'text/html;q=;' },
];

/**
 * Sends all of it. No answer is a 5xx or holds a byte from outside the snapshot; where the host
 * routes queries, what names no page is 404. Gives the requests whose answer is wrong.
 */
export async function fallenFor(
  url: string,
  tree: Tree,
  { queries, own }: { queries: boolean; own: readonly string[] },
): Promise<string[]> {
  const known = new Set([...tree.values()].map((bytes) => bytes.toString('base64')));
  const wrong: string[] = [];
  const check = (request: string, { status, body }: Answer, mustMiss: boolean): void => {
    const isWhole = status !== 200 || body.length === 0 || known.has(body.toString('base64'));
    const isMissed = !mustMiss || (status >= 400 && status < 500);
    if (status < 500 && isWhole && isMissed) return;
    wrong.push(`${request.slice(0, 60)}: ${status} ${body.toString().slice(0, 40)}`);
  };
  for (const path of [...hostilePaths, ...own]) check(path, await ask(url, path), true);
  for (const path of hostileQueries) check(path, await ask(url, path), queries);
  for (const path of ambiguousQueries) check(path, await ask(url, path), false);
  for (const method of oddMethods) {
    const answer = await ask(url, '/api/region/', { method });
    // 501 is how a server says that it has never heard of a method, before any rule is asked.
    if (answer.status !== 501) check(method, answer, false);
  }
  for (const headers of oddHeaders) {
    check(JSON.stringify(headers), await ask(url, '/api/region/', { headers }), false);
  }
  return wrong;
}
