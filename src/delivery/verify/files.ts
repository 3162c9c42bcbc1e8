// Requests each chosen file of a snapshot, and checks its SHA-256 and its headers.
import { atOnce } from '../../files/at-once.js';
import { cacheControl, JSON_TYPE } from '../../hosts/answers.js';
import { keptPagesOf, sentAs } from '../../site/kinds.js';
import { type Answer, isSentAs, shownStatus, wordsOf } from '../http/answer.js';
import { packingOf } from '../http/body.js';
import { READER } from './answers.js';
import { accepting, expectPacked, USUAL, WITHOUT_BROTLI } from './encodings.js';
import { addressOf, type Digested, digestAt, type VerifiedSite, WEB_PAGE } from './site.js';
import type { Check, Verdict } from './verdict.js';

export const ALLOWED = ['get', 'head', 'options'];

/** Checks the parts of a Cache-Control header, in any order. */
export function expectCaching(
  check: Check,
  answer: Pick<Answer, 'url' | 'headers'>,
  wanted: string,
): void {
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
  return [...named, ...evenly(numbered, Math.max(1, MOST_FILES - named.length))];
}

/** Returns at most `most` items, with equal distances between them. */
export function evenly<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]!);
}

/** Checks the SHA-256 of files and, on a server, their headers. Calls `onFile` after each file. */
export async function checkFiles(
  site: VerifiedSite,
  check: Check,
  names: readonly string[],
  onFile: (done: number) => void,
): Promise<void> {
  const isKept = keptPagesOf(site.portal);
  const pair: Pair = {};
  let done = 0;
  await atOnce(names, async (file) => {
    const answer = await checkBytes(site, check, file);
    if ('http' in site.over && answer.status === 200) {
      checkHeaders(check, answer, file, isKept(file));
      compareTags(pair, answer);
    }
    onFile(++done);
  });
  const { first, other } = pair;
  // Two files may have the same ETag: many servers make it from the length and the time of a file.
  if (!first || !other || tagOf(first) === undefined) return;
  check('etag').header(other, 'etag', tagOf(other) !== tagOf(first), 'not one ETag for all files');
}

/**
 * Compares a file with its SHA-256, as each client gets it: compressed by either encoding if the server has it so, and
 * plain. Returns the plain answer.
 */
async function checkBytes(site: VerifiedSite, check: Check, file: string): Promise<Digested> {
  const ask = (accepted: string) => {
    const headers = { origin: READER, ...accepting(accepted) };
    return digestAt(site, addressOf(site, file), { headers });
  };
  const usual = await ask(USUAL.accepted);
  const isPlain = usual.failure === undefined && packingOf(usual) === 'identity';
  const plain = isPlain ? usual : await ask('identity');
  const isRight = expectDigest(site, check('digests'), plain, file);
  if (!isRight && plain.status === 200) site.served.set(file, plain.digest);
  if (isPlain || plain.status !== 200) return plain;
  expectPacked(check, plain, usual, USUAL);
  if (packingOf(usual) === 'gzip') return plain;
  expectPacked(check, plain, await ask(WITHOUT_BROTLI.accepted), WITHOUT_BROTLI);
  return plain;
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
  check(typeRule).header(answer, 'content-type', isSentAs(answer, type), `${type}, in UTF-8`);
  const varies = wordsOf(answer, 'vary').includes('accept');
  check('vary-accept').header(answer, 'vary', varies, 'Vary: Accept');
  const allows = wordsOf(answer, 'allow').sort().join() === ALLOWED.join();
  check('allow').header(answer, 'allow', allows, 'Allow: GET, HEAD, OPTIONS');
  expectCaching(check, answer, cacheControl[isKept ? 'immutable' : caching]);
  const hasTag = /^(W\/)?"[^"]*"$/.test(answer.headers.get('etag') ?? '');
  check('etag').header(answer, 'etag', hasTag, 'an ETag in quotes');
}

/** Two files with different bytes. Their ETags differ, too, unless all files have the same one. */
interface Pair {
  first?: Digested;
  other?: Digested;
}

const tagOf = (answer: Digested | undefined) => answer?.headers.get('etag');

function compareTags(pair: Pair, answer: Digested): void {
  pair.first ??= answer;
  const hasFound = pair.other !== undefined && tagOf(pair.other) !== tagOf(pair.first);
  if (!hasFound && answer.digest !== pair.first.digest) pair.other = answer;
}
