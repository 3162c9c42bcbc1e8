// `/api/snapshot.json`: what the pages of a list must be, if it is signed by whom it should be.
import { ListChanged, PortalError, SignatureError } from './errors.js';
import type { ApiAnswer, How, Requests } from './requests.js';

/** The digest of each page of a list, by its path below the list. */
export type Digests = ReadonlyMap<string, string>;

/** The path by which a page is known: every link names it in its query, too. */
export function pathOf(url: string): string {
  const { searchParams } = new URL(url);
  for (const kind of ['page', 'cursor']) {
    const value = searchParams.get(kind);
    if (value !== null) return `${kind}/${value}/`;
  }
  return '';
}

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The digests of a list; undefined where nobody says them, and where pages cannot be held against them: browsers give
 * `crypto.subtle` to pages of https and localhost alone. With a key either is an error.
 */
export async function digestsOf(
  requests: Requests,
  name: string,
  how: How,
): Promise<Digests | undefined> {
  const subtle: unknown = globalThis.crypto?.subtle;
  if (!subtle && !requests.keys) return undefined;
  const lists = await listsOf(requests, how);
  if (!lists) return undefined;
  const list = lists[name];
  if (list === undefined) {
    if (requests.keys) throw new PortalError(`${requests.base}/api/${name}/`, UNSIGNED);
    return undefined;
  }
  const { files, digests, digest } = objectIn(list);
  if (digests === undefined) return digestsIn(files);
  const others = await requests.get(`${requests.base}/api/${name}/digests.json`, how);
  if (others.status !== 200) throw changed(others.url, 'is not there');
  const found = digestsIn(others.value);
  if ((await stateOf(found)) !== digest) throw changed(others.url, 'is of another snapshot');
  return found;
}

/** The digest of a list, which is another one when any of its pages is. */
export const stateOf = (digests: Digests): Promise<string> =>
  sha256([...digests].map(([path, sum]) => `${path} ${sum}\n`).join(''));

/** How many records a list has; undefined where snapshot.json does not say it. */
export async function countOf(
  requests: Requests,
  name: string,
  how: How,
): Promise<number | undefined> {
  const { count } = objectIn((await listsOf(requests, how))?.[name]);
  return typeof count === 'number' ? count : undefined;
}

/** What snapshot.json says of lists; undefined where there is none. */
async function listsOf(requests: Requests, how: How) {
  const { url, status, value } = await snapshot(requests, how);
  if (status !== 200) return undefined;
  const { format, lists } = objectIn(value);
  if (format !== 1) throw new PortalError(url, 'has a format that this client does not know');
  return objectIn(lists);
}

/** Why with a key nothing is read from an address. */
export const UNSIGNED = 'is covered by no signature: take it from its list, or ask without a key';

async function snapshot(requests: Requests, how: How): Promise<ApiAnswer> {
  const { base, keys } = requests;
  const url = `${base}/api/snapshot.json`;
  const said = await requests.get(url, how);
  if (!keys) return said;
  if (said.status !== 200) throw new SignatureError(url, `answers ${said.status}`, said.status);
  // In this order: what is published in between is signed for both. What does not agree, a cache may have
  // had from before; hosts ignore the query, and caches take the address for another one.
  const signed = await signatures(requests, '', how);
  if (await keys.know(url, said.text, signed)) return said;
  const past = await signatures(requests, `?for=${await sha256(said.text)}`, how);
  if (await keys.know(url, said.text, past)) return said;
  const again = await requests.get(`${url}?for=${await sha256(JSON.stringify(past))}`, how);
  if (await keys.know(url, again.text, past)) return again;
  throw new SignatureError(url, 'is not signed by the key');
}

async function signatures(requests: Requests, query: string, how: How): Promise<unknown> {
  const url = `${requests.base}/api/snapshot.json.sig`;
  const { status, value } = await requests.get(url + query, how);
  if (status !== 200) throw new SignatureError(url, `answers ${status}: nobody signed`, status);
  return value;
}

/** The members of a JSON object; none for any other value. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const digestsIn = (files: unknown): Digests =>
  new Map(Object.entries(objectIn(files)).map(([path, sum]) => [path, String(sum)]));

export const changed = (url: string, why: string): ListChanged =>
  new ListChanged(url, `${why}: the list was published anew`);
