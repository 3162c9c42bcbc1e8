// Finds the records of collections without a list, such as users, that a snapshot shows. A record is shown if a
// published record embeds it or has its id. If shown records have addresses of their own (`/api/user/7/`), the records
// there may show further records.

import { BARE } from '../../model/collection.js';
import type { Endpoint } from '../../model/endpoint.js';
import { once } from '../../model/memo.js';
import { uint8 } from './columns.js';
import type { Derivation } from './derive.js';
import { type Leads, leadsAt, pathOf } from './leads.js';
import type { Table } from './table.js';

/** The rows of a table that are shown in one shape (marked with 1), and the references of that shape to follow. */
interface ShownRows {
  readonly rows: Uint8Array;
  readonly leads: { readonly each: Leads['each']; readonly to: ShownRows }[];
}

/** Finds the rows of collections without a list that are shown if these endpoints are published. */
export class ShownRecords {
  readonly #shown = new Map<string, ShownRows>();

  constructor(
    private readonly derivation: Derivation,
    private readonly endpoints: readonly Endpoint[],
  ) {}

  /**
   * Returns the shown rows of a collection without a list, marked with 1. Undefined for a collection with a list: all
   * of its rows are shown, except the withheld ones.
   */
  rows(table: Table): Uint8Array | undefined {
    return this.#isUnlisted(table) ? this.#all().get(table.name) : undefined;
  }

  readonly #all = once(() => {
    const { tables, withheld } = this.derivation;
    const pending: [ShownRows, row: number][] = [];
    const show = (shown: ShownRows, first: number) => {
      pending.push([shown, first]);
      for (let next = pending.pop(); next; next = pending.pop()) {
        const [{ rows, leads }, row] = next;
        if (rows[row] === 1) continue;
        rows[row] = 1;
        for (const { each, to } of leads) each(row, (target) => pending.push([to, target]));
      }
    };
    for (const { records } of this.endpoints) {
      const table = records && tables.get(records.collection)!;
      if (!table || this.#isUnlisted(table)) continue;
      const gone = withheld?.get(table.name);
      const shown = this.#in(table, records.shape);
      for (let row = 0; row < table.rows; row++) if (!gone?.[row]) show(shown, row);
    }
    const unlisted = [...tables.values()].filter((table) => this.#isUnlisted(table));
    return new Map(unlisted.map((table) => [table.name, this.#in(table, BARE).rows]));
  });

  #in(table: Table, name: string): ShownRows {
    const key = `${table.name} ${name}`;
    const known = this.#shown.get(key);
    if (known) return known;
    const shown: ShownRows = { rows: uint8(table.rows), leads: [] };
    this.#shown.set(key, shown); // set before its leads are made, because shapes may embed one another
    for (const { path, target, shape } of this.#published(table, name)) {
      const { each } = leadsAt(this.derivation, table, path);
      shown.leads.push({ each, to: this.#in(target, shape) });
    }
    if (this.#isUnlisted(table)) {
      // A record that is shown in any shape also counts as shown in `BARE`. If it has an address (`/api/user/7/`), it
      // is published there, so it is also shown in the shape of that endpoint.
      const own = this.endpoints.flatMap(({ records }) =>
        records?.collection === table.name ? [records.shape] : [],
      );
      for (const also of name === BARE ? own : [BARE]) {
        shown.leads.push({ each: (row, visit) => visit(row), to: this.#in(table, also) });
      }
    }
    return shown;
  }

  /**
   * Returns those references of a shape that may lead, directly or through embedded records, to a record of a
   * collection without a list. With each: the table to which it leads, and the shape in which the record there is
   * published.
   */
  #published({ plan }: Table, name: string) {
    const shape = plan.shapes.get(name);
    if (!shape) return [];
    const fragment = plan.fragments[shape.fragment]!;
    const isSame = (key: string) =>
      fragment.keys.includes(key) && fragment.fields[key] === plan.fields[key];
    const all = [
      ...plan.references.map(({ field, reference }) => {
        return { path: [field], reference, shape: shape.references.get(field) };
      }),
      ...plan.inner.map(({ steps, reference }) => {
        return { path: steps, reference, shape: reference.shape };
      }),
    ];
    return all.flatMap(({ path, reference, shape = BARE }) => {
      const target = this.derivation.tables.get(reference.collection)!;
      const leads = isSame(path[0]!) && (shape !== BARE || this.#isUnlisted(target));
      return leads ? [{ path: pathOf(path), target, shape }] : [];
    });
  }

  /** Whether a collection has no list. (In the preview, an endpoint may list an `unlisted` collection.) */
  #isUnlisted({ name, plan }: Table): boolean {
    if (!plan.declared.unlisted) return false;
    const own = this.endpoints.filter(({ records }) => records?.collection === name);
    return own.every(({ paging, lookup }) => paging.style === 'record' || lookup);
  }
}
