// A page of a list: each record is checked, and its id is kept.
import { type ListFrame, parse, readList } from '../../delivery/http/list-body.js';
import { changesWhenWritten, findDefects } from '../../files/source/defects.js';
import { survives } from '../../files/source/records.js';
import { ValueScan } from '../../files/source/value-scan.js';
import type { Paging } from '../../model/endpoint.js';
import { isId, isObject, type JsonObject } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';
import { Broken, type FetchProblem, problemOf } from './problems.js';
import type { Misfits } from './shapes.js';
import type { Numeric } from './utc.js';

/** A page as it was read. */
export interface OriginPage {
  readonly ids: readonly number[];
  /** How many records the list has, if its pages state it. */
  readonly count: number | undefined;
  /** The link to the next page exactly as the origin sent it; null on the last page. */
  readonly next: string | null;
  /** The problems of the first invalid records. */
  readonly problems: readonly FetchProblem[];
  /** The first record that data files do not get with all its digits and the order of its keys. */
  readonly inexact: number | undefined;
}

/** The most problems of one page: if many records are invalid, it is mostly for the same reason. */
const MAX_PROBLEMS = 10;

/** Reads the pages of one list. */
export class ImportPageReader {
  readonly #scan = new ValueScan();

  constructor(
    private readonly paging: Paging,
    private readonly misfits: Misfits,
    private readonly numeric: Numeric,
  ) {}

  read(url: string, body: Buffer): OriginPage {
    const ids: number[] = [];
    const problems: FetchProblem[] = [];
    let inexact: number | undefined;
    const around = readList(body, (bytes) => {
      const record = parse(bytes);
      const id = isObject(record) ? record['id'] : undefined;
      if (!isObject(record) || !isId(id)) {
        const what = isObject(record) ? `has ${quote(id)} for an id` : `is ${quote(record)}`;
        throw new Broken('record', url, `a record ${what}`, id);
      }
      ids.push(id);
      if (problems.length >= MAX_PROBLEMS) return;
      const [wrong] = [...this.#lost(bytes, record), ...this.misfits(this.numeric(record), '')];
      if (wrong !== undefined) problems.push(problemOf('error', 'record', url, wrong, id));
      else if (inexact === undefined && isInexact(bytes, record)) inexact = id;
    });
    return { ids, ...this.#around(url, around), problems, inexact };
  }

  /** What JSON.parse loses of a record, in words. */
  #lost(bytes: Buffer, record: unknown): string[] {
    this.#scan.run(bytes, 0, bytes.length);
    if (!this.#scan.suspect && survives(record, this.#scan.colons)) return [];
    return findDefects(bytes.toString()).map((defect) => {
      const place = defect.path || 'the record';
      if (defect.kind === 'duplicate-key') return `${place}: this key is there twice`;
      if (defect.kind === 'surrogate') return `${place}: half of a character, ${defect.half}`;
      if (defect.kind === 'depth') return `${place}: nested too deep`;
      return `${place}: ${defect.source} is no number that can be kept exactly`;
    });
  }

  #around(url: string, around: ListFrame): Pick<OriginPage, 'count' | 'next'> {
    if (around.kind === 'none') throw new Broken('body', url, around.fault);
    const { style } = this.paging;
    if (around.kind === 'array') {
      if (style === 'array') return { count: undefined, next: null };
      throw new Broken('body', url, 'it is a plain array in the place of a page');
    }
    if (style === 'array')
      throw new Broken('body', url, 'it is an object in the place of an array');
    const { count, next } = around.members;
    if (next !== null && typeof next !== 'string') {
      throw new Broken('link', url, `next: ${quote(next)} is no address`);
    }
    const counts = style === 'page-number' || (style === 'cursor' && this.paging.count === true);
    if (!counts) return { count: undefined, next };
    if (!Number.isSafeInteger(count) || (count as number) < 0) {
      throw new Broken('body', url, `count: ${quote(count)} is no number of records`);
    }
    return { count: count as number, next };
  }
}

function isInexact(bytes: Buffer, record: JsonObject): boolean {
  const text = bytes.toString();
  // Most texts need not be read again: they are as JSON.stringify writes them.
  return text !== JSON.stringify(record) && changesWhenWritten(text);
}
