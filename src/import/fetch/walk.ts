// Reads a list from its first page along the links in `next` to its last page. This ends even if the portal is hostile:
// each page with a link `next` must have a new record, and the number of records is limited.
import { quote } from '../../problems/quote.js';
import type { OriginPage, PageForm } from './page.js';
import { Broken, type FetchProblem } from './problems.js';

export interface RequestedList {
  /** The address of the first page. */
  readonly url: string;
  /** The beginning of the addresses of all pages of the list. */
  readonly below: string;
  /** The path of the list, such as `/api/region/`. */
  readonly path: string;
  readonly form: PageForm;
}

/** A page, and the SHA-256 of its bytes, under which its records are stored. */
export type KeptPage = OriginPage & { readonly body: string };

export interface ListWalk {
  /** The addresses of its pages. */
  readonly urls: readonly string[];
  /** The SHA-256 of the bytes of each page, under which its records are stored. */
  readonly bodies: readonly string[];
  readonly ids: readonly number[];
  /** The number of records without repetitions. */
  readonly distinct: number;
  /** The id of a record that is in the list more than once. */
  readonly repeated: number | undefined;
  /** Why the pages contradict each other, if they do: the list changed while it was read, or the portal has a fault. */
  readonly moved: Broken | undefined;
  readonly problems: readonly FetchProblem[];
}

/** The most problems of one list. If many records are wrong, the reason is usually the same. */
const MAX_PROBLEMS = 100;
const MAX_LINK = 1000;

/**
 * Reads a list. Returns undefined if it does not exist. `get`: returns the page at an address; undefined for a 404.
 * Throws {@link Broken} for an error that would come again.
 */
export async function walk(
  list: RequestedList,
  get: (url: string) => Promise<KeptPage | undefined>,
): Promise<ListWalk | undefined> {
  const bodies: string[] = [];
  const problems: FetchProblem[] = [];
  const ids: number[] = [];
  const seen = new Set<number>();
  const met = new Set<string>();
  let count: number | undefined;
  let repeated: number | undefined;
  let from: string | undefined;
  const end = (moved?: Broken): ListWalk => {
    return { urls: [...met], bodies, ids, distinct: seen.size, repeated, moved, problems };
  };
  for (let url = list.url; ; ) {
    met.add(url);
    const page = await get(url);
    if (!page && from === undefined) return undefined;
    if (!page) return end(new Broken('moving', url, `it is not there, though ${from} leads to it`));
    bodies.push(page.body);
    problems.push(...page.problems.slice(0, MAX_PROBLEMS - problems.length));
    if (problems.length === MAX_PROBLEMS) return end();
    const before = seen.size;
    for (const id of page.ids) {
      ids.push(id);
      if (seen.size === seen.add(id).size) repeated ??= id;
    }
    if (bodies.length === 1) ({ count } = page);
    if (page.count !== count) {
      return end(new Broken('count', url, `count: ${page.count}, and before: ${count}`));
    }
    if (count !== undefined && seen.size > count) {
      return end(new Broken('count', url, `count: ${count}, and there are more records`));
    }
    if (page.next === null) {
      const isRight = count === undefined || seen.size === count;
      const why = `count: ${count}, and there are ${seen.size} different records`;
      return end(isRight ? undefined : new Broken('count', url, why));
    }
    if (seen.size === before) {
      return end(
        new Broken('link', url, 'it leads on, and has no record that was not there before'),
      );
    }
    const next = addressOf(page.next, list, url);
    if (met.has(next)) throw new Broken('link', url, `next leads in a ring, to ${quote(next)}`);
    from = url;
    url = next;
  }
}

/**
 * Returns the link to the next page as an address at this portal, because links may name another host: by default, the
 * links of a build name localhost.
 */
function addressOf(link: string, { below, path }: RequestedList, from: string): string {
  const isRight = link.length <= MAX_LINK && URL.canParse(link, from);
  const { pathname = '', search = '' } = isRight ? new URL(link, from) : {};
  const at = pathname.lastIndexOf(path);
  if (at < 0) throw new Broken('link', from, `next: ${quote(link)} is no page of this list`);
  return below + pathname.slice(at + path.length) + search;
}
