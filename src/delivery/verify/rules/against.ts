// Compares a deployment byte by byte with the snapshot that it should serve.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../../../files/source/data-file.js';
import { type LinkStyle, pageFile, pageLink, pageOf, parameterOf } from '../../../site/address.js';
import { shownStatus } from '../../http/answer.js';
import { hashOfBody } from '../../http/body.js';
import { type DeploymentSurvey, pageFilesIn, pagesMet } from '../walk/survey.js';
import { forEach, type VerifyRule } from './rule.js';
import { compressible, encodingOf } from './transfer.js';

export const sameBytes: VerifyRule = {
  name: 'same-bytes',
  wants:
    'with --against: every page has the bytes of the local snapshot, compressed too, and there is no other',
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
    for (const url of new Set([...met, ...pagesFound(survey)])) {
      if (expected.has(url)) continue;
      verdict.expect(false, url, WANTED, 'a page');
    }
  },
};

const WANTED = 'no page, as in the local snapshot (or one that waits, see --published)';

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
