// The output folder as the tests see it, and clients that walk through it.
import { hash } from 'node:crypto';
import { identitiesOf, readTree, type Tree } from '../support/tree.js';
import type { Item } from './types.js';

/** Tells what is published beside the specification's files; test/openapi and {@link digestsOf} hold it against these. */
const isDescription = (path: string) => /^api\/(?:openapi|snapshot|.+\/digests)\.json$/.test(path);

/**
 * The files of the specification that a host serves: hidden ones at the top are the builder's own
 * bookkeeping.
 */
export function servedFiles(folder: string): Tree {
  const isServed = (path: string) => !path.startsWith('.') && !isDescription(path);
  return new Map([...readTree(folder)].filter(([path]) => isServed(path)));
}

/** The other files that a host serves. */
export function descriptions(folder: string): Tree {
  return new Map([...readTree(folder)].filter(([path]) => isDescription(path)));
}

interface Described {
  readonly lists: Record<string, { files?: Digests; digests?: string }>;
  readonly files: Digests;
}
type Digests = Record<string, string>;

/** The SHA-256 of each file as the descriptions of a snapshot say it. */
export function digestsOf(descriptions: Tree): Map<string, string> {
  const read = <T>(path: string): T => JSON.parse(descriptions.get(path)!.toString());
  const { lists, files } = read<Described>('api/snapshot.json');
  const all = new Map(Object.entries(files));
  const add = (below: string, digests: Digests) => {
    for (const [path, digest] of Object.entries(digests))
      all.set(`${below}${path}index.json`, digest);
  };
  for (const [name, { files, digests }] of Object.entries(lists)) {
    add(`api/${name.replace('/{id}', '')}/`, files ?? read<Digests>(`api/${digests}`));
  }
  return all;
}

/** The SHA-256 of each file. */
export const hashed = (tree: Tree): Map<string, string> =>
  new Map([...tree].map(([path, bytes]) => [path, hash('sha256', bytes, 'hex')]));

/** When each of the files was last written, in nanoseconds. */
export function writtenAt(folder: string, tree: Tree): Map<string, bigint> {
  const all = [...identitiesOf(folder)].filter(([path]) => tree.has(path));
  return new Map(all.map(([path, { mtime }]) => [path, mtime]));
}

/** The paths at which two trees differ, in order. */
export function differing(a: Tree, b: Tree): string[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((path) => !b.has(path) || !a.get(path)?.equals(b.get(path)!))
    .sort();
}

/** The same tree as bytes. */
export function bytes(files: Map<string, string>): Tree {
  return new Map([...files].map(([path, body]) => [path, Buffer.from(body)]));
}

/** A file as the oracle has it: a feed is the ids of its entries. */
function asOracle(path: string, body: Buffer): Buffer {
  const format = /\/feed\.(json|atom)$/.exec(path)?.[1];
  const text = body.toString();
  if (format === undefined || text.startsWith('[')) return body;
  const ids =
    format === 'json'
      ? (JSON.parse(text) as { items: { id: string }[] }).items.map(({ id }) => id)
      : [...text.matchAll(/<entry><id>([^<]*)<\/id>/g)].map(([, id]) => id);
  return Buffer.from(JSON.stringify(ids));
}
const allAsOracle = (tree: Tree): Tree =>
  new Map([...tree].map(([path, body]) => [path, asOracle(path, body)]));

/** Where the files of a build differ first from those of the oracle, in words; empty when they do not. */
export const difference = (built: Tree, oracle: Tree): string =>
  firstDifference(allAsOracle(built), oracle);

/** Where two trees differ first, in words; empty when they do not. */
export function firstDifference(actual: Tree, expected: Tree): string {
  const paths = differing(actual, expected);
  const [path] = paths;
  if (path === undefined) return '';
  const [found, wanted] = [actual.get(path)?.toString(), expected.get(path)?.toString()];
  if (found === undefined) return `missing: ${path} (of ${paths.length} differences)`;
  if (wanted === undefined) return `too many: ${path} (of ${paths.length} differences)`;
  let at = 0;
  while (at < found.length && found[at] === wanted[at]) at++;
  const around = (body: string) => JSON.stringify(body.slice(Math.max(0, at - 80), at + 80));
  return `${path} (of ${paths.length} differences)\n  is        ${around(found)}\n  should be ${around(wanted)}`;
}

/** One page of a list, as a client reads it. */
export interface Page {
  next: string | null;
  previous: string | null;
  results: Item[];
  count?: number;
}

/** The page that answers for an address, whatever the style of the links. */
export function fetchPage(tree: Tree, baseUrl: string, address: string): Page {
  if (!address.startsWith(`${baseUrl}/api/`)) throw new Error(`an address elsewhere: ${address}`);
  const [path, query = ''] = address.slice(baseUrl.length + 1).split('?') as [string, string?];
  const [name, place] = query.split('=') as [string, string?];
  let folder = path.replace(/index\.json$/, '');
  // What a host does that routes queries, when the page is not in the path already.
  if (place !== undefined && !folder.endsWith(`/${name}/${place}/`)) folder += `${name}/${place}/`;
  const body = tree.get(`${folder}index.json`);
  if (!body) throw new Error(`no file answers for ${address}`);
  return JSON.parse(body.toString());
}

/** The pages from an address on, by `next` or by `previous`. */
export function walk(
  tree: Tree,
  baseUrl: string,
  from: string | null,
  by: 'next' | 'previous' = 'next',
): { address: string; page: Page }[] {
  const walked: { address: string; page: Page }[] = [];
  for (let address = from; address !== null; ) {
    if (walked.length > 1000) throw new Error(`the links come back: ${address}`);
    const page = fetchPage(tree, baseUrl, address);
    walked.push({ address, page });
    address = page[by];
  }
  return walked;
}
