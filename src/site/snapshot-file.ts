// `/api/snapshot.json`: of each list, which files it is made of and their digests, so that a client can
// tell whether the pages that it read belong together (PROMISES.md §5.2). Pure.
import { hash } from 'node:crypto';
import { digestsFile, SNAPSHOT } from './address.js';

/** A list with so many pages, and no more, is described in {@link SNAPSHOT} itself. */
const MOST_PAGES = 1000;

/** A published list: its pages in the order of a walk. */
export interface PublishedList {
  /** Its address below `/api/`, without slashes at its ends. */
  readonly name: string;
  /** How many records all its pages hold. */
  readonly count: number;
  readonly pages: readonly PublishedPage[];
}

/** A page of a list: where it is below the list's address, and the SHA-256 of its bytes. */
export interface PublishedPage {
  /** Such as `page/2/`; empty for the first page. */
  readonly path: string;
  /** In hexadecimal. */
  readonly hash: string;
}

/** SHA-256 of each page of a list, by its path, in the order of the walk. */
export type PageDigests = Readonly<Record<string, string>>;

/** What is said of a list. */
export type ListSummary = {
  readonly count: number;
  readonly pages: number;
  /** See {@link digestOf}. */
  readonly digest: string;
} & (
  | { readonly files: PageDigests }
  | {
      /** The path, below `/api/`, of the file that holds the {@link PageDigests}. */
      readonly digests: string;
    }
);

/** The path, below its list, of the page that a file holds. */
export const pathBelow = (file: string, list: string): string =>
  file.slice(`api/${list}/`.length, -'index.json'.length);

/** A file of the snapshot, and all of its text. */
interface NamedText {
  readonly file: string;
  readonly body: string;
}

/** What is said of a list; of a very long one, partly in a file `apart`. */
export function describeList({ name, count, pages }: PublishedList): {
  readonly summary: ListSummary;
  readonly apart?: NamedText;
} {
  const files: PageDigests = Object.fromEntries(pages.map(({ path, hash }) => [path, hash]));
  const said = { count, pages: pages.length, digest: digestOf(pages) };
  if (pages.length <= MOST_PAGES) return { summary: { ...said, files } };
  const apart = { file: digestsFile(name), body: JSON.stringify(files) };
  return { summary: { ...said, digests: apart.file.slice('api/'.length) }, apart };
}

/** The files that describe lists. {@link SNAPSHOT} is the last one: it refers to the others. */
export function describeLists(lists: readonly PublishedList[]): NamedText[] {
  const described = lists.map((list) => ({ name: list.name, ...describeList(list) }));
  const summaries = described.map(({ name, summary }) => [name, summary]);
  const body = JSON.stringify({ format: 1, lists: Object.fromEntries(summaries) });
  return [...described.flatMap(({ apart = [] }) => apart), { file: SNAPSHOT, body }];
}

/** SHA-256 over a line for each page of a list: its path, a space, its hash. */
export function digestOf(pages: readonly PublishedPage[]): string {
  return hash('sha256', pages.map(({ path, hash }) => `${path} ${hash}\n`).join(''), 'hex');
}
