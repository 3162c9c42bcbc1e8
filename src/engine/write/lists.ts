// Makes the pages of endpoints and of published extras. An extra may have an address for each record: with the record
// itself (`/api/user/7/`), or with the records that refer to it (`/api/post/blog/2/` has the posts of blog 2).

import type { Endpoint } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import { withId } from '../../site/address.js';
import { uint32 } from '../link/columns.js';
import type { Derivation } from '../link/derive.js';
import { type Leads, leadsAt } from '../link/leads.js';
import { ShownRecords } from '../link/shown.js';
import { NO_ROW, type Table } from '../link/table.js';
import { cutPages, hasPages, orderRows, type PagePlan, type PageSettings } from './pages.js';
import { Templates } from './templates.js';

/**
 * An endpoint and its pages. A list has one walk. An endpoint with an address for each id has a walk for each id, in the
 * order of ids.
 */
export interface EndpointList {
  readonly endpoint: Endpoint;
  readonly walks: readonly PageWalk[];
}

/** Pages that are linked to each other, from the first page to the last. */
interface PageWalk {
  /** The address of the first page, without `/api/` and the slash at the end: `post/blog/2` for `/api/post/blog/2/`. */
  readonly name: string;
  /** The number of records in the list. */
  readonly count: number;
  readonly pages: readonly PagePlan[];
}

export class ListMaker {
  readonly #templates: Templates;
  readonly #ordered = new Map<string, Uint32Array>();
  readonly #shown: ShownRecords;

  /** `endpoints`: those that decide which records of collections without a list are shown. */
  constructor(
    private readonly settings: PageSettings,
    private readonly derivation: Derivation,
    endpoints: readonly Endpoint[],
  ) {
    this.#templates = new Templates(derivation);
    this.#shown = new ShownRecords(derivation, endpoints.filter(hasPages));
  }

  of(endpoint: Endpoint): EndpointList {
    const { name, records, paging, lookup, record } = endpoint;
    if (!records) return { endpoint, walks: [this.#walk(endpoint, name, new Uint32Array())] };
    const table = this.derivation.tables.get(records.collection)!;
    const rows = memo(this.#ordered, JSON.stringify([table.name, records.order]), () =>
      orderRows(table, records.order, this.derivation, this.#shown.rows(table)),
    );
    const groups =
      lookup !== undefined
        ? this.#grouped(leadsAt(this.derivation, table, lookup.reference), rows)
        : paging.style === 'record'
          ? alone(table, rows, record)
          : undefined;
    // In the order of ids, because the order of the rows in a table is that of the data files.
    const walks = groups
      ? [...groups]
          .sort((a, b) => a.id - b.id)
          .map(({ id, step = id, rows }) => this.#walk(endpoint, withId(name, step), rows))
      : [this.#walk(endpoint, name, rows)];
    return { endpoint, walks };
  }

  /** Groups rows by the published record to which they refer. */
  #grouped({ target, each }: Leads, rows: Uint32Array): Iterable<Group> {
    const gone = this.derivation.withheld?.get(target.name);
    const shown = this.#shown.rows(target);
    return groupedBy(target, each, rows, (row) => !gone?.[row] && (!shown || shown[row] === 1));
  }

  #walk(endpoint: Endpoint, name: string, rows: Uint32Array): PageWalk {
    const { collection = '', shape = '' } = endpoint.records ?? {};
    const table = this.derivation.tables.get(collection);
    const template = table && this.#templates.shape(table, shape);
    const size = this.settings.pageSize(endpoint.name);
    const settings = { ...this.settings, pageSize: () => size };
    const pages = cutPages({ ...endpoint, name }, rows, template, settings);
    return { name, count: rows.length, pages };
  }
}

/** The rows at an address with an id, such as `post/blog/2`, in the order of the list. */
interface Group {
  readonly id: number;
  /** What the address has in place of the id. */
  readonly step?: string | undefined;
  readonly rows: Uint32Array;
}

/** Yields a group for each row. `field`: see `Endpoint.record`. */
function* alone(table: Table, rows: Uint32Array, field: string | undefined): Generator<Group> {
  const texts = field === undefined ? [] : table.collated(field);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    yield { id: table.ids[row]!, step: texts[row], rows: rows.subarray(at, at + 1) };
  }
}

/** Groups rows by the records to which they refer. Each published record has a group, which may be empty. */
function* groupedBy(
  parents: Table,
  each: Leads['each'],
  rows: Uint32Array,
  isPublished: (parent: number) => boolean,
): Generator<Group> {
  // If a row refers to a record twice, the group of that record has the row only once.
  const visit = (hear: (parent: number, row: number) => void) => {
    const last = new Int32Array(parents.rows).fill(NO_ROW);
    for (const row of rows) {
      each(row, (parent) => {
        if (last[parent] === row) return;
        last[parent] = row;
        hear(parent, row);
      });
    }
  };
  // ends[parent] is first the number of rows in the group of `parent`, then the place in `sorted` where the group
  // begins, and finally the place where it ends.
  const ends = new Uint32Array(parents.rows);
  visit((parent) => ends[parent]!++);
  let begin = 0;
  for (let parent = 0; parent < ends.length; parent++) {
    const length = ends[parent]!;
    ends[parent] = begin;
    begin += length;
  }
  const sorted = uint32(begin);
  visit((parent, row) => {
    sorted[ends[parent]!++] = row;
  });
  for (let parent = 0; parent < ends.length; parent++) {
    if (!isPublished(parent)) continue;
    const own = sorted.subarray(ends[parent - 1] ?? 0, ends[parent]);
    yield { id: parents.ids[parent]!, rows: own };
  }
}
