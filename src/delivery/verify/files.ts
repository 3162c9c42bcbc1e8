// Requests each chosen file of a snapshot, and checks its SHA-256 and its headers.
import { atOnce } from '../../files/at-once.js';
import { cacheControl, JSON_TYPE } from '../../hosts/answers.js';
import { keptPagesOf, sentAs } from '../../site/kinds.js';
import { type Answer, mediaType, shownStatus, wordsOf } from '../http/answer.js';
import type { VerifyRuleName } from './rules.js';
import { addressOf, type Digested, digestAt, type VerifiedSite, WEB_PAGE } from './site.js';
import type { Check, Verdict } from './verdict.js';

/** The origin of an invented web page that reads the API. It is sent in CORS requests. */
export const READER = 'https://reader.example';
export const ORIGIN = 'access-control-allow-origin';
const OPEN = 'Access-Control-Allow-Origin: *';
export const ALLOWED = ['get', 'head', 'options'];

type Headers = Pick<Answer, 'url' | 'headers'>;

/** Checks that a web page of {@link READER} may read the answer. */
export function expectOpen(check: Check, answer: Headers, rule: VerifyRuleName = 'cors'): void {
  const open = answer.headers.get(ORIGIN);
  check(rule).header(answer, ORIGIN, open === '*' || open === READER, OPEN);
  // Without `Vary: Origin`, a cache could send this answer, which is open to one site, to another site.
  const varies = open !== READER || wordsOf(answer, 'vary').includes('origin');
  check(rule).header(answer, 'vary', varies, `Vary: Origin, or ${OPEN}`);
}

/** Checks the parts of a Cache-Control header, in any order. */
export function expectCaching(check: Check, answer: Headers, wanted: string): void {
  const directives = wordsOf(answer, 'cache-control').sort().join();
  const isRight = directives === wanted.split(', ').sort().join();
  check('cache-control').header(answer, 'cache-control', isRight, `Cache-Control: ${wanted}`);
}

/** If there are more files than this, only some of them are requested, unless `all` is set. */
const MOST_FILES = 20_000;

/**
 * Returns all files. If there are too many, the files in `search/` and those with a number in their path (`page/2/`)
 * are sampled evenly; all other files are returned.
 */
export function chosenFiles({ files }: Pick<VerifiedSite, 'files'>, all: boolean): string[] {
  const names = [...files.keys()];
  if (all || names.length <= MOST_FILES) return names;
  const isNumbered = (file: string) => /\/\d+[/.]|^search\//.test(file);
  const [numbered, named] = [names.filter(isNumbered), names.filter((file) => !isNumbered(file))];
  const step = numbered.length / Math.max(1, MOST_FILES - named.length);
  const places = Array.from({ length: Math.floor(numbered.length / step) }, (_, i) => i * step);
  return [...named, ...places.map((place) => numbered[Math.floor(place)]!)];
}

/** Checks the SHA-256 of files and, on a server, their headers. Calls `onFile` after each file. */
export async function checkFiles(
  site: VerifiedSite,
  check: Check,
  names: readonly string[],
  onFile: (done: number) => void,
): Promise<void> {
  const isKept = keptPagesOf(site.portal);
  let done = 0;
  await atOnce(names, async (file) => {
    const answer = await digestAt(site, addressOf(site, file), { headers: { origin: READER } });
    const isRight = expectDigest(site, check('digests'), answer, file);
    if (!isRight && answer.status === 200) site.served.set(file, answer.digest);
    if ('http' in site.over && answer.status === 200) {
      checkHeaders(check, answer, file, isKept(file));
    }
    onFile(++done);
  });
}

/** Compares an answer with the SHA-256 of a file (or see {@link VerifiedSite.served}). */
export function expectDigest(
  { files, served }: Pick<VerifiedSite, 'files' | 'served'>,
  verdict: Verdict,
  answer: Digested,
  file: string,
): boolean {
  const wanted = served.get(file) ?? files.get(file);
  const isRight = answer.status === 200 && answer.digest === wanted;
  const isPage = answer.isWebPage && sentAs(file).mediaType === JSON_TYPE;
  const other = isPage ? WEB_PAGE : `${answer.size} bytes with the SHA-256 ${answer.digest}`;
  const found = answer.status === 200 ? other : shownStatus(answer);
  return verdict.expect(isRight, answer.url, `${file}, with the SHA-256 ${wanted}`, found);
}

function checkHeaders(check: Check, answer: Digested, file: string, isKept: boolean): void {
  const { mediaType: full, caching } = sentAs(file);
  const type = full.split(';', 1)[0]!;
  const typeRule = type === JSON_TYPE ? 'content-type' : 'media-types';
  check(typeRule).header(answer, 'content-type', mediaType(answer) === type, type);
  const varies = wordsOf(answer, 'vary').includes('accept');
  check('vary-accept').header(answer, 'vary', varies, 'Vary: Accept');
  const allows = wordsOf(answer, 'allow').sort().join() === ALLOWED.join();
  check('allow').header(answer, 'allow', allows, 'Allow: GET, HEAD, OPTIONS');
  expectOpen(check, answer);
  expectCaching(check, answer, cacheControl[isKept ? 'immutable' : caching]);
  const hasTag = /^(W\/)?"[^"]*"$/.test(answer.headers.get('etag') ?? '');
  check('etag').header(answer, 'etag', hasTag, 'an ETag in quotes');
}
