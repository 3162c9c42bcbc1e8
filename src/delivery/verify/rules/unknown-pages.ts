// Pages that do not exist: a client that gets page 1 for page 99 reads wrong data, or walks for ever.

import { pageFile, pageValue, parameterOf } from '../../../site/address.js';
import { shownStatus } from '../../http/answer.js';
import type { Verdict } from '../verdict.js';
import { isSamePage, type Page } from '../walk/page.js';
import { pageAt, type Survey } from '../walk/survey.js';
import type { WalkedList } from '../walk/walk.js';
import { namedPages, withQuery } from './addresses.js';
import { forEach, type Rule } from './rule.js';

export const pageOutOfRange: Rule = {
  name: 'page-out-of-range',
  wants: 'a ?page= that does not exist, or is no number, is 404',
  ability: 'queries',
  check: (survey, verdict) =>
    expectNone(survey, verdict, 'page', ({ forward }) => {
      // After a walk that broke off there may be more pages.
      const behind = forward.broken ? [] : [1, 2].map((more) => `${forward.pages.length + more}`);
      return [...behind, '99999', '0', '-1', '1.5', '1e1', 'abc', '../1', '99999999999999999999'];
    }),
};

export const pageSpelling: Rule = {
  name: 'page-spelling',
  wants: 'a page number has one spelling: ?page=01, 02, +1 or last is 404',
  ability: 'queries',
  check: (survey, verdict) =>
    expectNone(survey, verdict, 'page', () => ['01', '02', '%2B1', '+1', '%201', 'last']),
};

export const cursorUnknown: Rule = {
  name: 'cursor-unknown',
  wants: 'a ?cursor= that no link gave is 404',
  ability: 'queries',
  check: (survey, verdict) =>
    expectNone(survey, verdict, 'cursor', () => ['0', '99999', 'abc', '../1', '!!!', '01', '02']),
};

export const pageAmbiguous: Rule = {
  name: 'page-ambiguous',
  wants:
    'an empty ?page= or ?cursor= is the first page or 404; one given twice is one of the two or 404',
  ability: 'queries',
  async check(survey, verdict) {
    await forEach(survey.lists, async (list) => {
      const first = list.forward.pages[0];
      const parameter = parameterOf(list.endpoint);
      if (!parameter || !first) return;
      await expectOneOf(survey, list, `${parameter}=`, [first], verdict);
      const [one, other] = namedPages(list);
      if (!one || !other) return;
      const twice = [one, other].map(({ value }) => `${parameter}=${value}`).join('&');
      await expectOneOf(survey, list, twice, [one.page, other.page], verdict);
    });
  },
};

async function expectNone(
  survey: Survey,
  verdict: Verdict,
  parameter: 'page' | 'cursor',
  valuesOf: (list: WalkedList) => readonly string[],
): Promise<void> {
  const style = parameter === 'page' ? 'page-number' : 'cursor';
  // A list that does not answer proves nothing: every address of it may be 404.
  const lists = survey.lists.filter(
    ({ endpoint, forward }) =>
      endpoint.paging.style === style && forward.pages[0]!.answer.status === 200,
  );
  const waits = ({ endpoint: { name } }: WalkedList, text: string): boolean => {
    const value = pageValue(text);
    return value !== undefined && survey.waiting.has(pageFile(name, { parameter, value }));
  };
  await forEach(lists, (list) =>
    forEach(valuesOf(list), async (value) => {
      if (waits(list, value)) return;
      const url = withQuery(list.below, `${parameter}=${value}`);
      const page = await pageAt(survey, list, url);
      const same = list.forward.pages.findIndex((known) => isSamePage(known, page));
      const found =
        page.answer.status !== 200 || same < 0
          ? shownStatus(page.answer)
          : `page ${same + 1} of the list`;
      verdict.expect(page.answer.status === 404, url, 'status 404', found);
    }),
  );
}

async function expectOneOf(
  survey: Survey,
  list: WalkedList,
  query: string,
  pages: readonly Page[],
  verdict: Verdict,
): Promise<void> {
  const url = withQuery(list.below, query);
  const page = await pageAt(survey, list, url);
  const isRight = page.answer.status === 404 || pages.some((known) => isSamePage(known, page));
  const found = page.fault ?? `another page, from record ${page.from} on`;
  verdict.expect(
    isRight,
    url,
    `status 404, or ${pages.map((known) => known.url).join(' or ')}`,
    found,
  );
}
