// Rules about addresses other than those in links. Some must lead to a page: numbers and cursors in the query
// and in the path, an address without its slash, parameters that nobody declared. Others must not: a client that gets
// page 1 for page 99 reads wrong data, or walks for ever.

import { pageFile, pageValue, parameterOf } from '../../../site/address.js';
import { type Answer, isSameBody, shownBody, shownHeader, shownStatus } from '../../http/answer.js';
import type { Verdict } from '../verdict.js';
import { type CheckedPage, isSamePage, linkOf } from '../walk/page.js';
import { type DeploymentSurvey, NO_PAGE } from '../walk/survey.js';
import type { WalkedList } from '../walk/walk.js';
import { forEach, type VerifyRule } from './rule.js';

export const directories: VerifyRule = {
  name: 'directories',
  wants: 'an address that ends in a slash is answered with its index.json',
  ability: 'directories',
  async check(survey, verdict) {
    await forEach(survey.lists, async (list) => {
      const first = list.pages[0]!;
      const page = survey.home === '' ? first : await list.read(survey.ask, list.below);
      expectPage(verdict, page, first);
    });
  },
};

export const slash: VerifyRule = {
  name: 'slash',
  wants: 'an address without its slash leads to it, the query kept (or is the same page)',
  ability: 'slash',
  async check(survey, verdict) {
    const { index, home, base } = survey;
    if (index.status === 200 && home === '') {
      const root = await survey.ask(`${base}/api`);
      if (root.status !== 200) expectRedirect(verdict, root, `${base}/api/`);
      else {
        verdict.expect(isSameBody(root, index), root.url, 'the root index', shownBody(root.body));
      }
    }
    await forEach(survey.lists, async (list) => {
      // Where links name `index.json`, a host may know the folder of each list, but not of each lookup.
      if (home !== '' && 'lookup' in list.endpoint) return;
      const [first, second] = list.pages;
      const named = namedPages(list).find(({ page }) => page === second) ?? namedPages(list)[0];
      const query = named ? `${named.parameter}=${named.value}` : 'utm_source=mail';
      await checkSlash(survey, list, list.below, first!, verdict);
      // Other rules check that a query leads to the right page; here only the slash matters.
      const target = withQuery(list.below, query);
      await checkSlash(survey, list, target, await list.read(survey.ask, target), verdict);
    });
  },
};

/** Asks for `target`, an address that has a slash before its query or its end, without that slash. */
async function checkSlash(
  survey: DeploymentSurvey,
  list: WalkedList,
  target: string,
  wanted: CheckedPage,
  verdict: Verdict,
): Promise<void> {
  const url = list.below.slice(0, -1) + target.slice(list.below.length);
  const page = await list.read(survey.ask, url);
  if (page.answer.status === 200) expectPage(verdict, page, wanted);
  else expectRedirect(verdict, page.answer, target);
}

function expectRedirect(verdict: Verdict, answer: CheckedPage['answer'], target: string): void {
  const isRight = REDIRECTS.has(answer.status) && targetOf(answer) === target;
  const found = `${shownStatus(answer)}, ${shownHeader(answer, 'location')}`;
  verdict.expect(isRight, answer.url, `a redirect to ${target}`, found);
}

const REDIRECTS = new Set([301, 302, 307, 308]);

function targetOf({ url, headers }: Pick<Answer, 'url' | 'headers'>): string | undefined {
  const location = headers.get('location') ?? '';
  return URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

export const pagesByPath: VerifyRule = {
  name: 'pages-by-path',
  wants: 'where pages have addresses of their own, page/n/ and cursor/c/ are those pages',
  async check(survey, verdict) {
    await forEach(survey.lists, async (list) => {
      // The first page is at the list's own address.
      const named = namedPages(list).filter(({ page }) => page !== list.pages[0]);
      const [first, ...others] = named;
      if (!first) return;
      const addressOf = ({ parameter, value }: NamedPage) =>
        `${list.below}${parameter}/${encodeURIComponent(value)}/${survey.home}`;
      // If the first such address fails, the deployment has no such addresses, unless its own links use them.
      const probe = await list.read(survey.ask, addressOf(first));
      if (probe.answer.status !== 200 && !first.page.url.startsWith(addressOf(first))) return;
      expectPage(verdict, probe, first.page);
      await forEach(others, async (named) => {
        expectPage(verdict, await list.read(survey.ask, addressOf(named)), named.page);
      });
    });
  },
};

export const pagesByQuery: VerifyRule = {
  name: 'pages-by-query',
  wants: '?page=n and ?cursor=c on the address of a list are its pages, every one of them',
  ability: 'queries',
  async check(survey, verdict) {
    await forEach(survey.lists, (list) =>
      forEach(namedPages(list), async ({ parameter, value, page }) => {
        const url = withQuery(list.below, `${parameter}=${encodeURIComponent(value)}`);
        expectPage(verdict, url === page.url ? page : await list.read(survey.ask, url), page);
      }),
    );
  },
};

export const otherParameters: VerifyRule = {
  name: 'other-parameters',
  wants: 'query parameters that nobody declared change nothing',
  async check(survey, verdict) {
    await forEach(survey.lists, async (list) => {
      await forEach(list.pages.slice(0, 2), async (page) => {
        if (page.fault !== undefined) return;
        const separator = page.url.includes('?') ? '&' : '?';
        const url = `${page.url}${separator}utm_source=mail`;
        expectPage(verdict, await list.read(survey.ask, url), page);
      });
    });
  },
};

/** Values that name no page; below, those that only resemble the name of one. */
const NONE = [NO_PAGE, '0', '-1', '1.5', '1e1', 'abc', '../1', '99999999999999999999'];
const MISSPELT = ['01', '02', '%2B1', '+1', '%201', 'last', '!!!'];

export const pageUnknown: VerifyRule = {
  name: 'page-unknown',
  wants: 'a ?page= or ?cursor= of no page, or spelt otherwise (01, +1, last), is 404',
  ability: 'queries',
  async check(survey, verdict) {
    await forEach(survey.lists, async (list) => {
      const { endpoint, below, pages, broken } = list;
      const parameter = parameterOf(endpoint);
      // A list that does not answer proves nothing: every address of it may be 404.
      if (!parameter || pages[0]!.answer.status !== 200) return;
      // After a walk that broke off there may be more pages.
      const isEnded = parameter === 'page' && !broken;
      const behind = isEnded ? [1, 2].map((more) => `${pages.length + more}`) : [];
      await forEach([...behind, ...NONE, ...MISSPELT], async (text) => {
        const value = pageValue(text);
        const file = value && pageFile(endpoint.name, { parameter, value });
        if (file && survey.waiting.has(file)) return;
        const page = await list.read(survey.ask, withQuery(below, `${parameter}=${text}`));
        const { status } = page.answer;
        const same = pages.findIndex((known) => isSamePage(known, page));
        const isKnown = status === 200 && same >= 0;
        const found = isKnown ? `page ${same + 1} of the list` : shownStatus(page.answer);
        verdict.expect(status === 404, page.url, 'status 404', found);
      });
    });
  },
};

export const pageAmbiguous: VerifyRule = {
  name: 'page-ambiguous',
  wants:
    'an empty ?page= or ?cursor= is the first page or 404; one given twice is one of the two or 404',
  ability: 'queries',
  async check(survey, verdict) {
    await forEach(survey.lists, async (list) => {
      const first = list.pages[0];
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

async function expectOneOf(
  survey: DeploymentSurvey,
  list: WalkedList,
  query: string,
  pages: readonly CheckedPage[],
  verdict: Verdict,
): Promise<void> {
  const url = withQuery(list.below, query);
  const page = await list.read(survey.ask, url);
  const isRight = page.answer.status === 404 || pages.some((known) => isSamePage(known, page));
  const wanted = `status 404, or ${pages.map((known) => known.url).join(' or ')}`;
  verdict.expect(isRight, url, wanted, page.fault ?? `another page, from record ${page.from} on`);
}

/** A page, and the parameter and value that name it in a query. */
export interface NamedPage {
  readonly parameter: 'page' | 'cursor';
  readonly value: string;
  readonly page: CheckedPage;
}

/** Every page of a walk that a number or a cursor names. */
export function namedPages({ endpoint, pages }: WalkedList): NamedPage[] {
  const { style } = endpoint.paging;
  const readable = pages.filter(({ fault }) => fault === undefined);
  if (style === 'page-number') {
    return readable.map((page, i) => ({ parameter: 'page', value: String(i + 1), page }));
  }
  if (style === 'array') return [];
  // The cursor of a page is in the link that led to it.
  return readable.slice(1).flatMap((page, i) => {
    const link = linkOf(readable[i]!, 'next');
    const value = typeof link === 'string' ? new URL(link).searchParams.get('cursor') : null;
    return value ? [{ parameter: 'cursor', value, page }] : [];
  });
}

/** Appends a query to the address of a list, which has none. */
export const withQuery = (url: string, query: string): string => `${url}?${query}`;

/** Expects a page to be the one that was read on a walk. */
export function expectPage(verdict: Verdict, page: CheckedPage, wanted: CheckedPage): void {
  const found = page.fault ?? `another page: ${page.length} records from ${page.from} on`;
  const ids = `${wanted.length} records from ${wanted.from} on`;
  verdict.expect(isSamePage(page, wanted), page.url, `the page ${wanted.url} (${ids})`, found);
}
