// Reads the SHA-256 of pages from `/api/snapshot.json`.
import { ListChanged, PortalError } from './errors.js';
import type { ApiAnswer, How, Requests } from './requests.js';

/** The SHA-256 of each page of a list, by the path of the page below the list: `page/2/`. */
export type Digests = ReadonlyMap<string, string>;

/** The path of a page below its list, for a link with a query: `?page=2` → `page/2/`. Empty for the first page. */
export function pathOf(url: string): string {
  const { searchParams } = new URL(url);
  for (const kind of ['page', 'cursor']) {
    const value = searchParams.get(kind);
    if (value !== null) return `${kind}/${value}/`;
  }
  return '';
}

/** The SHA-256 of a text, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns `answer` if its SHA-256 is `digest`. Otherwise a cache may have given an old answer, so a new one is
 * requested and returned. Throws if the SHA-256 of the new answer is not `digest`, either: a {@link ListChanged}, unless
 * only the form of the JSON differs.
 */
export async function ofSnapshot(
  requests: Requests,
  answer: ApiAnswer,
  digest: unknown,
  how: How,
): Promise<ApiAnswer> {
  const { url } = answer;
  if ((await sha256(answer.text)) === digest) return answer;
  // Hosts ignore the parameter `digest`. A cache has no answer for the address with it, and so asks the host.
  const again = await requests.get(`${url}${url.includes('?') ? '&' : '?'}digest=${digest}`, how);
  if ((await sha256(again.text)) === digest) return { ...again, url };
  // Pages are written as JSON.stringify would write them, but for some free values and escapes.
  if ((await sha256(JSON.stringify(again.value) ?? '')) !== digest) {
    throw changed(url, 'is of another snapshot');
  }
  const why =
    'has the content that was published, but not its bytes: something on the way, such as a CDN or a proxy, rewrites JSON';
  throw new PortalError(url, why, again.status);
}

/**
 * The SHA-256 of the pages of a list or a filter. Empty for a filter with an id that no record refers to. Undefined if
 * snapshot.json lacks them, or if `crypto.subtle` is missing, which browsers have only on https and localhost.
 */
export async function digestsOf(
  requests: Requests,
  name: string,
  how: How,
): Promise<Digests | undefined> {
  const { base } = requests;
  const subtle: unknown = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  const { lists, files } = await saidOf(requests, how);
  const own = objectIn(objectIn(lists)[name])['files'];
  if (own) return digestsIn(own);
  // A long list and the records or filters below it share a file, whose paths are `page/2/` and `53/page/2/`.
  const [, list = name, id] = /^(.+)\/(-?\d+)$/.exec(name) ?? [];
  const file = `api/${list}/digests.json`;
  const digest = objectIn(files)[file];
  if (digest === undefined) return undefined;
  const answer = await requests.get(`${base}/${file}`, how);
  const { value } = await ofSnapshot(requests, answer, digest, how);
  const below = id === undefined ? '' : `${id}/`;
  return new Map(
    [...digestsIn(value)]
      .filter(([path]) => (below ? path.startsWith(below) : /^(?:$|page\/|cursor\/)/.test(path)))
      .map(([path, sum]) => [path.slice(below.length), sum]),
  );
}

/** One SHA-256 for a whole list, computed from the SHA-256 of its pages. */
export const stateOf = (digests: Digests): Promise<string> =>
  sha256([...digests].map(([path, sum]) => `${path} ${sum}\n`).join(''));

/** The number of records of a list, from snapshot.json; undefined if it is not there. */
export async function countOf(
  requests: Requests,
  name: string,
  how: How,
): Promise<number | undefined> {
  const { lists } = await saidOf(requests, how);
  const { count } = objectIn(objectIn(lists)[name]);
  return typeof count === 'number' ? count : undefined;
}

/** The content of snapshot.json; an empty object if it does not exist. */
async function saidOf(requests: Requests, how: How) {
  const { url, status, value } = await requests.get(`${requests.base}/api/snapshot.json`, how);
  const said = objectIn(value);
  if (status !== 200 || said['format'] === 1) return said;
  throw new PortalError(url, 'has a format that this client does not know');
}

/** The value itself if it is an object or an array, otherwise an empty object. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const digestsIn = (files: unknown): Digests =>
  new Map(Object.entries(objectIn(files)).map(([path, sum]) => [path, String(sum)]));

export const changed = (url: string, why: string): ListChanged =>
  new ListChanged(url, `${why}: the list was published anew`);
