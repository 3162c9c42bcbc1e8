// Finds out whether a snapshot differs in kind from the live one: built for another base URL or another host, without
// its signature, or without most of a list. To publish such a snapshot is mostly a mistake: it needs `--accept-change`.
import { hash } from 'node:crypto';
import { addressOf } from '../../../model/endpoint.js';
import { isObject } from '../../../model/fields.js';
import { familyOf, pageFile, pageOf } from '../../../site/address.js';
import { BESIDE, fileBeside } from '../../../site/kinds.js';
import { baseUrlOf } from '../../http/base-url.js';
import { readValue } from '../../http/list-body.js';
import { countOf } from '../ids.js';
import { listOf } from '../kinds.js';
import type { Manifest } from '../state.js';

/** A snapshot that is compared with another one. */
export interface ComparedSnapshot {
  readonly files: Manifest;
  readonly isSigned: boolean;
  /** Reads one of its files; undefined if the file is not there. */
  readonly read: (name: string) => Promise<Buffer | undefined>;
}

/** Returns how the coming snapshot differs in kind from the live one, a line for each difference. */
export async function differencesInKind(
  live: ComparedSnapshot,
  coming: ComparedSnapshot,
): Promise<string[]> {
  const found = await differencesInLinks(live, coming);
  const [was, is] = [formOf(live), formOf(coming)];
  for (const part of was) if (!is.has(part)) found.push(`it has no ${part}; what is live has`);
  for (const part of is) if (!was.has(part)) found.push(`it has ${part}; what is live has not`);
  const counts = countsOf(coming.files);
  for (const [list, before] of countsOf(live.files)) {
    const now = counts.get(list) ?? 0;
    // A list may lose its only record: that is an ordinary edit.
    if (now < before / 2 && before > 1) {
      found.push(`${addressOf(list)} has ${now} records; what is live has ${before}`);
    }
  }
  return found;
}

/** Compares base URLs and styles of links. If the first page of a list with more pages is the same, nothing is read. */
async function differencesInLinks(
  live: ComparedSnapshot,
  coming: ComparedSnapshot,
): Promise<string[]> {
  const isSame = (name: string) => live.files.get(name)?.hash === coming.files.get(name)?.hash;
  const heads = [...coming.files.keys()]
    .filter((name) => live.files.has(name) && pageOf(name)?.page)
    .map((name) => pageFile(pageOf(name)!.endpoint));
  if (heads.some(isSame)) return [];
  const found: string[] = [];
  const compare = async (name: string, what: string, of: typeof linksOf): Promise<void> => {
    if (isSame(name)) return;
    const was = of(await valueIn(live, name));
    const is = of(await valueIn(coming, name));
    if (was && is && was !== is) found.push(`${what} ${is}; what is live has ${was}`);
  };
  await compare(pageFile(''), 'its links begin with', baseUrlOf);
  if (heads[0]) await compare(heads[0], 'its links to pages are those of', linksOf);
  else await compare(pageFile(''), 'its links are those of', rootLinksOf);
  return found;
}

/** Returns a file of a snapshot as a parsed value; undefined if the file is missing or was changed. */
async function valueIn({ files, read }: ComparedSnapshot, name: string): Promise<unknown> {
  const bytes = await read(name);
  if (!bytes || hash('sha256', bytes, 'hex') !== files.get(name)?.hash) return undefined;
  const found = readValue(bytes);
  return 'value' in found ? found.value : undefined;
}

/** The flag of `build` that made the links of a page; undefined for a page without a next one. */
function linksOf(page: unknown): string | undefined {
  const next = isObject(page) ? page['next'] : undefined;
  if (typeof next !== 'string') return undefined;
  if (next.includes('/index.json')) return '--links file';
  return /\/(?:page|cursor)\/\d+\//.test(next) ? '--links path' : '--links query';
}

/** The flag of `build` that made the links of a root index, which does not tell pages by path from pages by query. */
function rootLinksOf(root: unknown): string | undefined {
  if (!isObject(root)) return undefined;
  const areFiles = Object.values(root).some((link) => String(link).endsWith('/index.json'));
  return areFiles ? '--links file' : '--links path or query';
}

/** Returns what readers or hosts may rely on besides pages, in words. */
function formOf({ files, isSigned }: ComparedSnapshot): Set<string> {
  const form = new Set<string>();
  if (isSigned) form.add('signature (publish --sign)');
  for (const name of files.keys()) {
    const file = fileBeside(name);
    if (file !== undefined) form.add(`compressed files (${name.slice(file.length)})`);
    else if (BESIDE.includes(name)) form.add(name);
  }
  return form;
}

/** Counts the records of each list. All lookups of one kind count as one list, since single ones come and go. */
function countsOf(files: Manifest): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, { ids }] of files) {
    const list = familyOf(listOf(name) ?? '');
    if (list !== '') counts.set(list, (counts.get(list) ?? 0) + countOf(ids));
  }
  return counts;
}
