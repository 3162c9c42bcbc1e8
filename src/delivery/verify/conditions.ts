// Sends conditional requests, and requests for parts of a page. A wrong answer makes a browser or a cache show an older
// page, or put the parts of two pages together.
import { type Answer, shownHeader, shownStatus, wordsOf } from '../http/answer.js';
import { READER } from './answers.js';
import { accepting } from './encodings.js';
import { type Digested, digestAt, type VerifiedSite } from './site.js';
import type { Check } from './verdict.js';

/** An answer with its body and the SHA-256 of its body. */
export type Whole = Answer & Pick<Digested, 'digest'>;

const OTHER = '"not-the-etag-of-this-page"';
const OLD = 'Mon, 01 Jan 1990 00:00:00 GMT';

interface Condition {
  readonly rule: 'if-none-match' | 'if-modified-since';
  readonly headers: Readonly<Record<string, string>>;
  /** The statuses that the answer may have. */
  readonly may: readonly number[];
}

/**
 * Conditional requests for a page with these headers. Where a server may send 200 in place of 304, it only fails to save
 * bytes: browsers send one ETag, as they received it.
 */
function conditionsFor({ headers }: Pick<Answer, 'headers'>): Condition[] {
  const [tag, date] = [headers.get('etag'), headers.get('last-modified')];
  const dated = date === undefined ? {} : { 'if-modified-since': date };
  const byTag = (value: string, may: readonly number[], more = {}): Condition => ({
    rule: 'if-none-match',
    headers: { 'if-none-match': value, ...more },
    may,
  });
  const byDate = (value: string, may: readonly number[]): Condition => ({
    rule: 'if-modified-since',
    headers: { 'if-modified-since': value },
    may,
  });
  return [
    ...(tag === undefined
      ? []
      : [
          byTag(tag, [304]),
          // Browsers send both. The date must then be ignored, because it does not change within a second.
          byTag(OTHER, [200], dated),
          byTag(`W/"nor-this", ${OTHER}`, [200]),
          byTag(`${OTHER}, W/${strong(tag)}`, [200, 304]),
          byTag('*', [200, 304]),
        ]),
    ...(date === undefined ? [] : [byDate(date, [304]), byDate(OLD, [200])]),
  ];
}

/** Sends conditional requests for a page in one encoding. `own`: the answer in this encoding. */
export async function checkConditions(
  site: VerifiedSite,
  check: Check,
  { url, digest }: Pick<Whole, 'url' | 'digest'>,
  own: Pick<Answer, 'headers'>,
  accepted: string,
): Promise<void> {
  for (const { rule, headers, may } of conditionsFor(own)) {
    const answer = await digestAt(site, url, {
      headers: { origin: READER, ...accepting(accepted), ...headers },
    });
    const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const about = `to ${sent.join(', ')} (Accept-Encoding: ${accepted})`;
    const isRight =
      may.includes(answer.status) &&
      (answer.status === 304 ? answer.bytes === 0 : answer.digest === digest);
    const wants = may.map((status) => (status === 304 ? 'status 304 without a body' : 'the page'));
    const found = `${shownStatus(answer)}, ${answer.bytes} bytes`;
    if (!check(rule).expect(isRight, url, `${wants.join(' or ')} ${about}`, found)) continue;
    if (answer.status === 304) expectSameHeaders(check, rule, own, answer);
  }
}

/** Checks that a 304 has the headers of the page: a cache replaces those that it has by them. */
function expectSameHeaders(
  check: Check,
  rule: Condition['rule'],
  own: Pick<Answer, 'headers'>,
  answer: Digested,
): void {
  const verdict = check(rule);
  for (const name of ['etag', 'cache-control']) {
    const [before, after] = [own, answer].map(({ headers }) => headers.get(name));
    const isSame = name === 'etag' ? strong(before) === strong(after) : before === after;
    verdict.header(answer, name, isSame, `${shownHeader(own, name)}, also with 304`);
  }
  const words = wordsOf(answer, 'vary');
  const varies = wordsOf(own, 'vary').every((word) => words.includes(word));
  verdict.header(answer, 'vary', varies, `${shownHeader(own, 'vary')}, also with 304`);
}

const strong = (tag: string | undefined) => tag?.replace(/^W\//, '');

/** Requests parts of a page. A server may send the whole page instead. */
export async function checkRanges({ ask }: VerifiedSite, check: Check, page: Whole): Promise<void> {
  const { url, body } = page;
  const { length } = body;
  const middle = Math.floor(length / 2);
  for (const [range, from, to] of [
    ['bytes=1-1', 1, 2],
    [`bytes=1-${middle}`, 1, middle + 1],
    [`bytes=${middle}-`, middle, length],
    ['bytes=-2', length - 2, length],
    [`bytes=${length}-`, length, length],
  ] as const) {
    const answer = await ask(url, { headers: { origin: READER, range } });
    const isPart = answer.status === 206;
    const given = answer.headers.get('content-range');
    const isRight = isPart
      ? from < to && given === `bytes ${from}-${to - 1}/${length}`
      : answer.status === 200 || (from === to && answer.status === 416);
    const wanted = isPart ? body.subarray(from, to) : body;
    const isSame = answer.status === 416 || answer.body.equals(wanted);
    const found = `${shownStatus(answer)}, ${given ?? 'no content-range'}, ${answer.bytes} bytes`;
    check('ranges').expect(isRight && isSame, url, `the page, or its part for ${range}`, found);
  }
}
