// Makes `/api/snapshot.json`, which describes the published files by their digests. With it, a client sees whether its
// pages are from one snapshot, and a mirror sees what has changed (PROMISES.md §5.2). Pure functions.
import { hash } from 'node:crypto';
import { digestsFile, hasId, SNAPSHOT, withoutId } from './address.js';

/** If a list has at most this many pages, their digests are in {@link SNAPSHOT}; otherwise in a file of their own. */
const MOST_PAGES = 1000;

/** The pages of a list, or those of all ids of an endpoint such as `region/{id}`. */
export interface PublishedPages {
  /** The address without `/api/` and the slash at its end, such as `region` or `region/{id}`. */
  readonly name: string;
  /** The number of records on all pages together. */
  readonly count: number;
  /** The pages in the order of the list. Those of a smaller id come before those of a greater one. */
  readonly pages: readonly PublishedPage[];
}

export interface PublishedPage {
  /** The path below the list's address, such as `page/2/`, or `53/page/2/` for the id 53; '' for the first page. */
  readonly path: string;
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
}

/** The SHA-256 of files, by their paths. */
export type FileDigests = Readonly<Record<string, string>>;

/** What {@link SNAPSHOT} says about a list, or about all ids of an endpoint. */
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
      /** For a very long list, and for an endpoint with ids: the path, below `/api/`, of the {@link digestsFile}. */
      readonly digests: string;
    }
);

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
}

/**
 * Returns the path of a page below its list: `page/2/` for `api/region/page/2/index.json`, and `53/` for
 * `api/region/53/index.json` of `region/{id}`.
 */
export const pathBelow = (file: string, list: string): string =>
  file.slice(`api/${withoutId(list)}/`.length, -'index.json'.length);

interface NamedText {
  readonly file: string;
  readonly body: string;
}

/**
 * Makes the files that describe a snapshot. {@link SNAPSHOT} is the last of them. `files`: the digests of files that
 * are not pages of a list. `sign`: returns the signature of the id; absent if the snapshot is not signed.
 */
export function describeSnapshot(
  published: readonly PublishedPages[],
  files: FileDigests,
  sign?: (id: string) => string,
): NamedText[] {
  const apart = new Map<string, FileDigests>();
  const lists = published.map(({ name, count, pages }): [string, ListSummary] => {
    const own: FileDigests = Object.fromEntries(pages.map(({ path, hash }) => [path, hash]));
    const said = { count, pages: pages.length, digest: digestOf(pages) };
    if (!hasId({ name }) && pages.length <= MOST_PAGES) {
      return [name, { ...said, files: own }];
    }
    const file = digestsFile(name);
    // The pages of `region` and of `region/{id}` are in one file.
    apart.set(file, { ...apart.get(file), ...own });
    return [name, { ...said, digests: file.slice('api/'.length) }];
  });
  const texts = [...apart].map(([file, own]) => ({ file, body: JSON.stringify(own) }));
  const sums = texts.map(({ file, body }) => [file, hash('sha256', body, 'hex')]);
  const said = {
    lists: Object.fromEntries(lists),
    files: { ...files, ...Object.fromEntries(sums) },
  };
  const id = idOf(said);
  const snapshot: SnapshotJson = { format: 1, id, ...(sign && { signature: sign(id) }), ...said };
  return [...texts, { file: SNAPSHOT, body: JSON.stringify(snapshot) }];
}

/** Matches the path of a page below its list. In a file of digests, other paths begin with an id. */
const OF_LIST = /^(?:(?:page|cursor)\/[^/]+\/)?$/;

/** Returns the pages of a list, or of all ids of an endpoint, from the content of its {@link digestsFile}. */
export const pagesAmong = (name: string, digests: FileDigests): PublishedPage[] =>
  pagesIn(digests).filter(({ path }) => OF_LIST.test(path) !== hasId({ name }));

export const pagesIn = (digests: FileDigests): PublishedPage[] =>
  Object.entries(digests).map(([path, hash]) => ({ path, hash }));

/** Returns the id that is in the text of {@link SNAPSHOT}. */
export const idIn = (text: string): string => text.slice(ID_AT, ID_AT + 64);
const ID_AT = '{"format":1,"id":"'.length;

/** Returns the id of a snapshot: the SHA-256 of the text `{"lists":…,"files":…}`, as in {@link SNAPSHOT}. */
export const idOf = ({ lists, files }: { readonly [K in 'lists' | 'files']?: unknown }) =>
  hash('sha256', JSON.stringify({ lists, files }), 'hex');

/** Returns the SHA-256 of a text with a line for each page: its path, a space, its SHA-256. */
export function digestOf(pages: readonly PublishedPage[]): string {
  return hash('sha256', pages.map(({ path, hash }) => `${path} ${hash}\n`).join(''), 'hex');
}
