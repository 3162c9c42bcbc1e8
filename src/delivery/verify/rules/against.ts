// Compares a deployment byte by byte with the snapshot that it should serve.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readAtMost } from '../../../files/disk/text-file.js';
import { hashFile } from '../../../files/source/data-file.js';
import { endpointOf, type Portal } from '../../../model/endpoint.js';
import { isObject } from '../../../model/fields.js';
import { quote } from '../../../problems/quote.js';
import {
  DATAPACKAGE,
  type LinkStyle,
  pageFile,
  pageLink,
  pageOf,
  parameterOf,
  SEARCH_ENTRY,
  SNAPSHOT,
} from '../../../site/address.js';
import { shownStatus } from '../../http/answer.js';
import { hashOfBody } from '../../http/body.js';
import { readValue } from '../../http/list-body.js';
import { hasId } from '../../http/offered.js';
import type { Verdict } from '../verdict.js';
import { type DeploymentSurvey, pageFilesIn, pagesMet } from '../walk/survey.js';
import { LONGEST, valueIn, whole } from './described.js';
import { forEach, type VerifyRule } from './rule.js';
import { compressible, encodingOf } from './transfer.js';

export const sameBytes: VerifyRule = {
  name: 'same-bytes',
  wants:
    'with --against: every page has the bytes of the local snapshot, compressed too, and there is no other; snapshot.json, which describes all other files, has its id',
  files: true,
  async check(survey, verdict) {
    const { against, over } = survey;
    if (against === undefined) return;
    const links = linkStyleOf(survey);
    const addressOf = (file: string) => addressIn(file, survey.base, links);
    const files = pageFilesIn(against, survey.portal);
    const waiting = [...survey.waiting].filter(pageOf);
    const expected = new Set([...files, ...waiting].map(addressOf));
    const compare = async (file: string, accepted: string) => {
      const url = addressOf(file);
      let found: string | undefined;
      const { failure } = await survey.ask(url, {
        headers: { 'accept-encoding': accepted },
        read: async (head, body) => {
          if (head.status !== 200) found = shownStatus(head);
          else if ((await hashOfBody(body)) !== (await hashFile(join(against, file))))
            found = 'others';
        },
      });
      if (failure !== undefined) found = `no answer: ${failure}`;
      const about = accepted === 'identity' ? '' : ` to Accept-Encoding: ${accepted}`;
      verdict.expect(found === undefined, url, `the bytes of ${file}${about}`, found ?? '');
    };
    await forEach(files, (file) => compare(file, 'identity'));
    const small = files.filter((file) => statSync(join(against, file)).size < LARGE);
    for (const encoding of await encodingsOf(survey)) {
      await forEach(small, (file) => compare(file, encoding));
    }
    const met =
      'folder' in over
        ? pageFilesIn(over.folder, survey.portal).map(addressOf)
        : await pagesBeyond(survey, files, addressOf);
    const there = new Set([...met, ...pagesFound(survey)]);
    for (const url of there) {
      if (expected.has(url)) continue;
      verdict.expect(false, url, no('page'), 'a page');
    }
    await compareIds(survey, against, verdict);
    await forEach(filesOfExtras(survey.portal), async (file) => {
      const url = pageOf(file) ? addressOf(file) : `${survey.base}/${file}`;
      if (existsSync(join(against, file)) || survey.waiting.has(file) || there.has(url)) return;
      verdict.expect((await survey.ask(url)).status !== 200, url, no('file'), 'a file');
    });
  },
};

const no = (what: 'page' | 'file') =>
  `no ${what}, as in the local snapshot (or one that waits, see --published)`;

/** Compares the ids in both snapshot.json: they follow from all files. A snapshot of version 1.0.0 has none. */
async function compareIds(
  { ask, base }: DeploymentSurvey,
  against: string,
  verdict: Verdict,
): Promise<void> {
  const local = join(against, SNAPSHOT);
  if (!existsSync(local)) return;
  const read = readValue(readAtMost(local, LONGEST), LONGEST);
  const url = `${base}/${SNAPSHOT}`;
  const wanted = idIn('value' in read ? read.value : undefined);
  const found = idIn(valueIn(await whole(ask, url)));
  verdict.expect(found === wanted, url, `id: ${quote(wanted)}`, `id: ${quote(found)}`);
}

const idIn = (value: unknown) => (isObject(value) ? value['id'] : undefined);

/** The files of extras without an id in their address; of the search, the one that leads to all others. */
const filesOfExtras = ({ extras }: Portal): string[] => [
  ...extras
    .map(endpointOf)
    .filter((endpoint) => !hasId(endpoint))
    .map(({ name }) => pageFile(name)),
  ...[DATAPACKAGE, SEARCH_ENTRY],
];

/** Pages of this many bytes or more are not requested compressed: a deployment takes long to compress them. */
const LARGE = 4_000_000;

/** The encodings in which a deployment sends a long page. */
async function encodingsOf(survey: DeploymentSurvey): Promise<string[]> {
  const url = compressible(survey);
  if (url === undefined || 'folder' in survey.over) return [];
  const served: string[] = [];
  for (const encoding of ['br', 'gzip']) {
    const answer = await survey.ask(url, { headers: { 'accept-encoding': encoding } });
    if (encodingOf(answer) === encoding) served.push(encoding);
  }
  return served;
}

const pagesFound = (survey: DeploymentSurvey): string[] =>
  pagesMet(survey)
    .filter(({ answer }) => answer.status === 200)
    .map(({ url }) => url);

/** How many addresses after the last page are tried, for pages that an older snapshot left there. */
const BEYOND = 10;

/** Addresses after the last pages of the local snapshot that answer with status 200 nevertheless. */
async function pagesBeyond(
  survey: DeploymentSurvey,
  files: readonly string[],
  addressOf: (file: string) => string,
): Promise<string[]> {
  const named = files.map((file) => pageOf(file)!);
  const asked: string[] = [];
  for (const { endpoint } of survey.lists) {
    const { name } = endpoint;
    const parameter = parameterOf(endpoint);
    if (!parameter) continue;
    // The address of a list's first page has no number and no cursor.
    let last = parameter === 'page' ? 1 : 0;
    for (const { endpoint, page } of named) {
      if (endpoint === name && page) last = Math.max(last, page.value);
    }
    for (let value = last + 1; value <= last + BEYOND; value++) {
      asked.push(addressOf(pageFile(name, { parameter, value })));
    }
  }
  const found: string[] = [];
  await forEach(asked, async (url) => {
    if ((await survey.ask(url)).status === 200) found.push(url);
  });
  return found;
}

/** How the links of a deployment name a page. */
function linkStyleOf({ home, lists }: DeploymentSurvey): LinkStyle {
  if (home !== '') return 'file';
  const second = lists.map(({ below, pages }) => ({ below, page: pages[1] }));
  const isQuery = second.some(({ below, page }) => page?.url.startsWith(`${below}?`));
  return isQuery ? 'query' : 'path';
}

/** The address by which links name a file. */
function addressIn(file: string, baseUrl: string, links: LinkStyle): string {
  const { endpoint, page } = pageOf(file)!;
  return pageLink({ baseUrl, links }, endpoint, page);
}
