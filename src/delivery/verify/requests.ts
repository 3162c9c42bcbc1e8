// Requests a few pages in other ways: with other methods, with conditions, and compressed.
import { atOnce } from '../../files/at-once.js';
import { JSON_TYPE } from '../../hosts/answers.js';
import { isObject } from '../../model/fields.js';
import {
  type Answer,
  mediaType,
  shownBody,
  shownHeader,
  shownStatus,
  wordsOf,
} from '../http/answer.js';
import { packingOf } from '../http/body.js';
import { readValue } from '../http/json.js';
import { ALLOWED, expectOpen, READER } from './files.js';
import { addressOf, type Digested, digestAt, samplesOf, type VerifiedSite } from './site.js';
import type { Check } from './verdict.js';

/** Some hosts do not compress bodies of fewer bytes. */
const WORTH = 1400;
/** Pages with this many bytes or more are not requested many times. */
const LARGE = 1_000_000;
const NO_PAGE = 'no-such-list/1/';
/** Headers that must be the same for HEAD, and for a compressed answer. */
const SAME = ['content-type', 'allow', 'cache-control', 'access-control-allow-origin'];
/** Headers that make even a DELETE harmless: the body is empty, and the condition fits no page. */
const HARMLESS = { 'content-length': '0', 'if-match': '"no-page-has-this-tag"' };

export async function checkRequests(
  site: VerifiedSite,
  check: Check,
  writes: boolean,
): Promise<void> {
  let long: Digested | undefined;
  await atOnce(samplesOf(site), async (file) => {
    const page = await digestAt(site, addressOf(site, file));
    if (page.status !== 200 || page.size >= LARGE) return;
    if (page.size >= (long?.size ?? WORTH)) long = page;
    await checkConditions(site, check, page);
    await checkHead(site, check, page);
    await checkOptions(site, check, page.url);
    await checkEncodings(site, check, page);
    if (writes) await checkWrites(site, check, page);
  });
  if (long) {
    const answer = await digestAt(site, long.url, accepting('br, gzip'));
    const isPacked = ['br', 'gzip'].includes(packingOf(answer));
    check('compression').header(answer, 'content-encoding', isPacked, 'br or gzip');
  }
  const url = `${site.base}/api/${NO_PAGE}`;
  const missing = await digestAt(site, url);
  await checkHead(site, check, missing);
  if (missing.status !== 404) return;
  const answer = await site.ask(url, { method: 'POST', headers: HARMLESS });
  if (answer.status === 404) check('methods').held(1);
  else expectRefusal(check, answer);
}

const accepting = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });

/** Values of Accept-Encoding, and for each value the encodings that the answer may have. */
const NEGOTIATIONS: readonly (readonly [accepted: string, may: readonly string[]])[] = [
  ['gzip', ['gzip', 'identity']],
  ['br', ['br', 'identity']],
  ['br;q=0.5, gzip;q=0.8', ['br', 'gzip', 'identity']],
  ['gzip;q=0, br;q=0', ['identity']],
];

async function checkEncodings(site: VerifiedSite, check: Check, page: Digested): Promise<void> {
  const verdict = check('encodings');
  for (const [accepted, may] of NEGOTIATIONS) {
    const answer = await digestAt(site, page.url, accepting(accepted));
    const encoding = packingOf(answer);
    const about = `to Accept-Encoding: ${accepted}`;
    const isRight = answer.status === 200 && may.includes(encoding);
    const wanted = `status 200, ${may.join(' or ')} ${about}`;
    const found = `${shownStatus(answer)}, ${encoding}`;
    if (!verdict.expect(isRight, page.url, wanted, found)) continue;
    const isSame = answer.digest === page.digest;
    verdict.expect(isSame, page.url, `the same bytes ${about}`, 'others, decompressed');
    for (const name of SAME) {
      const keeps = answer.headers.get(name) === page.headers.get(name);
      verdict.header(answer, name, keeps, `${shownHeader(page, name)} ${about}`);
    }
    const words = [...wordsOf(answer, 'vary'), 'accept-encoding'];
    const keeps = wordsOf(page, 'vary').every((word) => words.includes(word));
    verdict.header(answer, 'vary', keeps, `${shownHeader(page, 'vary')} ${about}`);
    if (encoding === 'identity') continue;
    const varies = wordsOf(answer, 'vary').includes('accept-encoding');
    check('vary-encoding').header(answer, 'vary', varies, `Vary: Accept-Encoding ${about}`);
  }
}

/**
 * Conditional requests: the header that is sent, the header of the page that has the right value for it, and a value
 * that no page has.
 */
const CONDITIONS = [
  ['if-none-match', 'etag', '"not-the-etag-of-this-page"'],
  ['if-modified-since', 'last-modified', 'Mon, 01 Jan 1990 00:00:00 GMT'],
] as const;

async function checkConditions(site: VerifiedSite, check: Check, page: Digested): Promise<void> {
  const { url } = page;
  for (const encodings of ['identity', 'br, gzip']) {
    const { headers: accept } = accepting(encodings);
    const own = encodings === 'identity' ? page : await digestAt(site, url, { headers: accept });
    for (const [condition, validator, other] of CONDITIONS) {
      const value = own.headers.get(validator);
      if (value === undefined) continue;
      const ask = (text: string) =>
        digestAt(site, url, { headers: { ...accept, origin: READER, [condition]: text } });
      const [same, changed] = [await ask(value), await ask(other)];
      const verdict = check(condition);
      const about = `${condition}: ${value} (Accept-Encoding: ${encodings})`;
      const isBare = same.status === 304 && same.bytes === 0;
      const found = `${shownStatus(same)}, ${same.bytes} bytes`;
      if (verdict.expect(isBare, url, `status 304 without a body to ${about}`, found)) {
        const [before, after] = [own, same].map(({ headers }) => tagIn(headers));
        verdict.header(same, 'etag', after === undefined || after === before, `etag: ${before}`);
        expectOpen(check, same);
      }
      const isWhole = changed.status === 200 && changed.digest === page.digest;
      verdict.expect(isWhole, url, `the page to ${condition}: ${other}`, shownStatus(changed));
    }
  }
}

const tagIn = (headers: Answer['headers']) => headers.get('etag')?.replace(/^W\//, '');

async function checkHead({ ask }: VerifiedSite, check: Check, page: Digested): Promise<void> {
  const { url } = page;
  const verdict = check('head');
  const head = await ask(url, { method: 'HEAD' });
  const isSame = head.status === page.status && head.status !== 0;
  if (!verdict.expect(isSame, url, `${shownStatus(page)}, as GET`, shownStatus(head))) return;
  for (const name of [...SAME, 'vary', 'etag', 'last-modified']) {
    const keeps = head.headers.get(name) === page.headers.get(name);
    verdict.header(head, name, keeps, `${shownHeader(page, name)}, as GET`);
  }
  const length = head.headers.get('content-length') ?? `${page.bytes}`;
  const wanted = `content-length: ${page.bytes}, as GET`;
  verdict.expect(length === `${page.bytes}`, url, wanted, `content-length: ${length}`);
}

async function checkOptions({ ask }: VerifiedSite, check: Check, url: string): Promise<void> {
  const options = await ask(url, { method: 'OPTIONS' });
  check('options').status(options, [200, 204]);
  expectAllow(check, 'options', options);
  const preflight = await ask(url, {
    method: 'OPTIONS',
    headers: {
      origin: READER,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    },
  });
  const verdict = check('preflight');
  if (!verdict.status(preflight, [200, 204])) return;
  expectOpen(check, preflight, 'preflight');
  const name = 'access-control-allow-headers';
  const mayAsk = wordsOf(preflight, name).some((word) => ['*', 'if-none-match'].includes(word));
  verdict.header(preflight, name, mayAsk, 'Access-Control-Allow-Headers with If-None-Match');
}

/**
 * Sends methods that change data, but not those that an Allow header of the page names: the server might obey them.
 */
async function checkWrites({ ask }: VerifiedSite, check: Check, page: Digested): Promise<void> {
  const said = [page, await ask(page.url, { method: 'OPTIONS' })];
  const allowed = said.flatMap((answer) => wordsOf(answer, 'allow'));
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    if (allowed.includes(method.toLowerCase())) continue;
    expectRefusal(check, await ask(page.url, { method, headers: HARMLESS }));
  }
}

function expectAllow(check: Check, rule: 'options' | 'methods', answer: Answer): void {
  const words = wordsOf(answer, 'allow');
  const isRight = ALLOWED.every((method) => words.includes(method));
  const address = `${answer.method} ${answer.url}`;
  check(rule).header(answer, 'allow', isRight, 'Allow: GET, HEAD, OPTIONS', address);
}

function expectRefusal(check: Check, answer: Answer): void {
  const verdict = check('methods');
  const address = `${answer.method} ${answer.url}`;
  if (!verdict.status(answer, 405, address)) return;
  expectAllow(check, 'methods', answer);
  const read = readValue(answer.body);
  const isJson = mediaType(answer) === JSON_TYPE && 'value' in read && isObject(read.value);
  const hasDetail = isJson && typeof read.value['detail'] === 'string';
  const found = `${shownHeader(answer, 'content-type')}, ${shownBody(answer.body)}`;
  verdict.expect(hasDetail, address, 'a JSON body with "detail"', found);
}
