// A walk through a list, from its first page by `next` to its last. It always ends: a page is of use only as long as
// it brings records that were not there yet, and there are limits.
import type { Endpoint } from '../../model/endpoint.js';
import { quote } from '../../problems/quote.js';
import type { ImportPageReader, OriginPage } from './page.js';
import { Broken, type FetchProblem } from './problems.js';

/** A list that is asked for. */
export interface Asked {
  readonly endpoint: Endpoint;
  /** Of a lookup: whose list it is. */
  readonly id?: number;
  /** The address of its first page. */
  readonly url: string;
  /** What the addresses of its pages begin with; its end, from the slash before `api` on, is {@link path}. */
  readonly below: string;
  readonly path: string;
  readonly reader: ImportPageReader;
}

/** A page that was walked past; its body is in the store. */
export interface WalkedPage {
  readonly url: string;
  readonly body: string;
  /** How many of its records are known as they are. */
  readonly known: number;
}

/** A list as one walk showed it. */
export interface ListWalk {
  readonly pages: readonly WalkedPage[];
  readonly ids: readonly number[];
  /** How many different records there are. */
  readonly distinct: number;
  /** Why it is no list as it was at any instant: it moved meanwhile, or the origin is wrong. */
  readonly moved: Broken | undefined;
  /** Of records that are not as they should be. */
  readonly problems: readonly FetchProblem[];
}

/** Of one list; where many records are wrong, they are so in the same way. */
const MAX_PROBLEMS = 100;
const MAX_LINK = 1000;

/**
 * Walks a list; undefined where there is none. `get`: the page at an address, and by what the store knows it; undefined
 * where there is none. `toKnown`: whether it may end behind a page of which all records are known. Throws {@link Broken}
 * where no other walk would get any further.
 */
export async function walk(
  list: Asked,
  get: (url: string) => Promise<{ readonly page: OriginPage; readonly body: string } | undefined>,
  toKnown: boolean,
): Promise<ListWalk | undefined> {
  const pages: WalkedPage[] = [];
  const problems: FetchProblem[] = [];
  const ids: number[] = [];
  const seen = new Set<number>();
  const met = new Set<string>();
  let count: number | undefined;
  const end = (moved?: Broken): ListWalk => ({
    pages,
    ids,
    distinct: seen.size,
    moved,
    problems,
  });
  for (let url = list.url; ; ) {
    met.add(url);
    const got = await get(url);
    const from = pages.at(-1)?.url;
    if (!got && from === undefined) return undefined;
    if (!got) return end(new Broken('moving', url, `it is not there, though ${from} leads to it`));
    const { page, body } = got;
    pages.push({ url, body, known: page.known });
    problems.push(...page.problems.slice(0, MAX_PROBLEMS - problems.length));
    if (problems.length === MAX_PROBLEMS) return end();
    const before = seen.size;
    for (const id of page.ids) {
      ids.push(id);
      seen.add(id);
    }
    if (pages.length === 1) ({ count } = page);
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
    if (toKnown && page.known === page.ids.length) return end();
    const next = addressOf(page.next, list, url);
    if (met.has(next)) throw new Broken('link', url, `next leads in a ring, to ${quote(next)}`);
    url = next;
  }
}

/** Where a link leads below the list's own address, whatever origin it names (a default build's name localhost). */
function addressOf(link: string, { below, path }: Asked, from: string): string {
  const isRight = link.length <= MAX_LINK && URL.canParse(link, from);
  const { pathname = '', search = '' } = isRight ? new URL(link, from) : {};
  const at = pathname.lastIndexOf(path);
  if (at < 0) throw new Broken('link', from, `next: ${quote(link)} is no page of this list`);
  return below + pathname.slice(at + path.length) + search;
}
