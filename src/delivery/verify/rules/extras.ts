// The addresses with an id: records by themselves, and lookups by the query of their list. Lookups at
// their own addresses are lists like others, and every rule of lists is about them, too.

import { withId, withoutId } from '../../../site/address.js';
import { shownBody } from '../../http/answer.js';
import { parse, readList } from '../../http/list-body.js';
import { hasId } from '../../http/offered.js';
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
    'the query of a list that names a record is answered with what is looked up for it, or 404',
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
    });
  },
};
