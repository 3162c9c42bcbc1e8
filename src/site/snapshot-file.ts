// Makes `/api/snapshot.json`, which describes the published files by their digests. With it, a client sees whether its
// pages are from one snapshot, and a mirror sees what has changed (PROMISES.md §5.2). Pure functions.
import { hash } from 'node:crypto';
import { digestsFile, partFile, SNAPSHOT, withoutId } from './address.js';

/** If a list has at most this many pages, their digests are in {@link SNAPSHOT}; otherwise in a file of their own. */
const MOST_PAGES = 1000;
/**
 * Decides how many parts digests are divided into, so that neither the parts nor the list of parts gets long: 4,096
 * digests have 16 parts of 256 digests, 65,536 digests have 64 parts of 1,024.
 */
const FILES_TO_PARTS = 16;

/** What is published for an endpoint: one list or, if the endpoint has an address for each id, one list for each id. */
export interface PublishedEndpoint {
  /** The address without `/api/` and the slash at its end, such as `region` or `region/{id}`. */
  readonly name: string;
  readonly walks: readonly PublishedList[];
}

/** A published list. Its pages are in the order of the list. */
export interface PublishedList {
  /** The address without `/api/` and the slash at its end, such as `region` or `region/53`. */
  readonly name: string;
  /** The number of records on all pages together. */
  readonly count: number;
  readonly pages: readonly PublishedPage[];
}

export interface PublishedPage {
  /** The path below the list's address, such as `page/2/`; '' for the first page. */
  readonly path: string;
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
}

/** The SHA-256 of files, by their paths. */
export type FileDigests = Readonly<Record<string, string>>;

/** What {@link SNAPSHOT} says about a list. */
export type ListSummary = {
  readonly count: number;
  readonly pages: number;
  /** The SHA-256 of all pages together, see {@link digestOf}. */
  readonly digest: string;
} & (
  | {
      /** The SHA-256 of each page, by its path below the list, in the order of the pages. */
      readonly files: FileDigests;
    }
  | {
      /** For a very long list: the path, below `/api/`, of the file with the digests of its pages. */
      readonly digests: string;
    }
);

/** What {@link SNAPSHOT} says about an endpoint with an address for each id. */
export interface IdsSummary {
  /** The number of files for all ids together. */
  readonly files: number;
  /** The SHA-256 of each part. A part is a file with some of the digests, see {@link partFile}. */
  readonly parts: readonly string[];
}

/** The content of {@link SNAPSHOT}. */
export interface SnapshotJson {
  readonly format: 1;
  /** See {@link idOf}. */
  readonly id: string;
  /** The signature of the id (see signature.ts); absent if the snapshot is not signed. */
  readonly signature?: string;
  readonly lists: Readonly<Record<string, ListSummary>>;
  /** SHA-256 by path, for files that are not pages of a list, such as `api/openapi.json`. */
  readonly files: FileDigests;
  readonly byId: Readonly<Record<string, IdsSummary>>;
}

/** Returns the path of a page below its list: `page/2/` for `api/region/page/2/index.json`. */
export const pathBelow = (file: string, list: string): string =>
  file.slice(`api/${list}/`.length, -'index.json'.length);

interface NamedText {
  readonly file: string;
  readonly body: string;
}

/** Describes a list. `apart`: if the list is very long, the file with its digests. */
export function describeList({ name, count, pages }: PublishedList): {
  readonly summary: ListSummary;
  readonly apart?: NamedText;
} {
  const files: FileDigests = Object.fromEntries(pages.map(({ path, hash }) => [path, hash]));
  const said = { count, pages: pages.length, digest: digestOf(pages) };
  if (pages.length <= MOST_PAGES) return { summary: { ...said, files } };
  const apart = { file: digestsFile(name), body: JSON.stringify(files) };
  return { summary: { ...said, digests: apart.file.slice('api/'.length) }, apart };
}

/** Describes an endpoint with an address for each id. `parts`: the files with its digests. */
function describeIds({ name, walks }: PublishedEndpoint): {
  readonly summary: IdsSummary;
  readonly parts: readonly NamedText[];
} {
  const files = walks.reduce((sum, { pages }) => sum + pages.length, 0);
  const length = partsFor(files, walks.length);
  const digests = Array.from({ length }, (): [string, string][] => []);
  // The lists are sorted by id, so that the result does not depend on the order of the data files.
  const sorted = walks
    .map(({ name: own, pages }) => ({ id: Number(own.slice(withoutId(name).length + 1)), pages }))
    .sort((a, b) => a.id - b.id);
  for (const { id, pages } of sorted) {
    for (const { path, hash } of pages) digests[id % length]!.push([`${id}/${path}`, hash]);
  }
  const parts = digests.map((each, at) => ({
    file: partFile(name, at + 1),
    body: JSON.stringify(Object.fromEntries(each)),
  }));
  return {
    summary: {
      files,
      parts: parts.map(({ body }) => hash('sha256', body, 'hex')),
    },
    parts,
  };
}

/**
 * Returns the number of parts for the digests of `files` files. It is a power of two, so that it rarely changes when
 * files are added.
 */
function partsFor(files: number, ids: number): number {
  let parts = 1;
  while (parts * parts * FILES_TO_PARTS < files && parts < ids) parts *= 2;
  return parts;
}

/**
 * Makes the files that describe a snapshot. {@link SNAPSHOT} is the last of them. `files`: the digests of files that
 * are not pages of a list. `sign`: returns the signature of the id; absent if the snapshot is not signed.
 */
export function describeSnapshot(
  endpoints: readonly PublishedEndpoint[],
  files: FileDigests,
  sign?: (id: string) => string,
): NamedText[] {
  const apart: NamedText[] = [];
  const lists: [string, ListSummary][] = [];
  const byId: [string, IdsSummary][] = [];
  for (const endpoint of endpoints) {
    const { name, walks } = endpoint;
    if (withoutId(name) !== name) {
      const { summary, parts } = describeIds(endpoint);
      byId.push([name, summary]);
      apart.push(...parts);
      continue;
    }
    for (const list of walks) {
      const described = describeList(list);
      lists.push([list.name, described.summary]);
      if (described.apart) apart.push(described.apart);
    }
  }
  const said = { lists: Object.fromEntries(lists), files, byId: Object.fromEntries(byId) };
  const id = idOf(said);
  const snapshot: SnapshotJson = { format: 1, id, ...(sign && { signature: sign(id) }), ...said };
  return [...apart, { file: SNAPSHOT, body: JSON.stringify(snapshot) }];
}

/** Returns the id that is in the text of {@link SNAPSHOT}. */
export const idIn = (text: string): string => text.slice(ID_AT, ID_AT + 64);
const ID_AT = '{"format":1,"id":"'.length;

/** Returns the id of a snapshot: the SHA-256 of the text `{"lists":…,"files":…,"byId":…}`, as in {@link SNAPSHOT}. */
export const idOf = ({
  lists,
  files,
  byId,
}: { readonly [K in 'lists' | 'files' | 'byId']?: unknown }) =>
  hash('sha256', JSON.stringify({ lists, files, byId }), 'hex');

/** Returns the SHA-256 of a text with a line for each page: its path, a space, its SHA-256. */
export function digestOf(pages: readonly PublishedPage[]): string {
  return hash('sha256', pages.map(({ path, hash }) => `${path} ${hash}\n`).join(''), 'hex');
}
