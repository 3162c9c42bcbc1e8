// Rules about methods other than GET. A server may accept what it should refuse, and lose data: methods that write
// are sent to pages only with `--write-methods`, and never to an address whose Allow header names them.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../model/fields.js';
import {
  type Answer,
  mediaType,
  shownBody,
  shownHeader,
  shownStatus,
  wordsOf,
} from '../../http/answer.js';
import { parsedBody } from '../../http/list-body.js';
import type { Verdict } from '../verdict.js';
import { absent, type DeploymentSurvey, NO_LIST, samples } from '../walk/survey.js';
import { ALLOWED } from './headers.js';
import { forEach, type VerifyRule } from './rule.js';

/** Headers that HEAD must have as GET does. Content-Length, which may be omitted, is checked separately. */
const SAID = ['content-type', 'vary', 'allow', 'etag', 'last-modified', 'cache-control'];

export const head: VerifyRule = {
  name: 'head',
  wants: 'HEAD has the status and headers of GET',
  async check(survey, verdict) {
    await forEach([...samples(survey), `${survey.base}/api/${NO_LIST}/`], async (url) => {
      const [get, head] = [await survey.ask(url), await survey.ask(url, { method: 'HEAD' })];
      const isSame = verdict.expect(
        head.status === get.status,
        url,
        `${shownStatus(get)}, as GET`,
        shownStatus(head),
      );
      if (!isSame) return;
      for (const name of SAID) {
        const isSaid = head.headers.get(name) === get.headers.get(name);
        verdict.header(head, name, isSaid, `${shownHeader(get, name)}, as GET`);
      }
      const length = head.headers.get('content-length') ?? String(get.bytes);
      const wanted = `content-length: ${get.bytes}, as GET`;
      verdict.expect(length === String(get.bytes), url, wanted, `content-length: ${length}`);
    });
  },
};

export const options: VerifyRule = {
  name: 'options',
  wants: 'OPTIONS is answered with Allow',
  ability: 'options',
  async check(survey, verdict) {
    await forEach(samples(survey), async (url) => {
      const answer = await survey.ask(url, { method: 'OPTIONS' });
      verdict.status(answer, [200, 204]);
      expectAllow(answer, verdict);
    });
  },
};

/** Headers that do no harm even if a server accepts the method: the condition holds for no page. */
const HARMLESS = { 'content-length': '0', 'if-match': '"no-page-has-this-tag"' };

export const methods: VerifyRule = {
  name: 'methods',
  wants:
    'POST to an address that is not there is refused; with --write-methods, POST, PUT, PATCH and DELETE of pages get 405',
  ability: 'methods',
  async check(survey, verdict) {
    const { ask, base, index, lists, writeMethods } = survey;
    const missing = await ask(`${base}/api/${NO_LIST}/1/`);
    if (missing.status === 404) {
      const answer = await ask(missing.url, { method: 'POST', headers: HARMLESS });
      if (answer.status !== 404) expectRefusal(answer, verdict);
      else verdict.held(1);
    }
    if (!writeMethods) return;
    const pages = lists.flatMap(({ pages }) => pages.slice(0, 2));
    await forEach([index, ...pages.map(({ answer }) => answer)], async (met) => {
      const { url, status } = met;
      if (status !== 200) return;
      const said = [met, await ask(url, { method: 'OPTIONS' })];
      const allowed = said.flatMap((answer) => wordsOf(answer, 'allow'));
      await forEach(['POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
        if (allowed.includes(method.toLowerCase())) return;
        expectRefusal(await ask(url, { method, headers: HARMLESS }), verdict);
      });
    });
  },
};

function expectRefusal(answer: Answer, verdict: Verdict): void {
  const address = `${answer.method} ${answer.url}`;
  if (!verdict.status(answer, 405, address)) return;
  expectAllow(answer, verdict, address);
  const read = parsedBody(answer);
  const isJson = mediaType(answer) === 'application/json' && 'value' in read;
  const hasDetail = isJson && isObject(read.value) && typeof read.value['detail'] === 'string';
  const found = `${shownHeader(answer, 'content-type')}, ${shownBody(answer.body)}`;
  verdict.expect(hasDetail, address, 'a JSON body with "detail"', found);
}

function expectAllow(answer: Answer, verdict: Verdict, address?: string): void {
  const words = wordsOf(answer, 'allow');
  const names = ALLOWED.every((method) => words.includes(method));
  verdict.header(answer, 'allow', names, 'Allow: GET, HEAD, OPTIONS', address);
}

export const notFound: VerifyRule = {
  name: 'not-found',
  wants: 'what is not there gets 404, and always the same JSON body',
  ability: 'errors',
  files: true,
  async check(survey, verdict) {
    if ('folder' in survey.over) {
      expectBody(survey, verdict, await survey.ask(`${survey.base}/404.json`));
      return;
    }
    const { byPath, byQuery } = absent(survey);
    await forEach([...byPath, ...byQuery], async (url) => {
      const answer = await survey.ask(url);
      const is404 = answer.status === 404;
      // Other rules check whether queries name pages.
      if (byPath.includes(url)) verdict.status(answer, 404);
      if (is404) expectNotFound(survey, verdict, answer);
    });
  },
};

function expectNotFound(survey: DeploymentSurvey, verdict: Verdict, answer: Answer): void {
  const isJson = mediaType(answer) === 'application/json';
  verdict.header(answer, 'content-type', isJson, 'application/json');
  expectBody(survey, verdict, answer);
}

function expectBody({ portal }: DeploymentSurvey, verdict: Verdict, answer: Answer): void {
  const read = parsedBody(answer);
  const isRight = 'value' in read && isDeepStrictEqual(read.value, portal.notFound);
  verdict.expect(isRight, answer.url, JSON.stringify(portal.notFound), shownBody(answer.body));
}

export const unlistedKeys: VerifyRule = {
  name: 'unlisted-keys',
  wants: 'names in the root index that have no list here get 404, with the same body',
  ability: 'errors',
  files: true,
  async check(survey, verdict) {
    const { base, home, portal, lists, others } = survey;
    const named = [...lists.map(({ endpoint }) => endpoint), ...others];
    const served = new Set(named.map(({ name }) => name));
    const addresses = new Set(portal.index.map(({ address }) => address));
    await forEach(
      [...addresses].filter((address) => !served.has(address)),
      async (address) => {
        const answer = await survey.ask(`${base}/api/${address}/${home}`);
        const is404 = verdict.status(answer, 404);
        if (is404 && 'http' in survey.over) expectNotFound(survey, verdict, answer);
      },
    );
  },
};
