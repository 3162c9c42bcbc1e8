// Rules about extras: single records, lookups by the query of their list, and the files of whole lists.
// Lookups at their own addresses are lists like others, so the rules about lists check them, too.

import { createHash, hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../model/fields.js';
import { quote } from '../../../problems/quote.js';
import { DATAPACKAGE, queryOf, withId, withoutId } from '../../../site/address.js';
import { datapackageOf, type LinesFile } from '../../../site/datapackage.js';
import type { Blocks } from '../../http/answer.js';
import { parse, readList } from '../../http/list-body.js';
import { hasId } from '../../http/offered.js';
import type { CheckedPage } from '../walk/page.js';
import type { DeploymentSurvey } from '../walk/survey.js';
import type { WalkedList } from '../walk/walk.js';
import { expectPage, namedPages, withQuery } from './addresses.js';
import { digestAt } from './described.js';
import { expectObject, forEach, type VerifyRule } from './rule.js';

export const records: VerifyRule = {
  name: 'records',
  wants:
    'a record at its own address has the bytes of the record in its list; no other id is answered',
  files: true,
  async check(survey, verdict) {
    const { base, home, extras, lists } = survey;
    await forEach(
      extras.filter(({ endpoint }) => hasId(endpoint) && !endpoint.lookup),
      async ({ endpoint, ids }) => {
        const name = withoutId(endpoint.name);
        const below = `${base}/api/${name}/`;
        const list = lists.find((walked) => walked.endpoint.name === name);
        for (const id of ids) {
          const { head, digest } = await digestAt(survey.ask, `${below}${id}/${home}`);
          const isThere = verdict.status(head, 200);
          const wanted = list && isThere ? await digestIn(survey, list, id) : undefined;
          if (wanted === undefined) continue;
          const about = `the bytes of record ${id} in ${list!.url}`;
          verdict.expect(digest === wanted, head.url, about, 'others');
        }
        for (const id of ABSENT) {
          const answer = await survey.ask(`${below}${id}/${home}`);
          verdict.status(answer, 404);
        }
      },
    );
  },
};

/** No ids; the last one is the first number that is too large for one. */
const ABSENT = ['0', '01', '9007199254740992'];

/** The SHA-256 of a record on the page of a list on which a walk found it. */
async function digestIn(
  { ask, bounds }: DeploymentSurvey,
  list: WalkedList,
  id: number,
): Promise<string | undefined> {
  const page = list.pages.find(({ ids }) => ids.includes(id));
  let found: string | undefined;
  if (!page) return found;
  const visit = (bytes: Buffer) => {
    const record = parse(bytes) as { readonly id?: unknown } | null;
    if (record?.id === id) found = hash('sha256', bytes, 'hex');
  };
  await ask(page.url, {
    read: async (_head, body) => {
      await readList(body[Symbol.asyncIterator](), visit, bounds);
    },
  });
  return found;
}

export const lookupsByQuery: VerifyRule = {
  name: 'lookups-by-query',
  wants:
    'the query of a list that names a record is answered with what is looked up for it, or 404; one that names two is 404',
  ability: 'queries',
  async check(survey, verdict) {
    await forEach(survey.extras, async ({ endpoint, ids }) => {
      const { lookup, name } = endpoint;
      const list = lookup && survey.lists.find((walked) => walked.endpoint.name === lookup.list);
      if (!lookup || !list) return;
      for (const id of ids) {
        const own = survey.lists.find((walked) => walked.endpoint.name === withId(name, id));
        const [first] = own?.pages ?? [];
        if (!own || !first) continue;
        const query = `${queryOf(lookup.by)}=${id}`;
        expectPage(verdict, await own.read(survey.ask, withQuery(list.below, query)), first);
        for (const { parameter, value, page } of namedPages(own)) {
          const url = withQuery(list.below, `${query}&${parameter}=${value}`);
          expectPage(verdict, await own.read(survey.ask, url), page);
        }
      }
      for (const value of [...ABSENT, 'abc']) {
        const url = withQuery(list.below, `${queryOf(lookup.by)}=${value}`);
        const { answer } = await list.read(survey.ask, url);
        verdict.status(answer, 404);
      }
      const others = survey.extras.filter((each) => each.endpoint.lookup?.list === lookup.list);
      for (const { endpoint: other, ids: second } of others) {
        const [id, otherId] = [ids[0], second[0]];
        if (other === endpoint || id === undefined || otherId === undefined) continue;
        const both = `${queryOf(lookup.by)}=${id}&${queryOf(other.lookup!.by)}=${otherId}`;
        verdict.status((await list.read(survey.ask, withQuery(list.below, both))).answer, 404);
      }
    });
  },
};

export const lines: VerifyRule = {
  name: 'lines',
  wants: 'a file of all records has those of its list, a line each; datapackage.json describes it',
  files: true,
  async check({ portal, base, ask, extras, lists, others }, verdict) {
    const files = extras.filter(({ endpoint: { paging } }) => paging.style === 'lines');
    if (files.length === 0) return;
    const found: LinesFile[] = [];
    for (const { endpoint } of files) {
      const { name, template } = endpoint;
      const list = lists.find(({ endpoint }) => name === `${endpoint.name}/all.ndjson`);
      let read: ReadLines | undefined;
      const answer = await ask(base + template, {
        read: async ({ status }, blocks) => {
          if (status === 200) read = await readLines(blocks, list?.pages ?? []);
        },
      });
      if (!verdict.status(answer, 200) || !read) continue;
      const { odd, ...file } = read;
      found.push({ endpoint, ...file });
      // Other rules report a list that cannot be walked.
      if (!list || list.broken) continue;
      verdict.expect(odd === undefined, answer.url, `the records of ${list.url}`, odd ?? '');
    }
    const url = `${base}/${DATAPACKAGE}`;
    const described = expectObject(verdict, await ask(url));
    if (!described) return;
    // Files that are not wanted are described as well, and named by foreign keys: only what they hold is not known here.
    const more = others.filter(({ paging }) => paging.style === 'lines');
    const all = [...found, ...more.map((endpoint) => ({ endpoint, count: 0, bytes: 0, hash: '' }))];
    const isWanted = (file: unknown) =>
      !more.some(({ name }) => isObject(file) && file['path'] === name);
    const wantedOf = (value: unknown) => (Array.isArray(value) ? value.filter(isWanted) : value);
    const given = wantedOf(described['resources']);
    const isRight = isDeepStrictEqual(given, wantedOf(datapackageOf(portal, all)['resources']));
    verdict.expect(isRight, url, 'what the files are', quote(given));
  },
};

/** What was found in a file of lines. `odd`: in words, where its lines are not the records of the list. */
type ReadLines = Pick<LinesFile, 'count' | 'bytes' | 'hash'> & {
  readonly odd?: string | undefined;
};

const LINE_END = 0x0a;

/** Compares lines with the records of some pages by their digests, page by page. No line has to fit into memory. */
async function readLines(
  blocks: Blocks,
  pages: readonly Pick<CheckedPage, 'length' | 'recordsHash'>[],
): Promise<ReadLines> {
  const wanted = pages.filter(({ length }) => length > 0);
  const whole = createHash('sha256');
  let records = createHash('sha256');
  let [page, lines, count, bytes] = [0, 0, 0, 0];
  let isOpen = false;
  let odd: string | undefined;
  for await (const block of blocks) {
    whole.update(block);
    bytes += block.length;
    let from = 0;
    for (let end = block.indexOf(LINE_END); end >= 0; end = block.indexOf(LINE_END, from)) {
      records.update(block.subarray(from, end));
      from = end + 1;
      count++;
      if (++lines !== wanted[page]?.length) continue;
      const isRight = records.digest('hex') === wanted[page++]!.recordsHash;
      if (!isRight) odd ??= `others from line ${count - lines + 1} to ${count}`;
      lines = 0;
      records = createHash('sha256');
    }
    records.update(block.subarray(from));
    isOpen = from < block.length;
  }
  if (isOpen) odd ??= 'a last line that does not end';
  if (lines > 0 || page < wanted.length) odd ??= `${count} lines`;
  return { count, bytes, hash: whole.digest('hex'), odd };
}
