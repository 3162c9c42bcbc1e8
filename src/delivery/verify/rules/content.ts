// Rules about the content of lists: their envelopes, counts, orders and records.

import { quote } from '../../../problems/quote.js';
import { type CheckedPage, countOf, disorderOf, recordsOn } from '../walk/page.js';
import { pagesMet } from '../walk/survey.js';
import { expectObject, type VerifyRule } from './rule.js';

export const answers: VerifyRule = {
  name: 'answers',
  wants: 'every address of a list answers with status 200 and a list in JSON',
  files: true,
  check(survey, verdict) {
    for (const { url, fault } of pagesMet(survey)) {
      verdict.expect(fault === undefined, url, 'status 200 and a list', fault ?? '');
    }
  },
};

export const rootIndex: VerifyRule = {
  name: 'root-index',
  wants: 'the root index names every resource, in order, with its absolute address',
  files: true,
  isOfLinks: true,
  check({ portal, index, base, home }, verdict) {
    const { url } = index;
    const value = expectObject(verdict, index);
    if (!value) return;
    const [given, wanted] = [Object.keys(value), portal.index.map(({ key }) => key)];
    const odd = wanted.findIndex((key, i) => given[i] !== key);
    const found =
      odd < 0 ? `${given.length} keys` : `the key ${quote(given[odd])} at place ${odd + 1}`;
    const isComplete = odd < 0 && given.length === wanted.length;
    const keyWanted = odd < 0 ? `${wanted.length} keys` : `the key ${quote(wanted[odd])}`;
    verdict.expect(isComplete, url, keyWanted, found);
    for (const { key, address } of portal.index) {
      const link = `${base}/api/${address}/${home}`;
      if (!Object.hasOwn(value, key)) continue;
      const shown = value[key];
      verdict.expect(shown === link, url, `${key}: ${link}`, quote(shown));
    }
  },
};

export const envelope: VerifyRule = {
  name: 'envelope',
  wants: 'a page has the members of its envelope, in order and of their types',
  files: true,
  check({ lists }, verdict) {
    for (const list of lists) {
      const { paging } = list.endpoint;
      const counts = paging.style === 'page-number' || (paging.style === 'cursor' && paging.count);
      const keys = [...(counts ? ['count'] : []), 'next', 'previous', 'results'].join(', ');
      for (const page of list.pages) {
        const { url, around } = page;
        if (around.kind === 'none') continue;
        const found = around.kind === 'array' ? 'an array' : around.keys.join(', ');
        verdict.expect(found === (paging.style === 'array' ? 'an array' : keys), url, keys, found);
        if (counts) {
          const count = countOf(page);
          const isCount = Number.isSafeInteger(count) && (count as number) >= 0;
          verdict.expect(isCount, url, 'count: a whole number', `count: ${quote(count)}`);
        }
      }
    }
  },
};

export const count: VerifyRule = {
  name: 'count',
  wants: 'count is the number of records in all pages of a list',
  files: true,
  check({ lists }, verdict) {
    for (const { pages, broken } of lists) {
      if (broken) continue;
      const records = recordsOn(pages);
      for (const page of pages) {
        const given = countOf(page);
        if (given === undefined) continue;
        verdict.expect(given === records, page.url, `count: ${records}`, `count: ${quote(given)}`);
      }
    }
  },
};

export const pageSize: VerifyRule = {
  name: 'page-size',
  wants: 'pages before the last hold equally many records (but the first of a feed); none is empty',
  files: true,
  check({ lists }, verdict) {
    for (const { endpoint, pages } of lists) {
      if (pages.length < 2) continue;
      // The first page of a feed also takes the records that do not fill a page yet.
      const full = pages.slice(endpoint.paging.style === 'cursor' ? 1 : 0, -1);
      const size = mostCommon(full.map(({ length }) => length));
      for (const { url, length, fault } of full) {
        if (fault !== undefined) continue;
        verdict.expect(length === size, url, `${size} records`, `${length} records`);
      }
      const last = pages.at(-1)!;
      if (last.fault !== undefined) continue;
      verdict.expect(last.length > 0, last.url, 'a page with records', 'one without any');
    }
  },
};

function mostCommon(numbers: readonly number[]): number | undefined {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export const uniqueIds: VerifyRule = {
  name: 'unique-ids',
  wants: 'no record is twice in a list',
  files: true,
  check({ lists }, verdict) {
    for (const { pages } of lists) {
      const met = new Set<number>();
      for (const { url, ids } of pages) {
        const repeated = ids.filter((id) => met.has(id) || !met.add(id));
        verdict.held(ids.length - repeated.length);
        for (const id of repeated) {
          verdict.expect(false, url, 'each record once', `record ${id}, once more`);
        }
      }
    }
  },
};

export const order: VerifyRule = {
  name: 'order',
  wants: 'the records of a list stand in its declared order, from page to page',
  files: true,
  check({ lists }, verdict) {
    for (const { endpoint, pages } of lists) {
      const keys = endpoint.records?.order ?? [];
      const wanted = `the order ${keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(', ')}`;
      let before: CheckedPage['ends'];
      for (const { url, ends, length, disorder } of pages) {
        if (!ends) continue;
        const found = before && disorderOf(keys, before[1], ends[0]);
        verdict.expect(found === undefined, url, wanted, found ?? '');
        before = ends;
        verdict.held(length - 1 - disorder.length);
        for (const found of disorder) verdict.expect(false, url, wanted, found);
      }
    }
  },
};

export const trees: VerifyRule = {
  name: 'trees',
  wants: 'in a list of trees parents stand before their children, and depths and intervals agree',
  files: true,
  check({ lists }, verdict) {
    for (const { url, length, treeFaults } of lists.flatMap(({ pages }) => pages)) {
      if (length === 0 || !treeFaults) continue;
      if (treeFaults.length === 0) verdict.held(1);
      for (const found of treeFaults) verdict.expect(false, url, 'trees that hang together', found);
    }
  },
};

export const shapes: VerifyRule = {
  name: 'shapes',
  wants: 'each record has the declared keys, in order, with values of their types',
  files: true,
  check({ lists }, verdict) {
    for (const { url, length, misfits } of lists.flatMap(({ pages }) => pages)) {
      if (length > 0 && misfits.length === 0) verdict.held(1);
      for (const found of misfits) verdict.expect(false, url, 'the declared shape', found);
    }
  },
};
