// A snapshot that differs in kind from the one that is live: built for another base URL or another host, without its
// signature, or without most of a list. Publishing such a one is mostly a mistake: it is refused until it is said to be meant.
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
  /** The bytes of one of its files, if they can be had. */
  readonly read: (name: string) => Promise<Buffer | undefined>;
}

/** How the snapshot that is to be published differs in kind from the one that is live, a line each. */
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
    // The last record of a list may well go: that is an edit like others.
    if (now < before / 2 && before > 1) {
      found.push(`${addressOf(list)} has ${now} records; what is live has ${before}`);
    }
  }
  return found;
}

/** Compares the base URL, and how links name pages. A page that is the same in both is proof of both, and nothing is read. */
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
  return found;
}

/** What a file of a snapshot says; undefined where its bytes are not those of the snapshot. */
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

/** What readers or hosts may count on, besides pages. */
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

/** How many records each list shows; all lookups of one kind count as one list, since single ones come and go. */
function countsOf(files: Manifest): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, { ids }] of files) {
    const list = familyOf(listOf(name) ?? '');
    if (list !== '') counts.set(list, (counts.get(list) ?? 0) + countOf(ids));
  }
  return counts;
}
