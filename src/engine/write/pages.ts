// Divides a list into pages: the rows of each page, its file, and its links (PROMISES.md §3.1 to §3.3). Pure functions.
import type { Endpoint, OrderKey } from '../../model/endpoint.js';
import { IN_FEED } from '../../model/feed.js';
import { isText } from '../../model/fields.js';
import { type AddressSettings, type PageName, pageFile, pageLink } from '../../site/address.js';
import { envelope } from '../../site/envelope.js';
import { filled, hasGaps, uint32 } from '../link/columns.js';
import type { Derivation } from '../link/derive.js';
import { compareInstants, type Table } from '../link/table.js';
import type { InstantColumn } from '../shard/format.js';
import type { Template } from './templates.js';

/** A page to make: JSON with some rows of a list. Plain data, which can be sent to threads. */
export interface PagePlan {
  readonly file: string;
  /** The shape of the records, and its template. `''` and undefined if the endpoint lists no collection. */
  readonly shape: string;
  readonly template: Template | undefined;
  /** The JSON before the first record (`head`), between two records, and after the last record (`tail`). */
  readonly head: string;
  readonly separator: string;
  readonly tail: string;
  readonly rows: Uint32Array;
}

export interface PageSettings extends AddressSettings {
  /** Returns how many records a usual page of an endpoint has. */
  readonly pageSize: (endpoint: string) => number;
}

/**
 * Returns the published rows of a table in the order of a list. `shown`: 1 for each row that is shown; undefined if all
 * rows are shown.
 */
export function orderRows(
  table: Table,
  order: readonly OrderKey[],
  derivation: Derivation,
  shown?: Uint8Array,
): Uint32Array {
  const gone = derivation.withheld?.get(table.name);
  const compare = order.map((key) => comparator(table, key, derivation));
  // This is an array, not a typed array, because V8 sorts an array that is already in order (or in reverse order) in
  // one pass. Most data files are in order.
  const published: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (!gone?.[row] && (!shown || shown[row] === 1)) published.push(row);
  }
  published.sort((a, b) => {
    for (const by of compare) {
      const result = by(a, b);
      if (result !== 0) return result;
    }
    return 0;
  });
  return filled(uint32(published.length), (at) => published[at]!);
}

function comparator(
  table: Table,
  key: OrderKey,
  derivation: Derivation,
): (a: number, b: number) => number {
  const sign = key.descending ? -1 : 1;
  const { type } = table.plan.fields[key.field]!;
  if (table.plan.instants.includes(key.field) && key.collated === undefined) {
    const column = nullsFirst(derivation.instants(table, key.field));
    return (a, b) => sign * compareInstants(column, a, b);
  }
  if (!table.plan.published.has(key.field)) {
    const numbers = derivation.numbers(table, key.field);
    return (a, b) => sign * (numbers[a]! - numbers[b]!);
  }
  const texts = table.collated(key.field);
  if (!isText(type) && type.kind !== 'boolean') {
    const numbers = texts.map((text) => (text === '' ? Number.NEGATIVE_INFINITY : Number(text)));
    return (a, b) => sign * (numbers[a]! === numbers[b]! ? 0 : numbers[a]! - numbers[b]!);
  }
  const compare =
    key.collated === undefined ? compareCodePoints : new Intl.Collator(key.collated).compare;
  return (a, b) => sign * compare(texts[a]!, texts[b]!);
}

const nullsFirst = ({ seconds, ...column }: InstantColumn): InstantColumn => ({
  ...column,
  seconds: hasGaps(seconds)
    ? seconds.map((at) => (Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at))
    : seconds,
});

/**
 * Compares texts by code points. With `<`, JavaScript compares UTF-16 units, so it puts an emoji (U+1F600, which is
 * D83D DE00) before `！` (U+FF01).
 */
function compareCodePoints(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; ) {
    const [one, other] = [a.codePointAt(at)!, b.codePointAt(at)!];
    if (one !== other) return one - other;
    at += one > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/** Whether an endpoint has pages. A feed has none: it has only some texts of records. */
export const hasPages = ({ paging }: Endpoint): boolean => paging.style !== 'feed';

/** Divides a list into pages. An empty list has one page. For a feed, each of the newest records is a page instead. */
export function cutPages(
  endpoint: Endpoint,
  rows: Uint32Array,
  template: Template | undefined,
  settings: PageSettings,
): PagePlan[] {
  const { name, paging } = endpoint;
  const made = { shape: endpoint.records?.shape ?? '', template };
  if (paging.style === 'array') {
    return [{ file: pageFile(name), ...made, ...envelope(undefined), rows }];
  }
  const nothing = { head: '', separator: '', tail: '' };
  if (paging.style === 'feed') {
    const newest = Array.from(rows.subarray(0, IN_FEED), (row) => Uint32Array.of(row));
    return newest.map((rows) => ({ file: pageFile(name), ...made, ...nothing, rows }));
  }
  if (paging.style === 'record') {
    return [{ file: pageFile(name), ...made, ...nothing, rows }];
  }
  if (paging.style === 'lines') {
    const lines = { head: '', separator: '\n', tail: rows.length > 0 ? '\n' : '' };
    return [{ file: pageFile(name), ...made, ...lines, rows }];
  }
  const size = settings.pageSize(name);
  const cuts =
    paging.style === 'page-number'
      ? evenCuts(rows.length, size)
      : stillCuts(rows.length, size, paging.newest);
  const withCount = paging.style === 'page-number' || paging.count;
  const pageName = (index: number): PageName | undefined => {
    if (index === 0) return undefined;
    if (paging.style === 'page-number') return { parameter: 'page', value: index + 1 };
    // A cursor is the number of a page, counted from the end of the list at which no records are added. So a page keeps
    // its cursor when records are added.
    const value = paging.newest === 'first' ? cuts.length - index : index + 1;
    return { parameter: 'cursor', value };
  };
  const link = (index: number) =>
    index < 0 || index >= cuts.length ? null : pageLink(settings, name, pageName(index));
  return cuts.map(([from, to], index) => ({
    file: pageFile(name, pageName(index)),
    ...made,
    ...envelope({
      ...(withCount && { count: rows.length }),
      next: link(index + 1),
      previous: link(index - 1),
    }),
    rows: rows.subarray(from, to),
  }));
}

type Cut = readonly [from: number, to: number];

/** Divides a list into pages of the same size: 45 rows in pages of 20 are 0–19, 20–39 and 40–44. */
function evenCuts(length: number, size: number): Cut[] {
  const pages = Math.max(1, Math.ceil(length / size));
  return Array.from({ length: pages }, (_, i) => [i * size, Math.min(length, (i + 1) * size)]);
}

/**
 * Divides a list into pages, beginning at the end at which no records are added, so that full pages keep their records.
 * The page at the end at which records are added has `size` to `2 × size - 1` records, or fewer if it is the only page.
 * For example, if the newest records come first, 45 rows in pages of 20 are 0–24 and 25–44.
 */
function stillCuts(length: number, size: number, newest: 'first' | 'last'): Cut[] {
  const pages = Math.max(1, Math.floor(length / size));
  const growing = length - (pages - 1) * size;
  return Array.from({ length: pages }, (_, i) => {
    if (newest === 'last') return [i * size, i === pages - 1 ? length : (i + 1) * size];
    return [i === 0 ? 0 : growing + (i - 1) * size, growing + i * size];
  });
}
