// Rules about links: a client that follows them, in either direction, sees every record once.
import { quote } from '../../../problems/quote.js';
import type { Verdict } from '../verdict.js';
import { type CheckedPage, linkOf } from '../walk/page.js';
import { linkFault, type WalkedList } from '../walk/walk.js';
import { forEach, type VerifyRule } from './rule.js';

export const forwardWalk: VerifyRule = {
  name: 'forward-walk',
  wants: 'next leads from page to page to the end of a list',
  files: true,
  isOfLinks: true,
  check({ lists }, verdict) {
    for (const { broken, url } of lists) {
      verdict.expect(!broken, broken?.address ?? url, 'a walk to the last page', broken?.why ?? '');
    }
  },
};

export const backwardWalk: VerifyRule = {
  name: 'backward-walk',
  wants: 'previous leads to the page before, and so from the last page back to the first',
  files: true,
  async check({ ask, lists }, verdict) {
    await forEach(lists, async ({ pages, below, read }) => {
      for (const [i, page] of pages.entries()) {
        const before = pages[i - 1];
        const link = linkOf(page, 'previous');
        // The rule `links` reports a link that is no address of the list.
        if (!before || page.fault !== undefined || linkFault(link, below) !== undefined) continue;
        // A server may have two addresses for one page: one that the walk did not use is read now.
        const found = link === before.url ? before : await read(ask, link as string);
        const isRight = found.recordsHash === before.recordsHash;
        const wanted = `previous: the records of ${before.url}`;
        verdict.expect(isRight, page.url, wanted, `previous: ${quote(link)}`);
      }
    });
  },
};

export const links: VerifyRule = {
  name: 'links',
  wants: 'links are absolute addresses below the list, name their page, and are null at the ends',
  files: true,
  isOfLinks: true,
  check({ lists }, verdict) {
    for (const list of lists) {
      for (const [i, page] of list.pages.entries()) {
        if (page.around.kind !== 'envelope') continue;
        const isLast = !list.broken && i === list.pages.length - 1;
        if (!isLast) checkLink(list, page, 'next', i + 2, verdict);
        if (i > 0) checkLink(list, page, 'previous', i, verdict);
        else {
          const previous = linkOf(page, 'previous');
          verdict.expect(previous === null, page.url, 'previous: null', `${quote(previous)}`);
        }
      }
    }
  },
};

/** Checks a link of a page. `number`: the place in the list, from 1, of the page to which the link must lead. */
function checkLink(
  { below, endpoint }: WalkedList,
  page: CheckedPage,
  name: 'next' | 'previous',
  number: number,
  verdict: Verdict,
): void {
  const link = linkOf(page, name);
  const fault = linkFault(link, below);
  if (!verdict.expect(fault === undefined, page.url, `${name}: below ${below}`, fault ?? ''))
    return;
  const { searchParams } = new URL(link as string);
  if (endpoint.paging.style === 'page-number') {
    const given = searchParams.get('page');
    const isNamed = given === String(number) || (number === 1 && given === null);
    verdict.expect(isNamed, page.url, `${name}: page=${number}`, `${name}: ${quote(link)}`);
  } else if (name === 'next') {
    const isNamed = (searchParams.get('cursor') ?? '') !== '';
    verdict.expect(isNamed, page.url, 'next: cursor=…', `next: ${quote(link)}`);
  }
}
