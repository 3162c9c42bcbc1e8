// A page of a list as it was read: what rules need to know of it. The records themselves are not
// kept; they are checked as they arrive.

import { createHash } from 'node:crypto';
import type { Endpoint, OrderKey, Portal } from '../../../model/endpoint.js';
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
import { compareRows, type RecordFields, type TreeFields, treeFieldsOf } from './order.js';
import { RecordColumns } from './rows.js';

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
  /** The id of the first record as it stands in a message. */
  readonly from: string;
  /** Why a walk cannot go on from here: no answer, a status other than 200, or no list in the body. */
  readonly fault?: string;
  readonly rows: RecordColumns;
  /** The first and the last record, with the fields that the order compares. */
  readonly ends: readonly [RecordFields, RecordFields] | undefined;
  /** Records that should not follow the one before them: how many, and the first of them in words. */
  readonly disorder: { readonly failed: number; readonly found: readonly string[] };
  /** What is wrong with the first records that are not of the declared shape. */
  readonly misfits: readonly string[];
  /** The memory that it takes while it is remembered, in bytes; never much less than it takes. */
  readonly cost: number;
}

/** How the pages of one endpoint are read. */
export interface PageReader {
  /** Asks for a page, and checks each record. */
  readonly read: (ask: AskFor, url: string) => Promise<CheckedPage>;
  readonly tree: TreeFields | undefined;
}

const MAX_MISFITS = 5;
const MAX_DISORDER = 20;

/** Makes the reader of an endpoint's pages. */
export function pageReader(portal: Portal, endpoint: Endpoint): PageReader {
  const { records } = endpoint;
  const collection = portal.collections.find(({ name }) => name === records?.collection);
  const misfits: Misfits = records
    ? new PublishedShapes(portal).of(records.collection, records.shape)
    : () => ['the list is declared to be empty'];
  const shown = collection && treeFieldsOf(collection, records!.shape);
  // Only a list in the order of its trees shows parents before what is below them.
  const isInOrder = records?.order.some(({ field }) => field === shown?.enter) === true;
  const tree = isInOrder ? shown : undefined;
  const fields = [...new Set(['id', ...Object.values(tree ?? {})])];
  const read = async (ask: AskFor, url: string): Promise<CheckedPage> => {
    const begin = () => new PageReading(fields, records?.order ?? [], misfits);
    let reading = begin();
    let body: PageBody | undefined;
    const { body: _, ...answer } = await ask(url, {
      read: async (head, blocks) => {
        reading = begin();
        body = await readBody(head, blocks, reading);
      },
    });
    if (body && answer.failure === undefined) return reading.page(url, answer, body);
    const fault = shownStatus(answer);
    const none = { size: 0, hash: '', around: { kind: 'none', fault } } as const;
    return begin().page(url, answer, none);
  };
  return { read, tree };
}

type PageBody = Pick<CheckedPage, 'size' | 'hash' | 'around'>;

/** Takes the records of a page one by one, and checks each; keeps its id and its place in a tree. */
class PageReading {
  readonly #hash = createHash('sha256');
  readonly #rows: RecordColumns;
  readonly #ordered: readonly string[];
  readonly #misfits: string[] = [];
  readonly #disorder: string[] = [];
  #failed = 0;
  #first: RecordFields | undefined;
  #last: RecordFields | undefined;

  constructor(
    fields: readonly string[],
    private readonly order: readonly OrderKey[],
    private readonly misfits: Misfits,
  ) {
    this.#rows = new RecordColumns(fields);
    this.#ordered = ['id', ...order.map(({ field }) => field)];
  }

  see(bytes: Buffer): void {
    const record = parse(bytes);
    this.#hash.update(bytes);
    const row = isObject(record) ? record : {};
    this.#rows.push(row);
    this.#compare(row);
    const found = this.#misfits.length < MAX_MISFITS ? this.misfits(record, '') : [];
    for (const text of found) this.#misfits.push(`record ${quote(row['id'])}: ${text}`);
  }

  /** The page of an answer, with what was found in its records. */
  page(
    url: string,
    { headers: all, ...answer }: CheckedPage['answer'],
    body: PageBody,
  ): CheckedPage {
    const { around } = body;
    const fault = around.kind === 'none' ? around.fault : undefined;
    const ends = this.#first && ([this.#first, this.#last!] as const);
    const disorder = { failed: this.#failed, found: this.#disorder };
    const headers = new Map([...all].filter(([name]) => REMEMBERED.has(name)));
    const { keys = [], members = {} } = around.kind === 'envelope' ? around : {};
    const told = [url, fault, ...headers.values(), ...keys, ...Object.values(members)];
    const found = [...this.#misfits, ...this.#disorder, ...(ends ?? []).flatMap(Object.values)];
    return {
      url,
      answer: { ...answer, headers },
      ...body,
      recordsHash: this.#hash.digest('hex'),
      length: this.#rows.length,
      from: quote(this.#rows.ids[0]),
      ...(fault !== undefined && { fault }),
      rows: this.#rows,
      ends,
      disorder,
      misfits: this.#misfits,
      cost: PAGE + costOf([...told, ...found]) + this.#rows.cost,
    };
  }

  #compare(record: RecordFields): void {
    const row: Record<string, unknown> = {};
    for (const field of this.#ordered) row[field] = comparable(record[field]);
    const before = this.#last;
    this.#first ??= row;
    this.#last = row;
    const found = before && disorderOf(this.order, before, row);
    if (found === undefined) return;
    this.#failed++;
    if (this.#disorder.length < MAX_DISORDER) this.#disorder.push(found);
  }
}

/** The memory that an empty page takes, and a text besides its characters, in bytes. */
const PAGE = 2000;
const TEXT = 60;

const costOf = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? TEXT + 2 * value.length : 0),
    0,
  );

/** The most characters by which texts are compared. */
const MAX_TEXT = 1000;

/** A value as orders compare it: no order compares objects, and only the beginning of a text is kept. */
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

async function readBody(head: Head, body: Blocks, reading: PageReading): Promise<PageBody> {
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
      ? await readList(blocks, (bytes) => reading.see(bytes))
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

/** The page that a link names, without the rest of its query: a host may copy that from the request. */
function placeOf(page: CheckedPage, name: 'next' | 'previous'): string {
  const link = linkOf(page, name);
  if (typeof link !== 'string' || !URL.canParse(link)) return quote(link);
  const { pathname, searchParams } = new URL(link);
  return [pathname, searchParams.get('page'), searchParams.get('cursor')].join();
}

export function countOf({ around }: CheckedPage): unknown {
  return around.kind === 'envelope' ? around.members.count : undefined;
}
