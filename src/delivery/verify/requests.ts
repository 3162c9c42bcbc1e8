// Requests some files in other ways: with other methods, as other clients, with conditions, and compressed.
import { hash } from 'node:crypto';
import { atOnce } from '../../files/at-once.js';
import { readValue } from '../../files/source/foreign-json.js';
import { JSON_TYPE } from '../../hosts/answers.js';
import { isObject } from '../../model/fields.js';
import { pageOf } from '../../site/address.js';
import {
  type Answer,
  isSentAs,
  shownBody,
  shownHeader,
  shownStatus,
  wordsOf,
} from '../http/answer.js';
import { packingOf } from '../http/body.js';
import { expectOpen, READER } from './answers.js';
import { checkConditions, checkRanges, type Whole } from './conditions.js';
import { accepting, expectPacked, SAME, UNUSUAL, USUAL } from './encodings.js';
import { ALLOWED } from './files.js';
import { addressOf, type Digested, digestAt, samplesOf, type VerifiedSite } from './site.js';
import type { Check } from './verdict.js';

/** Some hosts do not compress bodies of fewer bytes. */
const WORTH = 1400;
/** Files with this many bytes or more are not requested many times. */
const LARGE = 1_000_000;
const NO_PAGE = 'no-such-list/1/';
/** Headers that make even a DELETE harmless: the body is empty, and the condition fits no page. */
const HARMLESS = { origin: READER, 'content-length': '0', 'if-match': '"no-page-has-this-tag"' };

/** `all`: whether to request all files, not only a sample. `writeMethods`: whether to send POST and others to pages. */
export async function checkRequests(
  site: VerifiedSite,
  check: Check,
  { all, writeMethods }: { readonly all: boolean; readonly writeMethods: boolean },
): Promise<void> {
  let long: { readonly page: Whole; readonly packed: Digested } | undefined;
  await atOnce(samplesOf(site, all), async (file) => {
    const page = await wholeAt(site, addressOf(site, file));
    if (page.status !== 200 || page.bytes >= LARGE) return;
    const packed = await digestAt(site, page.url, { headers: accepting(USUAL.accepted) });
    expectPacked(check, page, packed, USUAL);
    if (page.bytes >= (long?.page.bytes ?? WORTH) && pageOf(file)) long = { page, packed };
    for (const negotiation of UNUSUAL) {
      const headers = accepting(negotiation.accepted);
      expectPacked(check, page, await digestAt(site, page.url, { headers }), negotiation);
    }
    await checkConditions(site, check, page, page, 'identity');
    if (packingOf(packed) !== 'identity') {
      await checkConditions(site, check, page, packed, USUAL.accepted);
    }
    await checkRanges(site, check, page);
    await checkClients(site, check, page, file);
    await checkHead(site, check, page);
    await checkOptions(site, check, page.url);
    if (writeMethods) await checkWrites(site, check, page);
  });
  if (long) {
    const isPacked = ['br', 'gzip'].includes(packingOf(long.packed));
    check('compression').header(long.packed, 'content-encoding', isPacked, 'br or gzip');
  }
  // A server may refuse this condition (412), or send the page. `checkAnswer` checks that web pages may read a refusal.
  const condition = { origin: READER, 'if-match': HARMLESS['if-match'] };
  await site.ask(`${site.base}/api/${site.home}`, { headers: condition });
  const url = `${site.base}/api/${NO_PAGE}`;
  const missing = await wholeAt(site, url);
  await checkHead(site, check, missing);
  if (missing.status !== 404) return;
  const answer = await site.ask(url, { method: 'POST', headers: HARMLESS });
  if (answer.status === 404) check('methods').held(1);
  else expectRefusal(check, answer);
}

async function wholeAt({ ask }: VerifiedSite, url: string): Promise<Whole> {
  const answer = await ask(url);
  return { ...answer, digest: hash('sha256', answer.body, 'hex') };
}

/** The headers of a browser that opens an address, and of a script. */
const CLIENTS: readonly Readonly<Record<string, string>>[] = [
  {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.5',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    origin: 'https://other.example',
    cookie: 'session=1',
  },
  { accept: '*/*', 'user-agent': 'curl/8.5.0' },
];

/** Compares the bytes that other clients get with those of the file. */
async function checkClients(
  site: VerifiedSite,
  check: Check,
  { url, ...page }: Whole,
  file: string,
): Promise<void> {
  const wanted = site.served.get(file) ?? site.files.get(file);
  const verdict = check('same-for-all');
  verdict.expect(page.digest === wanted, url, 'the same bytes without Origin', 'others');
  for (const headers of CLIENTS) {
    const answer = await digestAt(site, url, { headers });
    const about = `to User-Agent: ${headers['user-agent']}, Accept: ${headers['accept']}`;
    const isSame = answer.status === 200 && answer.digest === wanted;
    verdict.expect(isSame, url, `the same bytes ${about}`, `${shownStatus(answer)}, other bytes`);
  }
}

async function checkHead({ ask }: VerifiedSite, check: Check, page: Answer): Promise<void> {
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
  expectOpen(check, preflight, {}, 'preflight');
  const name = 'access-control-allow-headers';
  const mayAsk = wordsOf(preflight, name).some((word) => ['*', 'if-none-match'].includes(word));
  verdict.header(preflight, name, mayAsk, 'Access-Control-Allow-Headers with If-None-Match');
}

/**
 * Sends methods that change data, but not those that an Allow header of the page names: the server might obey them.
 */
async function checkWrites({ ask }: VerifiedSite, check: Check, page: Answer): Promise<void> {
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
  expectOpen(check, answer, {}, 'methods');
  const read = readValue(answer.body);
  const isJson = isSentAs(answer, JSON_TYPE) && 'value' in read && isObject(read.value);
  const hasDetail = isJson && typeof read.value['detail'] === 'string';
  const found = `${shownHeader(answer, 'content-type')}, ${shownBody(answer.body)}`;
  verdict.expect(hasDetail, address, 'a JSON body with "detail"', found);
}
