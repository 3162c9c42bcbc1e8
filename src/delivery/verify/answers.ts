// Checks that hold for every answer, whatever was requested: readers of other sites may read it, and it has no header
// that makes browsers do something else than read it.
import { type Answer, type Ask, shownHeader, wordsOf } from '../http/answer.js';
import type { VerifyRuleName } from './rules.js';
import type { Check } from './verdict.js';

/** The origin of an invented web page that reads the API. It is sent in CORS requests. */
export const READER = 'https://reader.example';
const ORIGIN = 'access-control-allow-origin';
const OPEN = 'Access-Control-Allow-Origin: *';

/** Headers with which browsers keep a cookie, go to another page, save the answer to disk, or delete stored data. */
const UNWANTED = ['set-cookie', 'refresh', 'content-disposition', 'clear-site-data'];

/** Checks an answer of a server, which has a status. */
export function checkAnswer(check: Check, answer: Answer, { headers = {} }: Ask): void {
  const unwanted = UNWANTED.filter((name) => answer.headers.has(name));
  const found = unwanted.map((name) => shownHeader(answer, name)).join('; ');
  const address = answer.method === 'GET' ? answer.url : `${answer.method} ${answer.url}`;
  check('unwanted-headers').expect(unwanted.length === 0, address, `no ${UNWANTED.join()}`, found);
  // The rules `preflight` and `methods` check the answers to other methods.
  const isRead = answer.method === 'GET' || answer.method === 'HEAD';
  if (isRead && 'origin' in headers && answer.status < 500) expectOpen(check, answer, headers);
}

/** Checks that a web page of the origin that was sent may read the answer. */
export function expectOpen(
  check: Check,
  answer: Pick<Answer, 'url' | 'headers'>,
  { origin = READER }: Readonly<Record<string, string>> = {},
  rule: VerifyRuleName = 'cors',
): void {
  const open = answer.headers.get(ORIGIN);
  check(rule).header(answer, ORIGIN, open === '*' || open === origin, OPEN);
  // Without `Vary: Origin`, a cache could send this answer, which is open to one site, to another site.
  const varies = open !== origin || wordsOf(answer, 'vary').includes('origin');
  check(rule).header(answer, 'vary', varies, `Vary: Origin, or ${OPEN}`);
}
