// Rules about the headers of every page that was read (API.md §1, PROMISES.md §3.4), and about CORS.

import { cacheControl } from '../../../hosts/answers.js';
import { isObject } from '../../../model/fields.js';
import { keepsPages, SNAPSHOT } from '../../../site/address.js';
import { fileBeside, kindOf } from '../../../site/kinds.js';
import { type Answer, type Ask, mediaType, wordsOf } from '../../http/answer.js';
import { objectIn } from '../../http/list-body.js';
import { absent, type DeploymentSurvey, pagesMet, samples } from '../walk/survey.js';
import { forEach, type VerifyRule } from './rule.js';

type AnswerHeaders = Pick<Answer, 'url' | 'headers'>;

/** Every answer with status 200 from the walks, and the root index. */
export function answersMet(survey: DeploymentSurvey): AnswerHeaders[] {
  const pages = pagesMet(survey).map(({ answer }) => answer);
  return [survey.index, ...pages].filter(({ status }) => status === 200);
}

/** Makes a rule about one header of every answer. */
const headerRule = (
  about: Pick<VerifyRule, 'name' | 'wants' | 'ability'>,
  header: string,
  wanted: string,
  isRight: (answer: AnswerHeaders) => boolean,
): VerifyRule => ({
  ...about,
  check(survey, verdict) {
    for (const answer of answersMet(survey)) {
      verdict.header(answer, header, isRight(answer), wanted);
    }
  },
});

export const contentType = headerRule(
  { name: 'content-type', wants: 'Content-Type is application/json', ability: 'type' },
  'content-type',
  'application/json',
  (answer) => mediaType(answer) === 'application/json',
);

export const mediaTypes: VerifyRule = {
  name: 'media-types',
  wants: 'a file that is not JSON has the Content-Type of its kind, such as application/x-ndjson',
  ability: 'types',
  async check({ base, ask }, verdict) {
    const files = objectIn(await ask(`${base}/${SNAPSHOT}`))?.['files'];
    // One file of each kind stands for all.
    const named = Object.keys(isObject(files) ? files : {}).filter((file) => !fileBeside(file));
    const kinds = new Map(named.map((file) => [kindOf(file), file]));
    await forEach(kinds, async ([kind, file]) => {
      if (kind?.address !== 'file' || kind.mediaType === undefined) return;
      const answer = await ask(`${base}/${file}`, { method: 'HEAD' });
      if (answer.status !== 200) return;
      const isRight = mediaType(answer) === kind.mediaType.split(';')[0];
      verdict.header(answer, 'content-type', isRight, kind.mediaType);
    });
  },
};

export const varyAccept = headerRule(
  { name: 'vary-accept', wants: 'Vary names Accept', ability: 'vary' },
  'vary',
  'Vary: Accept',
  (answer) => wordsOf(answer, 'vary').includes('accept'),
);

export const ALLOWED = ['get', 'head', 'options'];

export const allow = headerRule(
  { name: 'allow', wants: 'Allow names GET, HEAD and OPTIONS, and nothing else', ability: 'allow' },
  'allow',
  'Allow: GET, HEAD, OPTIONS',
  (answer) => wordsOf(answer, 'allow').sort().join() === ALLOWED.join(),
);

/** A site whose pages read the API. */
const READER = 'https://reader.example';

const ORIGIN = 'access-control-allow-origin';

const isOpenTo = (answer: AnswerHeaders): boolean =>
  ['*', READER].includes(answer.headers.get(ORIGIN) ?? '');

export const cors: VerifyRule = {
  name: 'cors',
  wants: 'pages of other sites may read every answer, errors too',
  ability: 'cors',
  async check(survey, verdict) {
    const expectOpen = async (url: string, headers: Ask['headers'] = {}) => {
      const answer = await survey.ask(url, { headers: { origin: READER, ...headers } });
      verdict.header(answer, ORIGIN, isOpenTo(answer), OPEN);
      // Otherwise a cache would give one site an answer that names another.
      const isForAll = answer.headers.get(ORIGIN) !== READER;
      const tells = isForAll || wordsOf(answer, 'vary').includes('origin');
      verdict.header(answer, 'vary', tells, `Vary: Origin, or ${OPEN}`);
    };
    const { byPath, byQuery } = absent(survey);
    const withoutSlash = survey.lists.map(({ below }) => below.slice(0, -1));
    await forEach([...samples(survey), ...byPath, ...byQuery, ...withoutSlash], (url) =>
      expectOpen(url),
    );
    const met = answersMet(survey);
    for (const { url, headers } of met.slice(0, 1)) {
      await expectOpen(url, { 'if-none-match': headers.get('etag') ?? '*' });
    }
    // If one page is open to all when no Origin was sent, every page must be.
    const isOpen = (answer: AnswerHeaders) => answer.headers.get(ORIGIN) === '*';
    if (!met.some(isOpen)) return;
    for (const answer of met) verdict.header(answer, ORIGIN, isOpen(answer), OPEN);
  },
};

const OPEN = 'Access-Control-Allow-Origin: *';

export const preflight: VerifyRule = {
  name: 'preflight',
  wants: 'a preflight for GET with If-None-Match passes',
  ability: 'cors',
  async check(survey, verdict) {
    await forEach(samples(survey), async (url) => {
      const answer = await survey.ask(url, {
        method: 'OPTIONS',
        headers: {
          origin: READER,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match',
        },
      });
      if (!verdict.status(answer, [200, 204])) return;
      verdict.header(answer, ORIGIN, isOpenTo(answer), OPEN);
      const name = 'access-control-allow-headers';
      const mayAsk = wordsOf(answer, name).some((word) => ['*', 'if-none-match'].includes(word));
      verdict.header(answer, name, mayAsk, 'Access-Control-Allow-Headers with If-None-Match');
    });
  },
};

export const caching: VerifyRule = {
  name: 'cache-control',
  wants:
    'Cache-Control is that of the class of an answer: a page that grows, one that stays, an error',
  ability: 'caching',
  async check(survey, verdict) {
    const expectClass = (answer: AnswerHeaders, wanted: string) => {
      const isRight = wordsOf(answer, 'cache-control').sort().join() === directives(wanted);
      verdict.header(answer, 'cache-control', isRight, `Cache-Control: ${wanted}`);
    };
    if (survey.index.status === 200) expectClass(survey.index, cacheControl.volatile);
    for (const { endpoint, pages } of survey.lists) {
      const isImmutable = keepsPages(endpoint);
      for (const [i, { answer }] of pages.entries()) {
        if (answer.status !== 200) continue;
        expectClass(answer, isImmutable && i > 0 ? cacheControl.immutable : cacheControl.volatile);
      }
    }
    const { byPath, byQuery } = absent(survey);
    await forEach([...byPath, ...byQuery], async (url) => {
      const answer = await survey.ask(url);
      if (answer.status === 404) expectClass(answer, cacheControl.error);
    });
  },
};

const directives = (value: string): string =>
  wordsOf({ headers: new Map([['cache-control', value]]) }, 'cache-control')
    .sort()
    .join();
