// Walks a list by its links, from its first page to the last one. Links are followed only to addresses
// below the list's own; a walk ends at the first fault, and reports it.
import type { Endpoint } from '../../../model/endpoint.js';
import { quote } from '../../../problems/quote.js';
import type { AskFor } from '../../http/answer.js';
import { type CheckedPage, linkOf, type PageReader } from './page.js';

/** A list that can be walked. */
export interface ListAddress {
  readonly endpoint: Endpoint;
  /** The address of its first page. */
  readonly url: string;
  /** What every address of the list begins with. */
  readonly below: string;
  readonly read: PageReader;
}

export interface WalkedList extends ListAddress {
  /** The pages, in the order of the links; at least the first one. */
  readonly pages: readonly CheckedPage[];
  /** Why the walk broke off, and on which page; undefined if it reached the end. */
  readonly broken?: { readonly address: string; readonly why: string };
}

export interface CheckedWalkSettings {
  readonly ask: AskFor;
  readonly maxPages: number;
  /** Adds up the memory of pages, in bytes; returns whether the total is within the limit. */
  readonly remember: (bytes: number) => boolean;
  /** Called for each page that is read. */
  readonly onPage: () => void;
}

/** Walks a list. */
export async function walkList(
  list: ListAddress,
  { ask, maxPages, remember, onPage }: CheckedWalkSettings,
): Promise<WalkedList> {
  const pages: CheckedPage[] = [];
  const met = new Set<string>();
  for (let url = list.url; ; ) {
    const read = await list.read(ask, url);
    onPage();
    const page = remember(read.cost) ? read : { ...read, ids: [], fault: TOO_LONG };
    pages.push(page);
    met.add(url);
    const broken = (why: string) => ({ ...list, pages, broken: { address: page.url, why } });
    if (page.fault !== undefined) return broken(page.fault);
    const link = linkOf(page, 'next');
    if (link === null) return { ...list, pages };
    const wrong = linkFault(link, list.below);
    if (wrong !== undefined) return broken(`next: ${wrong}`);
    url = link as string; // linkFault has checked that
    if (met.has(url)) return broken(`next leads in a ring, to ${quote(url)}`);
    if (pages.length >= maxPages) return broken(`next leads on after ${maxPages} pages`);
  }
}

const TOO_LONG = 'the lists are longer than can be remembered';

/** Why a link is not followed, if so: it must be the absolute address of a page of the same list. */
export function linkFault(link: unknown, below: string): string | undefined {
  if (typeof link !== 'string') return `${quote(link)} is no address`;
  if (!URL.canParse(link)) return `${quote(link)} is no absolute address`;
  const { href, hash } = new URL(link);
  if (hash !== '' || link.length > 4096) return `${quote(link)} is no address of a page`;
  // Clients follow the normalised address; it and the link as it is written must both be below the list.
  if (!href.startsWith(below) || !link.startsWith(below)) {
    return `${quote(link)} is not below ${below}; it was not asked`;
  }
  return undefined;
}
