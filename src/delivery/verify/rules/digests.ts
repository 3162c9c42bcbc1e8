// What the deployment says of its own lists, against what a walk of them found.
import { hash } from 'node:crypto';
import { isDeepStrictEqual as isAlike } from 'node:util';
import { isObject } from '../../../model/fields.js';
import { quote } from '../../../problems/quote.js';
import { familyOf, pageFile, pageValue, parameterOf, SNAPSHOT } from '../../../site/address.js';
import { describeList, type PublishedPage, pathBelow } from '../../../site/snapshot-file.js';
import { shownStatus } from '../../http/answer.js';
import { hashOfBody } from '../../http/body.js';
import { type CheckedWalkPage, recordsOn } from '../walk/page.js';
import type { WalkedList } from '../walk/walk.js';
import { expectObject, type VerifyRule } from './rule.js';

export const digests: VerifyRule = {
  name: 'digests',
  wants: 'snapshot.json gives the number of records and the digest of every page of every list',
  files: true,
  async check({ ask, base, lists }, verdict) {
    const url = `${base}/${SNAPSHOT}`;
    const answer = await ask(url);
    const value = expectObject(verdict, answer);
    if (!value) return;
    const { format, lists: given } = value;
    verdict.expect(format === 1, url, 'format: 1', `format: ${quote(format)}`);
    for (const list of lists) {
      // Of a list that cannot be walked, or changes meanwhile, other rules tell.
      if (list.forward.broken || list.changed.length > 0) continue;
      const { name } = list.endpoint;
      // What is there for an id, on one page, is whole by itself.
      if (familyOf(name) !== name && list.forward.pages.length === 1) continue;
      const summary = isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;
      if (!isObject(summary)) {
        verdict.expect(false, url, `the list ${name}`, quote(summary));
        continue;
      }
      const pages = list.forward.pages.map((page) => publishedPage(list, page));
      const count = recordsOn(list.forward.pages);
      const { summary: wanted, apart } = describeList({ name, count, pages });
      const off = Object.entries(wanted).find(([key, value]) => !isAlike(summary[key], value));
      const [key, value] = off ?? ['digest', wanted.digest];
      verdict.expect(!off, url, `${name}: ${key} ${quote(value)}`, quote(summary[key]));
      if (apart === undefined) continue;
      let found = '';
      const file = await ask(`${base}/${apart.file}`, {
        read: async (_, body) => {
          found = await hashOfBody(body);
        },
      });
      const isRight = file.status === 200 && found === hash('sha256', apart.body, 'hex');
      verdict.expect(isRight, file.url, 'the digests of all pages', shownStatus(file));
    }
  },
};

/** A page as `snapshot.json` has it. Links of every style name a page in their query. */
function publishedPage({ endpoint }: WalkedList, { url, hash }: CheckedWalkPage): PublishedPage {
  const parameter = parameterOf(endpoint);
  const value = parameter && pageValue(new URL(url).searchParams.get(parameter) ?? '');
  const file = pageFile(endpoint.name, parameter && value ? { parameter, value } : undefined);
  return { path: pathBelow(file, endpoint.name), hash };
}
