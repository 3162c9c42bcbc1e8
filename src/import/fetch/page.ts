// Reads one page of a list: checks its records, and keeps their ids.
import { readList, UnreadablePage, type Written } from '../../delivery/http/list.js';
import type { Defect } from '../../files/source/defects.js';
import type { Paging } from '../../model/endpoint.js';
import { isId, isObject, type JsonObject } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';
import { Broken, type FetchProblem, problemOf } from './problems.js';
import type { PublishedShape } from './shapes.js';

export interface OriginPage {
  readonly ids: readonly number[];
  /** The number of records in the whole list; undefined if its pages are declared without a count. */
  readonly count: number | undefined;
  /** The link to the next page, as the portal sent it; null on the last page. */
  readonly next: string | null;
  /** The problems of the first 10 invalid records. */
  readonly problems: readonly FetchProblem[];
}

/** The most problems of one page. If many records are wrong, the reason is usually the same. */
const MAX_PROBLEMS = 10;

/** What the pages of a list must look like. */
export interface PageForm {
  readonly paging: Paging;
  readonly shape: PublishedShape;
}

/** Reads a page. `keep`: called with valid records. Throws {@link Broken} if the page cannot be used. */
export function readPage(
  { paging, shape }: PageForm,
  url: string,
  bytes: Buffer,
  keep: (record: JsonObject) => void,
): OriginPage {
  const ids: number[] = [];
  const problems: FetchProblem[] = [];
  const visit = (record: unknown, defect: Defect | undefined, written: () => Written) => {
    const id = isObject(record) ? record['id'] : undefined;
    if (!isObject(record) || !isId(id)) {
      const what = isObject(record) ? `has ${quote(id)} for an id` : `is ${quote(record)}`;
      throw new Broken('record', url, `a record ${what}`, id);
    }
    ids.push(id);
    if (problems.length >= MAX_PROBLEMS) return;
    const read = defect ? { misfit: lossOf(defect) } : shape(record, written);
    if ('record' in read) keep(read.record);
    else problems.push(problemOf('error', 'record', url, read.misfit, id));
  };
  try {
    const envelope = readList({ bytes, end: bytes.length, isTooLarge: false }, visit);
    return { ids, ...aroundOf(paging, url, envelope), problems };
  } catch (error) {
    throw error instanceof UnreadablePage ? new Broken('body', url, error.message) : error;
  }
}

function aroundOf(
  paging: Paging,
  url: string,
  envelope: JsonObject | undefined,
): Pick<OriginPage, 'count' | 'next'> {
  const { style } = paging;
  if (!envelope) {
    if (style === 'array') return { count: undefined, next: null };
    throw new Broken('body', url, 'it is a plain array in the place of a page');
  }
  if (style === 'array') {
    throw new Broken('body', url, 'it is an object in the place of an array');
  }
  const { count, next } = envelope;
  if (next !== null && typeof next !== 'string') {
    throw new Broken('link', url, `next: ${quote(next)} is no address`);
  }
  const counts = style === 'page-number' || (style === 'cursor' && paging.count === true);
  if (!counts) return { count: undefined, next };
  if (Number.isSafeInteger(count) && Number(count) >= 0) return { count: Number(count), next };
  throw new Broken('body', url, `count: ${quote(count)} is no number of records`);
}

/** Describes a defect of a record, such as a key that is there twice. */
function lossOf(defect: Defect): string {
  const place = defect.path || 'the record';
  if (defect.kind === 'duplicate-key') return `${place}: this key is there twice`;
  if (defect.kind === 'surrogate') return `${place}: half of a character, ${defect.half}`;
  if (defect.kind === 'depth') return `${place}: nested too deep`;
  return `${place}: ${defect.source} is no number that can be kept exactly`;
}
