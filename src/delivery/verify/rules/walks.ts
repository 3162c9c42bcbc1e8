// Whether a client that follows links sees every record once, whichever way it goes.
import { quote } from '../../../problems/quote.js';
import type { Verdict } from '../verdict.js';
import { type CheckedPage, linkOf, recordsOn } from '../walk/page.js';
import { linkFault, type WalkedList } from '../walk/walk.js';
import { idsOf } from './content.js';
import type { VerifyRule } from './rule.js';

export const forwardWalk: VerifyRule = {
  name: 'forward-walk',
  wants: 'next leads from page to page to the end of a list',
  files: true,
  isOfLinks: true,
  check({ lists }, verdict) {
    for (const { forward, url } of lists) {
      const { broken } = forward;
      verdict.expect(!broken, broken?.address ?? url, 'a walk to the last page', broken?.why ?? '');
    }
  },
};

export const backwardWalk: VerifyRule = {
  name: 'backward-walk',
  wants: 'previous leads from the last page back to the first, past the same records',
  files: true,
  check({ lists }, verdict) {
    for (const { forward, backward } of lists) {
      if (forward.broken || forward.pages.length < 2) continue;
      const { broken, pages } = backward;
      const { url } = pages.at(-1)!;
      if (broken) {
        verdict.expect(false, broken.address, 'a walk back to the first page', broken.why);
        continue;
      }
      const back = [...pages].reverse();
      const wanted = `the ${recordsOn(forward.pages)} records of the way there`;
      verdict.expect(isSameWay(forward.pages, back), url, wanted, `${recordsOn(back)} records`);
    }
  },
};

export const links: VerifyRule = {
  name: 'links',
  wants: 'links are absolute addresses below the list, name their page, and are null at the ends',
  files: true,
  isOfLinks: true,
  check({ lists }, verdict) {
    for (const list of lists) {
      const { pages } = list.forward;
      const isWhole = !list.forward.broken;
      for (const [i, page] of pages.entries()) {
        if (page.around.kind !== 'envelope') continue;
        const isLast = isWhole && i === pages.length - 1;
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

/** `number`: the place of the page that the link leads to, from 1. */
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

export const stable: VerifyRule = {
  name: 'stable',
  wants: 'a list stays the same while it is walked',
  files: true,
  check({ lists }, verdict) {
    for (const { forward, changed, url } of lists) {
      if (forward.pages.length < 2) continue;
      if (changed.length === 0) verdict.expect(true, url, '', '');
      for (const address of changed) {
        verdict.expect(false, address, 'the same bytes when asked again', 'other bytes, twice');
      }
    }
  },
};

/** Whether pages hold the same records in the same order, wherever one page ends and the next begins. */
function isSameWay(there: readonly CheckedPage[], back: readonly CheckedPage[]): boolean {
  if (recordsOn(there) !== recordsOn(back)) return false;
  const others = idsOf(back);
  for (const { id } of idsOf(there)) {
    const { value } = others.next();
    if (id !== value?.id) return false;
  }
  return true;
}
