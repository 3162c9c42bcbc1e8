// A deployment against the snapshot that it should be, byte by byte.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { isPageFile, type LinkStyle, type PageName, pageLink } from '../../engine/address.js';
import { quote } from '../../problems/messages.js';
import { type Answer, shownStatus, unpacked } from '../answer.js';
import { pagesMet, type Survey } from '../survey.js';
import { forEach, type Rule } from './rule.js';

export const sameBytes: Rule = {
  name: 'same-bytes',
  wants: 'with --against: every page has the bytes of the local snapshot, and there is no other',
  files: true,
  async check(survey, verdict) {
    const { against } = survey;
    if (against === undefined) return;
    const links = linkStyleOf(survey);
    const expected = new Set<string>();
    await forEach(await filesOf(against, survey), async (file) => {
      const url = addressOf(file, survey.base, links);
      expected.add(url);
      const answer = await survey.ask(url);
      const wanted = await readFile(join(against, file));
      const found = differenceFrom(wanted, answer);
      verdict.expect(found === undefined, url, `the bytes of ${file}`, found ?? '');
    });
    for (const { url, answer } of pagesMet(survey)) {
      if (answer.status !== 200 || expected.has(url)) continue;
      verdict.expect(false, url, 'a page of the local snapshot', 'a page that it does not have');
    }
  },
};

/** The pages of a snapshot, in a fixed order; what else lies in the folder is none of the API. */
async function filesOf(folder: string, { portal }: Survey): Promise<string[]> {
  const names = new Set(portal.endpoints.map(({ name }) => name));
  const files = await fastGlob('api/**/index.json', { cwd: folder, followSymbolicLinks: false });
  return files.filter((file) => file === ROOT || isPageFile(names, file)).sort();
}

const ROOT = 'api/index.json';

/** How the links of a deployment name a page. */
function linkStyleOf({ home, lists }: Survey): LinkStyle {
  if (home !== '') return 'file';
  const second = lists.map(({ below, forward }) => ({ below, page: forward.pages[1] }));
  const isQuery = second.some(({ below, page }) => page?.url.startsWith(`${below}?`));
  return isQuery ? 'query' : 'path';
}

/** The address by which links name a file. */
function addressOf(file: string, baseUrl: string, links: LinkStyle): string {
  if (file === ROOT) return `${baseUrl}/${links === 'file' ? ROOT : 'api/'}`;
  const match = /^api\/(.+?)(?:\/(page|cursor)\/(\d+))?\/index\.json$/.exec(file)!;
  const [, endpoint, parameter, value] = match;
  const page = parameter && { parameter: parameter as PageName['parameter'], value: Number(value) };
  return pageLink({ baseUrl, links }, endpoint!, page || undefined);
}

function differenceFrom(wanted: Buffer, answer: Answer): string | undefined {
  if (answer.status !== 200) return shownStatus(answer);
  const body = unpacked(answer) ?? answer.body;
  if (body.equals(wanted)) return undefined;
  let at = 0;
  while (at < body.length && body[at] === wanted[at]) at++;
  const excerpt = (bytes: Buffer) => quote(bytes.toString('utf8', Math.max(0, at - 10), at + 30));
  return `from byte ${at} on ${excerpt(body)} instead of ${excerpt(wanted)}`;
}
