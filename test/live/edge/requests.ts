// Requests that mean no good.
import { type Answer, ask } from '../../support/ask.js';
import type { Tree } from '../../support/tree.js';

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
  '/api/post/?blog=2&user=3',
  '/api/post/?user=2&blog=2&page=1',
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
