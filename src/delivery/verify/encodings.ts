// Compares the answers to clients that accept compression with the answer to a client that does not.
import { shownHeader, shownStatus, wordsOf } from '../http/answer.js';
import { packingOf } from '../http/body.js';
import type { Digested } from './site.js';
import type { Check } from './verdict.js';

/** A value of Accept-Encoding, and the encodings that the answer may have. */
export interface Negotiation {
  readonly accepted: string;
  readonly may: readonly string[];
}

/** What most clients accept, and what clients without Brotli accept. Each file is requested with both. */
export const USUAL: Negotiation = { accepted: 'br, gzip', may: ['br', 'gzip', 'identity'] };
export const WITHOUT_BROTLI: Negotiation = { accepted: 'gzip', may: ['gzip', 'identity'] };

/** Values that few clients send. One page of each kind is requested with them. */
export const UNUSUAL: readonly Negotiation[] = [
  { accepted: 'br', may: ['br', 'identity'] },
  { accepted: 'br;q=0.5, gzip;q=0.8', may: ['br', 'gzip', 'identity'] },
  { accepted: 'gzip;q=0, br;q=0', may: ['identity'] },
];

export const accepting = (accepted: string) => ({ 'accept-encoding': accepted });

/** Headers that must be the same for HEAD, and for a compressed answer. */
export const SAME: readonly string[] = [
  'content-type',
  'allow',
  'cache-control',
  'access-control-allow-origin',
];

/** Checks that an answer has one of the encodings that it may have, and is otherwise the same as the plain one. */
export function expectPacked(
  check: Check,
  plain: Pick<Digested, 'url' | 'headers' | 'digest'>,
  answer: Digested,
  { accepted, may }: Negotiation,
): void {
  const verdict = check('encodings');
  const { url } = plain;
  const encoding = packingOf(answer);
  const about = `to Accept-Encoding: ${accepted}`;
  const isRight = answer.status === 200 && may.includes(encoding);
  const wanted = `status 200, ${may.join(' or ')} ${about}`;
  if (!verdict.expect(isRight, url, wanted, `${shownStatus(answer)}, ${encoding}`)) return;
  const isSame = answer.digest === plain.digest;
  verdict.expect(isSame, url, `the same bytes ${about}`, 'others, decompressed');
  for (const name of SAME) {
    const keeps = answer.headers.get(name) === plain.headers.get(name);
    verdict.header(answer, name, keeps, `${shownHeader(plain, name)} ${about}`);
  }
  const words = [...wordsOf(answer, 'vary'), 'accept-encoding'];
  const keeps = wordsOf(plain, 'vary').every((word) => words.includes(word));
  verdict.header(answer, 'vary', keeps, `${shownHeader(plain, 'vary')} ${about}`);
  if (encoding === 'identity') return;
  const varies = wordsOf(answer, 'vary').includes('accept-encoding');
  check('vary-encoding').header(answer, 'vary', varies, `Vary: Accept-Encoding ${about}`);
}
