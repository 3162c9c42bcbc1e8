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

/** An answer, if it has this digest; asked for again if not: a cache may have had it from before. */
export async function ofSnapshot(
  requests: Requests,
  answer: ApiAnswer,
  digest: unknown,
  how: How,
): Promise<ApiAnswer> {
  const { url, text } = answer;
  if ((await sha256(text)) === digest) return answer;
  // Hosts ignore the parameter; caches between them and here take the address for another one.
  const again = await requests.get(`${url}${url.includes('?') ? '&' : '?'}digest=${digest}`, how);
  if ((await sha256(again.text)) !== digest) throw changed(url, 'is of another snapshot');
  return { ...again, url };
}

/**
 * The digests of a list, or of what is there for an id: of an id that is not there, none. Undefined where nobody says
 * them, and where pages cannot be held against them: browsers give `crypto.subtle` to pages of https and localhost
 * alone. With a key either is an error.
 */
export async function digestsOf(
  requests: Requests,
  name: string,
  how: How,
): Promise<Digests | undefined> {
  const { base, keys } = requests;
  const subtle: unknown = globalThis.crypto?.subtle;
  if (!subtle && !keys) return undefined;
  const said = await saidOf(requests, how);
  const { files, digests, digest } = objectIn(objectIn(said?.['lists'])[name]);
  if (files) return digestsIn(files);
  if (digests) {
    const others = await requests.get(`${base}/api/${name}/digests.json`, how);
    const found = digestsIn(others.value);
    if ((await stateOf(found)) !== digest) throw changed(others.url, 'is of another snapshot');
    return found;
  }
  const [, list, id = ''] = /^(.+)\/(-?\d+)$/.exec(name) ?? [];
  const { parts } = objectIn(objectIn(said?.['byId'])[`${list}/{id}`]);
  if (Array.isArray(parts)) return digestsAt(requests, list!, id, parts, how);
  // Earlier versions said nothing of what is there for an id.
  if (keys) throw new PortalError(`${base}/api/${name}/`, 'is covered by no signature');
  return undefined;
}

/** The digests of what is there for an id, out of the part that has them. */
async function digestsAt(
  requests: Requests,
  list: string,
  id: string,
  parts: readonly unknown[],
  how: How,
): Promise<Digests> {
  const at = Number(id) % parts.length;
  if (!(at >= 0)) return new Map();
  const part = await requests.get(`${requests.base}/api/${list}/digests/${at + 1}.json`, how);
  const { value } = await ofSnapshot(requests, part, parts[at], how);
  const own = [...digestsIn(value)].filter(([path]) => path.startsWith(`${id}/`));
  return new Map(own.map(([path, sum]) => [path.slice(id.length + 1), sum]));
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
  const { lists } = (await saidOf(requests, how)) ?? {};
  const { count } = objectIn(objectIn(lists)[name]);
  return typeof count === 'number' ? count : undefined;
}

/** What snapshot.json says; undefined where there is none. */
async function saidOf(requests: Requests, how: How) {
  const { url, status, value } = await snapshot(requests, how);
  if (status !== 200) return undefined;
  const said = objectIn(value);
  if (said['format'] === 1) return said;
  throw new PortalError(url, 'has a format that this client does not know');
}

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
