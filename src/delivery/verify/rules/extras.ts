// The addresses with an id: records by themselves, and lookups by the query of their list. Lookups at
// their own addresses are lists like others, and every rule of lists is about them, too. And the files of whole lists.

import { createHash } from 'node:crypto';
import { withId, withoutId } from '../../../site/address.js';
import { type Blocks, shownBody } from '../../http/answer.js';
import { parse, readList } from '../../http/list-body.js';
import { hasId } from '../../http/offered.js';
import type { CheckedPage } from '../walk/page.js';
import { type DeploymentSurvey, pageAt } from '../walk/survey.js';
import type { WalkedList } from '../walk/walk.js';
import { expectPage, namedPages, withQuery } from './addresses.js';
import { forEach, type VerifyRule } from './rule.js';

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
          const answer = await survey.ask(`${below}${id}/${home}`);
          const isThere = verdict.status(answer, 200);
          const wanted = list && isThere ? await recordIn(survey, list, id) : undefined;
          if (!wanted) continue;
          const about = `record ${id} as in ${list!.url}`;
          verdict.expect(answer.body.equals(wanted), answer.url, about, shownBody(answer.body));
        }
        for (const id of ABSENT) {
          const answer = await survey.ask(`${below}${id}/${home}`);
          verdict.status(answer, 404);
        }
      },
    );
  },
};

const ABSENT = ['0', '01', '9007199254740991'];

/** The bytes of a record, from the page of a list on which a walk met it. */
async function recordIn(
  survey: DeploymentSurvey,
  list: WalkedList,
  id: number,
): Promise<Buffer | undefined> {
  const page = list.pages.find(({ ids }) => ids.includes(id));
  let found: Buffer | undefined;
  if (!page) return found;
  await survey.ask(page.url, {
    read: async (_head, body) => {
      await readList(body[Symbol.asyncIterator](), (bytes) => {
        const record = parse(bytes) as { readonly id?: unknown } | null;
        if (record?.id === id) found = Buffer.from(bytes);
      });
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
        const query = `${lookup.by}=${id}`;
        expectPage(verdict, await pageAt(survey, own, withQuery(list.below, query)), first);
        for (const { parameter, value, page } of namedPages(own)) {
          const url = withQuery(list.below, `${query}&${parameter}=${value}`);
          expectPage(verdict, await pageAt(survey, own, url), page);
        }
      }
      for (const value of [...ABSENT, 'abc']) {
        const url = withQuery(list.below, `${lookup.by}=${value}`);
        const { answer } = await pageAt(survey, list, url);
        verdict.status(answer, 404);
      }
      const others = survey.extras.filter((each) => each.endpoint.lookup?.list === lookup.list);
      for (const { endpoint: other, ids: second } of others) {
        const [id, otherId] = [ids[0], second[0]];
        if (other === endpoint || id === undefined || otherId === undefined) continue;
        const both = `${lookup.by}=${id}&${other.lookup!.by}=${otherId}`;
        verdict.status((await pageAt(survey, list, withQuery(list.below, both))).answer, 404);
      }
    });
  },
};

export const lines: VerifyRule = {
  name: 'lines',
  wants: 'a file of all records has those of its list, a line each, with the same bytes',
  files: true,
  async check({ base, ask, extras, lists }, verdict) {
    const files = extras.filter(({ endpoint: { paging } }) => paging.style === 'lines');
    await forEach(files, async ({ endpoint: { name, template } }) => {
      const list = lists.find(({ endpoint }) => name === `${endpoint.name}/all.ndjson`);
      let found: string | undefined;
      const answer = await ask(base + template, {
        read: async ({ status }, blocks) => {
          found = status === 200 ? await oddLine(blocks, list?.pages ?? []) : undefined;
        },
      });
      // Of a list that cannot be walked other rules tell.
      if (!verdict.status(answer, 200) || !list || list.broken) return;
      verdict.expect(found === undefined, answer.url, `the records of ${list.url}`, found ?? '');
    });
  },
};

const LINE_END = 0x0a;

/** Where lines are not the records of some pages, one page after another. No line has to fit into memory. */
async function oddLine(
  blocks: Blocks,
  pages: readonly Pick<CheckedPage, 'length' | 'recordsHash'>[],
): Promise<string | undefined> {
  const wanted = pages.filter(({ length }) => length > 0);
  let hash = createHash('sha256');
  let [page, lines, passed] = [0, 0, 0];
  let isOpen = false;
  let odd: string | undefined;
  for await (const block of blocks) {
    let from = 0;
    for (let end = block.indexOf(LINE_END); end >= 0; end = block.indexOf(LINE_END, from)) {
      hash.update(block.subarray(from, end));
      from = end + 1;
      if (++lines !== wanted[page]?.length) continue;
      const isRight = hash.digest('hex') === wanted[page++]!.recordsHash;
      if (!isRight) odd ??= `others from line ${passed + 1} to ${passed + lines}`;
      passed += lines;
      lines = 0;
      hash = createHash('sha256');
    }
    hash.update(block.subarray(from));
    isOpen = from < block.length;
  }
  if (isOpen) return odd ?? 'a last line that does not end';
  if (lines > 0 || page < wanted.length) return odd ?? `${passed + lines} lines`;
  return odd;
}
