// Requests that mean no good, to hosts whose programs answer here.
import { ambiguous, hostilePaths, noNumbers, noPages } from '../../support/addresses.js';
import { type Answer, ask } from '../../support/ask.js';
import type { Tree } from '../../support/tree.js';

export { hostilePaths };

const numbered = ['/api/region/?page=', '/api/event/?cursor=', '/api/post-comment/?post='];
/** Queries for pages that are not there: none of them may be answered with the first page. */
export const hostileQueries: readonly string[] = [
  ...numbered.flatMap((query) => noNumbers.map((value) => query + value)),
  ...noPages,
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
  for (const path of ambiguous) check(path, await ask(url, path), false);
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
