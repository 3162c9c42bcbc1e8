// Makes `/api/snapshot.json`, which has the digests of all published files. A client uses it to see whether its pages
// are from one snapshot, and a mirror to see what has changed (PROMISES.md §5.2). Pure.
import { hash } from 'node:crypto';
import { digestsFile, partFile, SNAPSHOT, withoutId } from './address.js';

/** Up to this many pages, the digests of a list are in {@link SNAPSHOT}; otherwise in a file of their own. */
const MOST_PAGES = 1000;
/**
 * Decides the number of parts: with n parts, each part has at most about n times this many digests. So neither the
 * parts nor the list of parts gets long.
 */
const FILES_TO_PARTS = 16;

/** What is published for an endpoint: one list, or one for each id if it has an address for each id. */
export interface PublishedEndpoint {
  /** Its address below `/api/`, without slashes at both ends; may end in `{id}`. */
  readonly name: string;
  readonly walks: readonly PublishedList[];
}

/** A published list, with its pages in order. */
export interface PublishedList {
  /** Its address below `/api/`, without slashes at both ends. */
  readonly name: string;
  /** The number of records on all its pages. */
  readonly count: number;
  readonly pages: readonly PublishedPage[];
}

/** A page of a list: its path below the list's address, and the SHA-256 of its bytes. */
export interface PublishedPage {
  /** Such as `page/2/`; empty for the first page. */
  readonly path: string;
  /** In hexadecimal. */
  readonly hash: string;
}

/** SHA-256 of files, by their paths. */
export type FileDigests = Readonly<Record<string, string>>;

/** The description of a list in {@link SNAPSHOT}. */
export type ListSummary = {
  readonly count: number;
  readonly pages: number;
  /** The SHA-256 of all its pages together, see {@link digestOf}. */
  readonly digest: string;
} & (
  | {
      /** The SHA-256 of each page by its path below the list, in the order of the pages. */
      readonly files: FileDigests;
    }
  | {
      /** For a very long list: the path, below `/api/`, of a file with the digests of its pages. */
      readonly digests: string;
    }
);

/** What {@link SNAPSHOT} says about an endpoint with an address for each id. */
export interface IdsSummary {
  /** How many files the endpoint has in all. */
  readonly files: number;
  /** The SHA-256 of each part. A part is a file with digests, see {@link partFile}. */
  readonly parts: readonly string[];
}

/** The content of {@link SNAPSHOT}. */
export interface SnapshotJson {
  readonly format: 1;
  /** See {@link idOf}. */
  readonly id: string;
  /** The signature of the id (see signature.ts), if the snapshot is signed. */
  readonly signature?: string;
  readonly lists: Readonly<Record<string, ListSummary>>;
  /** The SHA-256 of all other files, by their paths. */
  readonly files: FileDigests;
  readonly byId: Readonly<Record<string, IdsSummary>>;
}

/** The path of a page below its list: `page/2/` for `api/region/page/2/index.json`. */
export const pathBelow = (file: string, list: string): string =>
  file.slice(`api/${list}/`.length, -'index.json'.length);

/** A file of the snapshot and its text. */
interface NamedText {
  readonly file: string;
  readonly body: string;
}

/** Describes a list. If it is very long, `apart` is a file with its digests. */
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

/** Describes an endpoint with an address for each id. `parts` are files with its digests. */
function describeIds({ name, walks }: PublishedEndpoint): {
  readonly summary: IdsSummary;
  readonly parts: readonly NamedText[];
} {
  const files = walks.reduce((sum, { pages }) => sum + pages.length, 0);
  const length = partsFor(files, walks.length);
  const digests = Array.from({ length }, (): [string, string][] => []);
  // Sorted by id, because the order of data files must not change the result.
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
 * The number of parts for the digests of so many files. It is a power of two, so that it rarely changes when files
 * are added.
 */
function partsFor(files: number, ids: number): number {
  let parts = 1;
  while (parts * parts * FILES_TO_PARTS < files && parts < ids) parts *= 2;
  return parts;
}

/**
 * Makes the files that describe a snapshot. {@link SNAPSHOT} comes last, because it has the digests of the others.
 * `files`: the digests of all files that are not pages of a list; `sign`: returns the signature of the id; absent if
 * the snapshot is not signed.
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

/** Returns the id in the text of {@link SNAPSHOT}. */
export const idIn = (text: string): string => text.slice(ID_AT, ID_AT + 64);
const ID_AT = '{"format":1,"id":"'.length;

/** The id of a snapshot: the SHA-256 of the text `{"lists":…,"files":…,"byId":…}` in {@link SNAPSHOT}. */
export const idOf = ({
  lists,
  files,
  byId,
}: { readonly [K in 'lists' | 'files' | 'byId']?: unknown }) =>
  hash('sha256', JSON.stringify({ lists, files, byId }), 'hex');

/** The SHA-256 of a text with a line for each page: its path, a space, its SHA-256. */
export function digestOf(pages: readonly PublishedPage[]): string {
  return hash('sha256', pages.map(({ path, hash }) => `${path} ${hash}\n`).join(''), 'hex');
}
