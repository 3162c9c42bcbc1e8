// A page of a list as it was met: what rules need of it, without its records.
import { createHash } from 'node:crypto';
import type { Endpoint, Portal } from '../model/endpoint.js';
import { quote } from '../problems/messages.js';
import { type Answer, shownStatus, unpacked } from './answer.js';
import { type Around, readList } from './list-body.js';
import { type Row, type TreeFields, treeFieldsOf } from './order.js';
import { isObject, type Misfits, PublishedShapes } from './published.js';

/** A page that was read. */
export interface Page {
  readonly url: string;
  readonly answer: Omit<Answer, 'body'>;
  readonly bytes: number;
  /** Of the bytes; the same for the same page. */
  readonly hash: string;
  /** Of the records alone. */
  readonly recordsHash: string;
  readonly around: Around;
  readonly rows: readonly Row[];
  /** What is wrong with the first records that are not of the declared shape. */
  readonly misfits: readonly string[];
  /** Why there is nothing to walk on from: no answer, another status, no list. */
  readonly fault?: string;
}

/** How the pages of one endpoint are read. */
export interface PageReader {
  readonly read: (answer: Answer) => Promise<Page>;
  readonly tree: TreeFields | undefined;
}

const MAX_MISFITS = 5;

/** Makes the reader of an endpoint's pages. */
export function pageReader(portal: Portal, endpoint: Endpoint): PageReader {
  const { records } = endpoint;
  const collection = portal.collections.find(({ name }) => name === records?.collection);
  const misfits: Misfits = records
    ? new PublishedShapes(portal).of(records.collection, records.shape)
    : () => ['the list is declared to be empty'];
  const tree = collection && treeFieldsOf(collection, records!.shape);
  const orders = records?.order.map(({ field }) => field) ?? [];
  const fields = [...new Set(['id', ...orders, ...Object.values(tree ?? {})])];
  return { read: (answer) => readPage(answer, fields, misfits), tree };
}

async function readPage(
  answer: Answer,
  fields: readonly string[],
  misfits: Misfits,
): Promise<Page> {
  const { body: packed, ...rest } = answer;
  const body = unpacked(answer);
  const rows: Row[] = [];
  const found: string[] = [];
  const records = createHash('sha256');
  const none = (fault: string): Around => ({ kind: 'none', fault });
  const around =
    answer.status !== 200
      ? none(shownStatus(answer))
      : body === undefined
        ? none('its Content-Encoding cannot be undone')
        : await readList(body, (record) => {
            records.update(JSON.stringify(record));
            const row = isObject(record) ? record : {};
            rows.push(Object.fromEntries(fields.map((field) => [field, row[field]])));
            if (found.length >= MAX_MISFITS) return;
            found.push(...misfits(record, '').map((text) => `record ${quote(row['id'])}: ${text}`));
          });
  return {
    url: answer.url,
    answer: rest,
    bytes: packed.length,
    hash: createHash('sha256')
      .update(body ?? packed)
      .digest('hex'),
    recordsHash: records.digest('hex'),
    around,
    rows,
    misfits: found,
    ...(around.kind === 'none' && { fault: around.fault }),
  };
}

/** The link of a page to its neighbour; null where there is none. */
export function linkOf({ around }: Page, name: 'next' | 'previous'): unknown {
  return around.kind === 'envelope' ? (around.members[name] ?? null) : null;
}

/** Whether two answers are the same page: the same bytes, or the same records, count and neighbours. */
export function isSamePage(a: Page, b: Page): boolean {
  if (a.hash === b.hash) return a.answer.status === b.answer.status;
  if (a.fault !== undefined || b.fault !== undefined) return false;
  const isAlike = a.recordsHash === b.recordsHash && countOf(a) === countOf(b);
  return isAlike && NEIGHBOURS.every((name) => placeOf(a, name) === placeOf(b, name));
}

const NEIGHBOURS = ['next', 'previous'] as const;

/** The page that a link names; the rest of its query may be that of the request. */
function placeOf(page: Page, name: 'next' | 'previous'): string {
  const link = linkOf(page, name);
  if (typeof link !== 'string' || !URL.canParse(link)) return quote(link);
  const { pathname, searchParams } = new URL(link);
  return [pathname, searchParams.get('page'), searchParams.get('cursor')].join();
}

export function countOf({ around }: Page): unknown {
  return around.kind === 'envelope' ? around.members['count'] : undefined;
}
