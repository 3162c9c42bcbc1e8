// Walks a list by its links: from its first page to the last one, and back. Links are followed only
// to addresses below the list's own; a walk ends at the first fault, and says what it is.
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '../../../model/endpoint.js';
import { quote } from '../../../problems/quote.js';
import type { AskFor } from '../../http/answer.js';
import { type CheckedPage, linkOf, type PageReader } from './page.js';
import { RecordColumns } from './rows.js';

/** Pages in the order in which they were read. */
export interface CheckedWalk {
  readonly pages: readonly CheckedPage[];
  /** Why the walk broke off, and on which page; undefined if it reached the end. */
  readonly broken?: { readonly address: string; readonly why: string };
}

export interface WalkedList {
  readonly endpoint: Endpoint;
  /** The address of its first page. */
  readonly url: string;
  /** What every address of the list begins with. */
  readonly below: string;
  readonly reader: PageReader;
  readonly forward: CheckedWalk;
  /** The way back; it begins with the last page of `forward`. */
  readonly backward: CheckedWalk;
  /** Addresses that gave other bytes when they were asked again on the way back. */
  readonly changed: readonly string[];
}

export interface CheckedWalkSettings {
  readonly ask: AskFor;
  readonly maxPages: number;
  /** Takes the memory of a page, in bytes; returns whether there is room for it. */
  readonly remember: (bytes: number) => boolean;
  /** Called for each page that is read. */
  readonly onPage: () => void;
}

/** Walks a list; once more if it changed meanwhile. */
export async function walkList(
  list: Pick<WalkedList, 'endpoint' | 'url' | 'below' | 'reader'>,
  settings: CheckedWalkSettings,
): Promise<WalkedList> {
  const { ask, maxPages, onPage } = settings;
  const read = async (url: string): Promise<CheckedPage> => {
    const page = await list.reader.read(ask, url);
    onPage();
    return page;
  };
  const walk = async (
    direction: 'next' | 'previous',
    first: CheckedPage,
    before: readonly CheckedPage[] = [],
  ): Promise<CheckedWalk> => {
    const pages = [first];
    const known = new Map(before.map((page) => [page.url, page]));
    const met = new Set([first.url]);
    for (let page = first; ; ) {
      const broken = (why: string): CheckedWalk => ({ pages, broken: { address: page.url, why } });
      if (page.fault !== undefined) return broken(page.fault);
      const link = linkOf(page, direction);
      if (link === null) return { pages };
      const wrong = linkFault(link, list.below);
      if (wrong !== undefined) return broken(`${direction}: ${wrong}`);
      const url = link as string; // linkFault has checked that
      if (met.has(url)) return broken(`${direction} leads in a ring, to ${quote(url)}`);
      if (pages.length >= maxPages) return broken(`${direction} leads on after ${maxPages} pages`);
      met.add(url);
      const again = await read(url);
      const there = known.get(url);
      // Nearly always it is unchanged, and is remembered only once.
      page = there && isUnchanged(there, again) ? there : remembered(again, settings);
      pages.push(page);
    }
  };
  for (let walks = 1; ; walks++) {
    const forward = await walk('next', remembered(await read(list.url), settings));
    const backward = await walk('previous', forward.pages.at(-1)!, forward.pages);
    const changed = changedPages(forward.pages, backward.pages);
    if (changed.length === 0 || walks === 2) return { ...list, forward, backward, changed };
    for (const { cost } of new Set([...forward.pages, ...backward.pages])) settings.remember(-cost);
  }
}

/** A page as it is remembered: without its rows, and with a fault, once there is no more room. */
function remembered(page: CheckedPage, { remember }: CheckedWalkSettings): CheckedPage {
  if (remember(page.cost)) return page;
  const fault = 'the lists are longer than can be remembered';
  return { ...page, rows: new RecordColumns([]), fault };
}

const isUnchanged = (a: CheckedPage, b: CheckedPage): boolean =>
  a.hash === b.hash &&
  a.answer.status === b.answer.status &&
  isDeepStrictEqual(a.answer.headers, b.answer.headers);

/** Why a link is not followed: it must be the absolute address of a page of the same list. */
export function linkFault(link: unknown, below: string): string | undefined {
  if (typeof link !== 'string') return `${quote(link)} is no address`;
  if (!URL.canParse(link)) return `${quote(link)} is no absolute address`;
  const { href, hash } = new URL(link);
  if (hash !== '' || link.length > 4096) return `${quote(link)} is no address of a page`;
  // Clients follow the normalised address; the link as it is written must not differ from it.
  if (!href.startsWith(below) || !link.startsWith(below)) {
    return `${quote(link)} is not below ${below}; it was not asked`;
  }
  return undefined;
}

function changedPages(forward: readonly CheckedPage[], backward: readonly CheckedPage[]): string[] {
  const before = new Map(forward.map(({ url, hash }) => [url, hash]));
  return backward
    .filter(({ url, hash }) => (before.get(url) ?? hash) !== hash)
    .map(({ url }) => url);
}
