// The extras that are switched on → their pages: further lists, and for each id a record by itself, or
// the records that refer to it. Pages are made as they are asked for, since there may be millions.
import { memo } from '../../memo.js';
import type { Endpoint, ExtraEndpoint } from '../../model/endpoint.js';
import { targetOf } from '../../model/fields.js';
import { withoutId } from '../../site/address.js';
import type { Derivation } from '../link/derive.js';
import { NO_ROW, type Table } from '../link/table.js';
import { cutPages, orderRows, type Page, type PageSettings } from './pages.js';

/** An endpoint, or one for each id, and its pages. */
export interface PagedEndpoint {
  readonly endpoint: Endpoint & Pick<ExtraEndpoint, 'lookup'>;
  readonly table: Table | undefined;
  readonly shape: string;
  readonly pages: Iterable<Page>;
  /** How many pages there are. */
  readonly count: number;
}

/** The pages of extras. */
export function extraPages(
  extras: readonly ExtraEndpoint[],
  settings: PageSettings,
  derivation: Derivation,
): PagedEndpoint[] {
  const { tables, withheld } = derivation;
  const ordered = new Map<string, Uint32Array>();
  return extras.flatMap((endpoint) => {
    if (!endpoint.records) return [];
    const { collection, shape, order } = endpoint.records;
    const table = tables.get(collection)!;
    const rows = memo(ordered, JSON.stringify([collection, order]), () =>
      orderRows(table, order, derivation, withheld),
    );
    return [{ endpoint, table, shape, ...pagesOf(endpoint, table, rows, settings, derivation) }];
  });
}

function pagesOf(
  endpoint: ExtraEndpoint,
  table: Table,
  rows: Uint32Array,
  settings: PageSettings,
  derivation: Derivation,
): Pick<PagedEndpoint, 'pages' | 'count'> {
  const { name, lookup, paging } = endpoint;
  if (!lookup && paging.style !== 'record') {
    const pages = cutPages(endpoint, rows, settings);
    return { pages, count: pages.length };
  }
  const groups = lookup ? groupedBy(lookup.by, table, rows, derivation) : alone(table, rows);
  const size = settings.pageSize(name);
  const cut = ({ id, rows: own }: Group) => {
    const one = { ...endpoint, name: `${withoutId(name)}/${id}` };
    return cutPages(one, own, { ...settings, pageSize: () => size });
  };
  let count = 0;
  for (const group of groups) count += cut(group).length;
  return { pages: iterable(() => pagesIn(groups, cut)), count };
}

function* pagesIn(groups: Iterable<Group>, cut: (group: Group) => Page[]): Generator<Page> {
  for (const group of groups) yield* cut(group);
}

/** What can be gone through more than once. */
const iterable = <T>(begin: () => Generator<T>): Iterable<T> => ({ [Symbol.iterator]: begin });

/** The rows that are published at the address of one id, in their order. */
interface Group {
  readonly id: number;
  readonly rows: Uint32Array;
}

/** Each row by itself. */
const alone = (table: Table, rows: Uint32Array): Iterable<Group> =>
  iterable(function* () {
    for (let at = 0; at < rows.length; at++) {
      yield { id: table.ids[rows[at]!]!, rows: rows.subarray(at, at + 1) };
    }
  });

/** Groups rows by the published record that a reference of theirs names; each such record has a group. */
function groupedBy(
  reference: string,
  table: Table,
  rows: Uint32Array,
  derivation: Derivation,
): Iterable<Group> {
  const parents = derivation.tables.get(targetOf(table.plan.fields[reference]!))!;
  const gone = derivation.withheld?.get(parents.name);
  const parentOf = derivation.rows(table, reference);
  // ends[parent]: first how many rows it has, then where they begin, and at last where they end.
  const ends = new Uint32Array(parents.rows);
  for (const row of rows) if (parentOf[row] !== NO_ROW) ends[parentOf[row]!]!++;
  let begin = 0;
  for (let parent = 0; parent < ends.length; parent++) {
    const length = ends[parent]!;
    ends[parent] = begin;
    begin += length;
  }
  const sorted = new Uint32Array(begin);
  for (const row of rows) {
    if (parentOf[row] !== NO_ROW) sorted[ends[parentOf[row]!]!++] = row;
  }
  return iterable(function* () {
    for (let parent = 0; parent < ends.length; parent++) {
      if (gone?.[parent]) continue;
      const own = sorted.subarray(ends[parent - 1] ?? 0, ends[parent]);
      yield { id: parents.ids[parent]!, rows: own };
    }
  });
}
