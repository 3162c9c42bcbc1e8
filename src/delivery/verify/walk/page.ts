// A page of a list as it was read: what rules need to know of it. The records themselves are not
// kept; they are checked as they arrive.

import { createHash } from 'node:crypto';
import type { Endpoint, ExtraEndpoint, OrderKey, Portal } from '../../../model/endpoint.js';
import { isObject } from '../../../model/fields.js';
import { quote } from '../../../problems/quote.js';
import {
  type Answer,
  type AskFor,
  type Blocks,
  type Head,
  shownStatus,
} from '../../http/answer.js';
import { type ListFrame, parse, readList } from '../../http/list-body.js';
import { type Misfits, PublishedShapes } from '../../http/published.js';
import type { TextBounds } from '../../http/value-stream.js';
import {
  compareRows,
  type RecordFields,
  TreeCheck,
  type TreeFields,
  treeFieldsOf,
} from './order.js';

/** A page that was read, and its records checked. */
export interface CheckedPage {
  readonly url: string;
  readonly answer: Omit<Answer, 'body'>;
  /** The size of the body once its Content-Encoding is undone. */
  readonly size: number;
  /** A digest of the body, once its Content-Encoding is undone. */
  readonly hash: string;
  /** A digest of the records alone. */
  readonly recordsHash: string;
  readonly around: ListFrame;
  /** How many records there are. */
  readonly length: number;
  /** The id of the first record, as messages show it. */
  readonly from: string;
  /** Why a walk cannot go on from here: no answer, a status other than 200, or no list in the body. */
  readonly fault?: string;
  /** The id of each record; NaN if it is no number. */
  readonly ids: readonly number[];
  /** The first and the last record, with the fields that the order compares. */
  readonly ends: readonly [RecordFields, RecordFields] | undefined;
  /** The first records that should not follow the record before them, in words. */
  readonly disorder: readonly string[];
  /** What is wrong with the first records that are not of the declared shape. */
  readonly misfits: readonly string[];
  /** What is inconsistent in the page's trees; undefined for a list whose trees cannot be checked. */
  readonly treeFaults: readonly string[] | undefined;
  /** An estimate, in bytes, of the memory that the page takes while it is kept; never much too low. */
  readonly cost: number;
}

/** Requests a page of an endpoint, and checks each record. */
export type PageReader = (ask: AskFor, url: string) => Promise<CheckedPage>;

const MAX_MISFITS = 5;
const MAX_DISORDER = 20;

/** Makes the reader of an endpoint's pages. `bounds`: the limits of their records. */
export function pageReader(
  portal: Portal,
  endpoint: Endpoint | ExtraEndpoint,
  bounds: TextBounds,
): PageReader {
  const { records, paging } = endpoint;
  const collection = portal.collections.find(({ name }) => name === records?.collection);
  const shape: Misfits = records
    ? new PublishedShapes(portal).of(records.collection, records.shape)
    : () => ['the list is declared to be empty'];
  const reference = 'lookup' in endpoint && endpoint.lookup?.reference;
  const misfits = reference
    ? naming(reference, Number(endpoint.name.split('/').at(-1)), shape)
    : shape;
  const order = records?.order ?? [];
  const shown = collection && treeFieldsOf(collection, records!.shape);
  // Only in a list on one page that is ordered by its trees does each parent stand before its children.
  const isInOrder = paging.style === 'array' && order.some(({ field }) => field === shown?.enter);
  const tree = isInOrder ? shown : undefined;
  return async (ask, url) => {
    const begin = () => new PageReading(order, misfits, tree);
    let reading = begin();
    let body: PageBody | undefined;
    const { body: _, ...answer } = await ask(url, {
      read: async (head, blocks) => {
        reading = begin();
        body = await readBody(head, blocks, reading, bounds);
      },
    });
    if (body && answer.failure === undefined) return reading.page(url, answer, body);
    const fault = shownStatus(answer);
    const none = { size: 0, hash: '', around: { kind: 'none', fault } } as const;
    return begin().page(url, answer, none);
  };
}

/** Adds a check for a lookup: its records must refer to the id that is looked up, if their shape shows that field. */
function naming(reference: string, id: number, misfits: Misfits): Misfits {
  const path = reference.split('.');
  return (record, at) => {
    const isShown = isObject(record) && Object.hasOwn(record, path[0]!);
    const isWrong = isShown && !valuesAt(record, path).includes(id);
    return [...misfits(record, at), ...(isWrong ? [`${reference} does not name ${id}`] : [])];
  };
}

/** The ids at a path in a record, such as `certificates.exact_category`, through lists; also of embedded records. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  if (path.length === 0) return [isObject(value) ? value['id'] : value];
  const below = isObject(value) ? value[path[0]!] : undefined;
  return below === undefined ? [] : valuesAt(below, path.slice(1));
}

type PageBody = Pick<CheckedPage, 'size' | 'hash' | 'around'>;

/** Checks the records of a page one by one, and keeps their ids. */
class PageReading {
  readonly #hash = createHash('sha256');
  readonly #ids: number[] = [];
  readonly #fields: ReadonlySet<string>;
  readonly #misfits: string[] = [];
  readonly #disorder: string[] = [];
  readonly #tree: TreeCheck | undefined;
  #first: RecordFields | undefined;
  #last: RecordFields | undefined;

  constructor(
    private readonly order: readonly OrderKey[],
    private readonly misfits: Misfits,
    tree: TreeFields | undefined,
  ) {
    this.#tree = tree && new TreeCheck(tree);
    this.#fields = new Set([
      'id',
      ...order.map(({ field }) => field),
      ...Object.values(tree ?? {}),
    ]);
  }

  see(bytes: Buffer): void {
    const record = parse(bytes);
    this.#hash.update(bytes);
    const given = isObject(record) ? record : {};
    const row: Record<string, unknown> = {};
    for (const field of this.#fields) row[field] = comparable(given[field]);
    const { id } = row;
    this.#ids.push(typeof id === 'number' ? id : Number.NaN);
    this.#tree?.see(row);
    const before = this.#last;
    this.#first ??= row;
    this.#last = row;
    const found = before && disorderOf(this.order, before, row);
    if (found !== undefined && this.#disorder.length < MAX_DISORDER) this.#disorder.push(found);
    const odd = this.#misfits.length < MAX_MISFITS ? this.misfits(record, '') : [];
    for (const text of odd) this.#misfits.push(`record ${quote(given['id'])}: ${text}`);
  }

  /** The page of an answer, with what was found in its records. */
  page(
    url: string,
    { headers: all, ...answer }: CheckedPage['answer'],
    body: PageBody,
  ): CheckedPage {
    const { around } = body;
    const fault = around.kind === 'none' ? around.fault : undefined;
    const headers = new Map([...all].filter(([name]) => REMEMBERED.has(name)));
    const found = {
      from: quote(this.#first?.['id']),
      ...(fault !== undefined && { fault }),
      ends: this.#first && ([this.#first, this.#last!] as const),
      disorder: this.#disorder,
      misfits: this.#misfits,
      treeFaults: this.#tree?.faults,
    };
    return {
      url,
      answer: { ...answer, headers },
      ...body,
      ...found,
      recordsHash: this.#hash.digest('hex'),
      length: this.#ids.length,
      ids: this.#ids,
      cost:
        PAGE +
        ID * this.#ids.length +
        CHARACTER * JSON.stringify([url, ...headers.values(), around, found]).length,
    };
  }
}

/** Estimates in bytes: of an empty page, an id (also in the set by which repeated ids are found), and a character. */
const PAGE = 2000;
const ID = 16;
const CHARACTER = 3;

/** The most characters by which texts are compared. */
const MAX_TEXT = 1000;

/** A value reduced to what orders compare: no object, and only the beginning of a text. */
function comparable(value: unknown): unknown {
  if (typeof value === 'object') return undefined;
  if (typeof value !== 'string' || value.length <= MAX_TEXT) return value;
  // A copy, since a part of a text keeps the whole one in memory.
  return Buffer.from(value.slice(0, MAX_TEXT)).toString();
}

/** The headers that rules check on pages; others are not kept. */
const REMEMBERED = new Set([
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-type',
  'etag',
  'location',
  'vary',
]);

/** Says which two neighbouring records are out of order; undefined where they are in order. */
export function disorderOf(
  order: readonly OrderKey[],
  before: RecordFields,
  row: RecordFields,
): string | undefined {
  if (compareRows(order, before, row) < 0) return undefined;
  return `record ${quote(row['id'])} behind record ${quote(before['id'])}`;
}

async function readBody(
  head: Head,
  body: Blocks,
  reading: PageReading,
  bounds: TextBounds,
): Promise<PageBody> {
  const digest = createHash('sha256');
  let size = 0;
  const blocks = (async function* () {
    for await (const block of body) {
      digest.update(block);
      size += block.length;
      yield block;
    }
  })();
  const around: ListFrame =
    head.status === 200
      ? await readList(blocks, (bytes) => reading.see(bytes), bounds)
      : { kind: 'none', fault: shownStatus(head) };
  // Reads on after a fault: the hash, by which pages are compared, must cover the whole body.
  for await (const _ of blocks);
  return { size, hash: digest.digest('hex'), around };
}

/** How many records there are on some pages. */
export const recordsOn = (pages: readonly Pick<CheckedPage, 'length'>[]): number =>
  pages.reduce((sum, { length }) => sum + length, 0);

/** The link of a page to its neighbour; null where there is none. */
export function linkOf({ around }: CheckedPage, name: 'next' | 'previous'): unknown {
  return around.kind === 'envelope' ? (around.members[name] ?? null) : null;
}

/** Whether two answers are the same page: the same bytes, or the same records, count and neighbours. */
export function isSamePage(a: CheckedPage, b: CheckedPage): boolean {
  if (a.hash === b.hash) return a.answer.status === b.answer.status;
  if (a.fault !== undefined || b.fault !== undefined) return false;
  const isAlike = a.recordsHash === b.recordsHash && countOf(a) === countOf(b);
  return isAlike && NEIGHBOURS.every((name) => placeOf(a, name) === placeOf(b, name));
}

const NEIGHBOURS = ['next', 'previous'] as const;

/** The page that a link names, without other parameters, which a host may copy from the request. */
function placeOf(page: CheckedPage, name: 'next' | 'previous'): string {
  const link = linkOf(page, name);
  if (typeof link !== 'string' || !URL.canParse(link)) return quote(link);
  const { pathname, searchParams } = new URL(link);
  return [pathname, searchParams.get('page'), searchParams.get('cursor')].join();
}

export function countOf({ around }: CheckedPage): unknown {
  return around.kind === 'envelope' ? around.members.count : undefined;
}
