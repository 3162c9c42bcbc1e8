// Where a record is published: on pages of its own, and on those of records that embed it. Input: the
// published records and the endpoints. Output: addresses.
import type { Derivation } from '../../engine/link/derive.js';
import { NO_ROW, rowIn } from '../../engine/link/records.js';
import type { RowOf } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import { ListMaker } from '../../engine/write/lists.js';
import { hasPages, type PagePlan, type PageSettings } from '../../engine/write/pages.js';
import type { Source, Template } from '../../engine/write/templates.js';
import { addressOf, type Endpoint } from '../../model/endpoint.js';

/** Where a record is published. */
export interface Published {
  /** The addresses of pages that list it. */
  readonly pages: readonly string[];
  /** The lists with records that embed it. */
  readonly inside: readonly Inside[];
}

interface Inside {
  /** `{id}` stands for all ids, each with an address of its own. */
  readonly address: string;
  readonly records: number;
  readonly pages: number;
}

/** Finds where a record is published. It must not be withheld. */
export function publishedAt(
  endpoints: readonly Endpoint[],
  settings: PageSettings,
  derivation: Derivation,
  { table, row }: RowOf,
): Published {
  const lists = new ListMaker(settings, derivation, endpoints);
  const showing = new Showing(derivation, table.plan.index, row);
  const pages: string[] = [];
  const inside: Inside[] = [];
  for (const endpoint of endpoints) {
    if (!endpoint.records) continue;
    const isOwn = endpoint.records.collection === table.name;
    const cut = lists.of(endpoint).walks.flatMap((walk) => walk.pages);
    const rows = new Set<number>();
    let count = 0;
    for (const page of cut) {
      if (isOwn && page.rows.includes(row)) pages.push(pageAddress(page));
      const shown = hasPages(endpoint) ? page.template && showing.in(page.template) : undefined;
      const some = shown ? page.rows.filter((at) => shown[at] === 1 && !(isOwn && at === row)) : [];
      for (const at of some) rows.add(at);
      if (some.length > 0) count++;
    }
    if (count > 0)
      inside.push({ address: addressOf(endpoint.name), records: rows.size, pages: count });
  }
  return { pages, inside };
}

const pageAddress = ({ file }: PagePlan) => `/${file.replace(/index\.json$/, '')}`;

/** Finds the rows that embed a given record, directly or through other records; by template. */
class Showing {
  readonly #known = new Map<Template, Uint8Array>();
  readonly #tables: readonly Table[];

  constructor(
    derivation: Derivation,
    private readonly table: number,
    private readonly row: number,
  ) {
    this.#tables = [...derivation.tables.values()];
  }

  /** 1 for each row of the template's table that shows the record, or is it. */
  in(template: Template): Uint8Array {
    const known = this.#known.get(template);
    if (known) return known;
    const table = this.#tables[template.table]!;
    const shows = new Uint8Array(table.rows);
    this.#known.set(template, shows); // set before the sources are followed: shapes may embed one another in a ring
    if (template.fragment >= table.plan.fragments.length) return shows; // the template of a text, which embeds nothing
    if (template.table === this.table) shows[this.row] = 1;
    for (const source of template.sources) this.#add(source, template.table, shows);
    return shows;
  }

  #add(source: Source, own: number, shows: Uint8Array): void {
    if (source.kind === 'row') {
      const below = source.templates.map((template) => this.in(template));
      source.rows.forEach((target, row) => {
        if (target !== NO_ROW && below[source.which?.[row] ?? 0]![target]) shows[row] = 1;
      });
    } else if (source.kind === 'inner') {
      const below = this.in(source.template);
      const { which, row, id } = this.#tables[own]!.inner;
      for (let i = 0; i < id.length; i++) {
        if (which[i] !== source.inner) continue;
        const target = rowIn(source.index, id[i]!);
        if (target !== NO_ROW && below[target]) shows[row[i]!] = 1;
      }
    }
  }
}
