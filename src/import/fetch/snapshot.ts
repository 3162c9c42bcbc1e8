// An origin that is a snapshot itself says in `/api/snapshot.json` what the pages of one state are. Lists that are of
// it are of one state after one walk; pages that the store has by their digests are not asked for at all.
import type { Blocks } from '../../delivery/http/answer.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { digestsFile, pageFile, pageValue, parameterOf, SNAPSHOT } from '../../site/address.js';
import { digestOf, pathBelow } from '../../site/snapshot-file.js';
import type { Origin } from './origin.js';
import type { Page } from './page.js';
import { Broken } from './problems.js';
import type { Asked } from './walk.js';

/** The digests of the pages of a list, by their paths below it. */
export type Digests = ReadonlyMap<string, string>;

/** A snapshot that was published while another one was read. */
export class Superseded extends Broken {}

const FRESH = { 'cache-control': 'no-cache' };

/** What `snapshot.json` says of each list; undefined where an origin has none that this tool knows. */
export async function snapshotOf(origin: Origin, when: string): Promise<JsonObject | undefined> {
  const value = await origin.document(`${origin.base}/${SNAPSHOT}`, when, FRESH);
  const { format, lists } = isObject(value) ? value : {};
  return format === 1 && isObject(lists) ? lists : undefined;
}

/** The digests of a list's pages. */
export async function digestsOf(
  origin: Origin,
  when: string,
  lists: JsonObject,
  { endpoint: { name } }: Asked,
): Promise<Digests> {
  const url = `${origin.base}/${SNAPSHOT}`;
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  const { files, digests, digest } = isObject(list) ? list : {};
  if (digests === undefined && isObject(files)) return mapOf(files);
  if (digests === undefined)
    throw new Broken('snapshot', url, `it says nothing of the list ${name}`);
  const apart = `${origin.base}/${digestsFile(name)}`;
  const value = await origin.document(apart, when, FRESH);
  const found = mapOf(isObject(value) ? value : {});
  if (digestOf([...found].map(([path, hash]) => ({ path, hash }))) === digest) return found;
  throw new Superseded('snapshot', apart, `it is not of the snapshot that ${url} is of`);
}

const mapOf = (files: JsonObject): Digests =>
  new Map(Object.entries(files).map(([path, digest]) => [path, String(digest)]));

/** A page of a list by its digest. Throws {@link Broken}. */
export async function pageBy(
  origin: Origin,
  when: string,
  digests: Digests,
  { endpoint, reader }: Asked,
  url: string,
): Promise<{ readonly page: Page; readonly body: string }> {
  // Links of every style name a page in their query.
  const parameter = parameterOf(endpoint);
  const value = parameter && pageValue(new URL(url).searchParams.get(parameter) ?? '');
  const named = parameter && value ? { parameter, value } : undefined;
  const digest = digests.get(pathBelow(pageFile(endpoint.name, named), endpoint.name));
  const read = (blocks: Blocks) => reader.read(url, blocks, () => undefined);
  const stale = new Superseded('snapshot', url, `it is not as ${SNAPSHOT} says`);
  if (digest === undefined) throw stale;
  if (/^[0-9a-f]{64}$/.test(digest) && origin.store.has(digest)) {
    return { page: await read(origin.store.blocks(digest)), body: digest };
  }
  // Hosts ignore the parameter; a cache on the way takes the address for another one.
  const past = `${url}${url.includes('?') ? '&' : '?'}digest=${digest}`;
  for (const address of [url, past]) {
    const { value: page, body } = await origin.get(address, when, read);
    if (page && body === digest) return { page, body };
  }
  throw stale;
}
