// Reads the digests of pages from `/api/snapshot.json`.
import { ListChanged, PortalError } from './errors.js';
import type { ApiAnswer, How, Requests } from './requests.js';

/** The SHA-256 of each page of a list, by its path below the list. */
export type Digests = ReadonlyMap<string, string>;

/** The path of a page below its list, made from the query in its link: `?page=2` → `page/2/`. */
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
 * Returns an answer with this SHA-256: the given one or, because that may be an old one from a cache, a new one.
 * Throws if the new one does not have it either.
 */
export async function ofSnapshot(
  requests: Requests,
  answer: ApiAnswer,
  digest: unknown,
  how: How,
  digestOf = ({ text }: ApiAnswer): Promise<string> => sha256(text),
): Promise<ApiAnswer> {
  const { url } = answer;
  if ((await digestOf(answer)) === digest) return answer;
  // Hosts ignore this parameter. Caches do not know the address with it, so they ask the host.
  const again = await requests.get(`${url}${url.includes('?') ? '&' : '?'}digest=${digest}`, how);
  if ((await digestOf(again)) !== digest) throw changed(url, 'is of another snapshot');
  return { ...again, url };
}

/**
 * The SHA-256 of the pages of a list, or of a filter; empty if there is no such id. Undefined if snapshot.json does
 * not have them, or if no SHA-256 can be computed here: browsers have `crypto.subtle` only on https and localhost.
 */
export async function digestsOf(
  requests: Requests,
  name: string,
  how: How,
): Promise<Digests | undefined> {
  const { base } = requests;
  const subtle: unknown = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  const said = await saidOf(requests, how);
  const { files, digests, digest } = objectIn(objectIn(said['lists'])[name]);
  if (files) return digestsIn(files);
  if (digests) {
    const others = await requests.get(`${base}/api/${name}/digests.json`, how);
    const stateIn = ({ value }: ApiAnswer) => stateOf(digestsIn(value));
    return digestsIn((await ofSnapshot(requests, others, digest, how, stateIn)).value);
  }
  const [, list, id = ''] = /^(.+)\/(-?\d+)$/.exec(name) ?? [];
  const { parts } = objectIn(objectIn(said['byId'])[`${list}/{id}`]);
  // A snapshot.json from an older version of portal-snapshot does not have these SHA-256.
  if (!Array.isArray(parts)) return undefined;
  // Each of these files of digests (a part) has the pages of some ids.
  const at = Number(id) % parts.length;
  if (!(at >= 0)) return new Map();
  const part = await requests.get(`${base}/api/${list}/digests/${at + 1}.json`, how);
  const { value } = await ofSnapshot(requests, part, parts[at], how);
  return new Map(
    [...digestsIn(value)]
      .filter(([path]) => path.startsWith(`${id}/`))
      .map(([path, sum]) => [path.slice(id.length + 1), sum]),
  );
}

/** One SHA-256 for the state of a list, computed from those of its pages. */
export const stateOf = (digests: Digests): Promise<string> =>
  sha256([...digests].map(([path, sum]) => `${path} ${sum}\n`).join(''));

/** The number of records of a list; undefined if snapshot.json does not have it. */
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

/** The members of a JSON object; none for another value. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const digestsIn = (files: unknown): Digests =>
  new Map(Object.entries(objectIn(files)).map(([path, sum]) => [path, String(sum)]));

export const changed = (url: string, why: string): ListChanged =>
  new ListChanged(url, `${why}: the list was published anew`);
