// Rules about conditional requests: a client is not sent a page that it has, and does not keep an outdated one.
import { type Answer, type Ask, isSameBody, shownBody, shownStatus } from '../../http/answer.js';
import type { Verdict } from '../verdict.js';
import { type DeploymentSurvey, samples } from '../walk/survey.js';
import { answersMet } from './headers.js';
import { forEach, type VerifyRule } from './rule.js';
import { encodingOf, negotiate } from './transfer.js';

export const etag: VerifyRule = {
  name: 'etag',
  wants: 'every page has an ETag, compressed ones, too',
  ability: 'validators',
  async check(survey, verdict) {
    for (const answer of answersMet(survey)) expectTag(answer, verdict);
    await negotiate(survey, (answer, plain) => {
      if (answer.status === 200 && encodingOf(answer) !== encodingOf(plain))
        expectTag(answer, verdict);
    });
  },
};

function expectTag(answer: Pick<Answer, 'url' | 'headers'>, verdict: Verdict): void {
  const isTag = /^(W\/)?"[^"]*"$/.test(answer.headers.get('etag') ?? '');
  verdict.header(answer, 'etag', isTag, 'an ETag in quotes');
}

export const ifNoneMatch: VerifyRule = {
  name: 'if-none-match',
  wants: 'the ETag of a page gets 304, another one the page',
  ability: 'validators',
  check: (survey, verdict) =>
    checkCondition(survey, verdict, 'etag', 'if-none-match', '"not-the-etag-of-this-page"'),
};

export const ifModifiedSince: VerifyRule = {
  name: 'if-modified-since',
  wants: 'where a page has Last-Modified, that date gets 304, an older one the page',
  ability: 'validators',
  check: (survey, verdict) =>
    checkCondition(survey, verdict, 'last-modified', 'if-modified-since', LONG_AGO),
};

const LONG_AGO = 'Mon, 01 Jan 1990 00:00:00 GMT';

/** Checks that a page's own validator gets 304. `other`: a value of the condition for which the page must be sent. */
async function checkCondition(
  survey: DeploymentSurvey,
  verdict: Verdict,
  validator: string,
  condition: string,
  other: string,
): Promise<void> {
  const asked = samples(survey).flatMap((url) => [
    { url, encodings: 'identity' },
    { url, encodings: 'br, gzip' },
  ]);
  await forEach(asked, async ({ url, encodings }) => {
    const ask = (headers: Ask['headers'] = {}) =>
      survey.ask(url, { headers: { 'accept-encoding': encodings, ...headers } });
    const whole = await ask();
    const value = whole.headers.get(validator);
    if (value === undefined) return;
    const same = await ask({ [condition]: value });
    const about = `${condition}: ${value}`;
    verdict.expect(same.status === 304, url, `status 304 to ${about}`, shownStatus(same));
    if (same.status === 304) {
      verdict.expect(same.bytes === 0, url, 'no body with 304', shownBody(same.body));
      const tags = [whole, same].map(({ headers }) => headers.get('etag')?.replace(/^W\//, ''));
      verdict.header(same, 'etag', tags[0] === tags[1], `the ETag ${tags[0]} with 304`);
    }
    const changed = await ask({ [condition]: other });
    const isWhole = changed.status === 200 && isSameBody(changed, whole);
    const found = `${shownStatus(changed)}, ${changed.bytes} bytes`;
    verdict.expect(isWhole, url, `status 200 and the page to ${condition}: ${other}`, found);
  });
}
