// An origin that is a snapshot itself says in `/api/snapshot.json` what the pages of one state are: lists whose pages
// are those are of one state after one walk.
import { hash } from 'node:crypto';
import { isObject, type JsonObject } from '../../model/fields.js';
import { digestsFile, pageFile, pageValue, parameterOf, SNAPSHOT } from '../../site/address.js';
import { digestOf, pathBelow } from '../../site/snapshot-file.js';
import type { Origin } from './origin.js';
import { Broken } from './problems.js';
import type { Asked, ListWalk } from './walk.js';

/** What a snapshot says of its lists. */
export interface Snapshot {
  readonly lists: JsonObject;
  /** The same exactly for the same state. */
  readonly mark: string;
  /** Another document of the snapshot. */
  readonly document: (url: string) => Promise<unknown>;
  readonly base: string;
  /** Whether lists are read to their ends. */
  readonly isWhole: boolean;
}

const FRESH = { 'cache-control': 'no-cache' };

/** What `snapshot.json` says; undefined where an origin has none that this tool knows. */
export async function snapshotOf(
  origin: Origin,
  when: string,
  isWhole: boolean,
): Promise<Snapshot | undefined> {
  const { base } = origin;
  const document = (url: string) => origin.document(url, when, FRESH);
  const value = await document(`${base}/${SNAPSHOT}`);
  const { format, lists } = isObject(value) ? value : {};
  if (format !== 1 || !isObject(lists)) return undefined;
  const mark = hash('sha256', JSON.stringify(lists), 'hex').slice(0, 16);
  return { lists, mark, document, base, isWhole };
}

/** Makes an address lead past the caches on the way: they take it for another one, and hosts ignore the parameter. */
export const pastCaches =
  ({ mark }: Snapshot) =>
  (url: string): string =>
    `${url}${url.includes('?') ? '&' : '?'}snapshot=${mark}`;

/** Why a walk is not through a list as the snapshot has it. */
export async function unlike(
  snapshot: Snapshot,
  { endpoint, url }: Asked,
  { pages, moved }: ListWalk,
): Promise<Broken | undefined> {
  const digests = await digestsOf(snapshot, endpoint.name);
  if (digests instanceof Broken) return digests;
  // Links of every style name a page in their query.
  const parameter = parameterOf(endpoint);
  const digestFor = (page: string) => {
    const value = parameter && pageValue(new URL(page).searchParams.get(parameter) ?? '');
    const named = parameter && value ? { parameter, value } : undefined;
    return digests.get(pathBelow(pageFile(endpoint.name, named), endpoint.name));
  };
  const other = pages.find((page) => page.body !== digestFor(page.url));
  if (other) return new Broken('snapshot', other.url, `it is not as ${SNAPSHOT} says`);
  if (moved) return new Broken('snapshot', moved.url, moved.message);
  if (!snapshot.isWhole || pages.length === digests.size) return undefined;
  return new Broken('snapshot', url, 'it has other pages than its snapshot says');
}

/** The digests of a list's pages, by their paths below it. */
async function digestsOf(
  { lists, document, base }: Snapshot,
  name: string,
): Promise<ReadonlyMap<string, unknown> | Broken> {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  const { files, digests, digest } = isObject(list) ? list : {};
  if (digests === undefined && isObject(files)) return new Map(Object.entries(files));
  const url = `${base}/${digests === undefined ? SNAPSHOT : digestsFile(name)}`;
  if (digests === undefined)
    return new Broken('snapshot', url, `it says nothing of the list ${name}`);
  const value = await document(url);
  const found = Object.entries(isObject(value) ? value : {});
  const all = found.map(([path, hash]) => ({ path, hash: String(hash) }));
  return digestOf(all) === digest
    ? new Map(found)
    : new Broken('snapshot', url, `it is not of the snapshot that ${SNAPSHOT} is of`);
}
