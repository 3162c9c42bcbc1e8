// Rules about compression.
import { join } from 'node:path';
import { hashFile } from '../../../files/source/data-file.js';
import {
  type Answer,
  type Blocks,
  isSameBody,
  shownHeader,
  shownStatus,
  wordsOf,
} from '../../http/answer.js';
import { hashOfBody, unpackedBlocks } from '../../http/body.js';
import type { Verdict } from '../verdict.js';
import { type DeploymentSurvey, pageFilesIn, pagesMet, samples } from '../walk/survey.js';
import { forEach, type VerifyRule } from './rule.js';

/** Hosts do not compress shorter bodies. */
const WORTH = 1400;
const LARGE = 4_000_000;

/** How the body of an answer is compressed; `identity` when it is not. */
export const encodingOf = (answer: Answer): string =>
  (answer.headers.get('content-encoding') ?? 'identity').toLowerCase();

/** The largest page worth compressing that is not too large to be requested a few times. */
export function compressible(survey: DeploymentSurvey): string | undefined {
  const pages = pagesMet(survey).filter(
    ({ answer, size }) => answer.status === 200 && size >= WORTH && size < LARGE,
  );
  return pages.sort((a, b) => b.size - a.size)[0]?.url;
}

export const compression: VerifyRule = {
  name: 'compression',
  wants: 'who accepts gzip or br gets a long page compressed',
  ability: 'compression',
  async check(survey, verdict) {
    const url = compressible(survey);
    if (url === undefined) return;
    const accepted = 'br, gzip';
    const answer = await survey.ask(url, { headers: { 'accept-encoding': accepted } });
    const isPacked = ['br', 'gzip'].includes(encodingOf(answer));
    verdict.header(answer, 'content-encoding', isPacked, 'Content-Encoding: br or gzip');
  },
};

/** Values of Accept-Encoding, and the encodings that an answer may then have. */
const NEGOTIATIONS: readonly (readonly [accepted: string, may: readonly string[]])[] = [
  ['gzip', ['gzip', 'identity']],
  ['br', ['br', 'identity']],
  ['br;q=0.5, gzip;q=0.8', ['br', 'gzip', 'identity']],
  ['identity', ['identity']],
  ['gzip;q=0, br;q=0', ['identity']],
];

/** Requests a long page and two others with each Accept-Encoding, and calls `look` with the answers. */
export async function negotiate(
  survey: DeploymentSurvey,
  look: (answer: Answer, plain: Answer, accepted: string, may: readonly string[]) => void,
): Promise<void> {
  const long = compressible(survey);
  const urls = new Set([...samples(survey).slice(0, 2), ...(long === undefined ? [] : [long])]);
  await forEach(urls, async (url) => {
    const plain = await survey.ask(url);
    await forEach(NEGOTIATIONS, async ([accepted, may]) => {
      const answer = await survey.ask(url, { headers: { 'accept-encoding': accepted } });
      look(answer, plain, accepted, may);
    });
  });
}

/** Headers that compression must not change; Vary is checked word by word. */
const SAID = ['content-type', 'allow', 'access-control-allow-origin', 'cache-control'];

export const encodings: VerifyRule = {
  name: 'encodings',
  wants: 'compression follows Accept-Encoding, and changes no byte and no other header of a page',
  files: true,
  check: async (survey, verdict) => {
    if ('folder' in survey.over) return checkSiblings(survey.over.folder, survey, verdict);
    return negotiate(survey, (answer, plain, accepted, may) => {
      const { url } = answer;
      const encoding = encodingOf(answer);
      const about = `to Accept-Encoding: ${accepted}`;
      const isRight = answer.status === 200 && may.includes(encoding);
      const found = `${shownStatus(answer)}, ${encoding}`;
      if (!verdict.expect(isRight, url, `status 200, ${may.join(' or ')} ${about}`, found)) return;
      verdict.expect(
        isSameBody(answer, plain),
        url,
        `the same bytes ${about}`,
        'other bytes once it is unpacked',
      );
      for (const name of SAID) {
        const isSaid = answer.headers.get(name) === plain.headers.get(name);
        verdict.header(answer, name, isSaid, `${shownHeader(plain, name)} ${about}`);
      }
      // Whether Accept-Encoding is among them is checked by `varyEncoding`.
      const words = [...wordsOf(answer, 'vary'), 'accept-encoding'];
      const varies = wordsOf(plain, 'vary').every((word) => words.includes(word));
      verdict.header(answer, 'vary', varies, `${shownHeader(plain, 'vary')} ${about}`);
    });
  },
};

/** Checks that each compressed sibling in a folder holds the bytes of the file beside it. */
async function checkSiblings(
  folder: string,
  survey: DeploymentSurvey,
  verdict: Verdict,
): Promise<void> {
  const { base, ask } = survey;
  for (const [encoding, extension] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    for (const file of pageFilesIn(folder, survey.portal, `index.json${extension}`)) {
      const plain = file.slice(0, -extension.length);
      const url = `${base}/${file}`;
      let isSame = false;
      const read = async (_: unknown, body: Blocks) => {
        const hash = await hashOfBody(unpackedBlocks(body, encoding));
        isSame = hash === (await hashFile(join(folder, plain)));
      };
      const { failure } = await ask(url, { read });
      const found = failure ?? 'others';
      verdict.expect(isSame && !failure, url, `the bytes of ${plain}, by ${encoding}`, found);
    }
  }
}

export const varyEncoding: VerifyRule = {
  name: 'vary-encoding',
  wants: 'Vary names Accept-Encoding where a body is compressed',
  ability: 'vary',
  check: (survey, verdict) =>
    negotiate(survey, (answer, _, accepted) => {
      if (answer.status !== 200 || encodingOf(answer) === 'identity') return;
      const tells = wordsOf(answer, 'vary').includes('accept-encoding');
      const wanted = `Vary: Accept-Encoding to Accept-Encoding: ${accepted}`;
      verdict.header(answer, 'vary', tells, wanted);
    }),
};
