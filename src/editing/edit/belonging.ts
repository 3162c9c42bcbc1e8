// If several records have the same id, finds the companions of one of them by their values.
import { type RowOf, rowKey } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import type { Companion } from '../../model/collection.js';
import { type JsonObject, targetOf } from '../../model/fields.js';
import type { PortalData } from '../workspace/portal-data.js';

/** The rows that have an id, in the order of their files. */
export function rowsOf(table: Table, id: number): RowOf[] {
  const rows: number[] = [];
  table.ids.forEach((own, row) => {
    if (own === id) rows.push(row);
  });
  return table.inPlace(rows).map((row) => ({ table, row }));
}

/** The other records that have the same id as this one. */
export const sharing = ({ table, row }: RowOf): RowOf[] =>
  rowsOf(table, table.ids[row]!).filter((other) => other.row !== row);

export class Belonging {
  constructor(private readonly data: PortalData) {}

  /**
   * The companions that `new` made with a record. `shared`: those that exist only once although several records with
   * this id were made with one each, because git merges two equal lines into one.
   */
  companionsOf(one: RowOf): { readonly own: RowOf[]; readonly shared: (RowOf & { by: string })[] } {
    const all = one.table.plan.declared.companions.map((companion) => {
      const { fitting, others } = this.#fitting(one, companion);
      const sure = fitting.find((row) => !others.has(rowKey(row)));
      const last = fitting.at(-1);
      // If there are at least as many fitting companions as records with this id, the last one belongs to this record.
      const own = sure ?? (fitting.length > sharing(one).length ? last : undefined);
      return { own, shared: !own && last && { ...last, by: companion.by } };
    });
    return {
      own: all.flatMap(({ own }) => own ?? []),
      shared: all.flatMap(({ shared }) => shared || []),
    };
  }

  /** The rows that may be a record's companion, and the keys of those that may belong to another record with its id. */
  #fitting(one: RowOf, companion: Companion) {
    const table = this.data.table(companion.collection);
    const id = one.table.ids[one.row]!;
    const rows: number[] = [];
    table.numbers(companion.by).forEach((by, row) => {
      if (by === id) rows.push(row);
    });
    const all = table.inPlace(rows).map((row): RowOf => ({ table, row }));
    const fit = (owner: RowOf) => {
      const { fields } = owner.table.plan;
      const wanted = companion.fields(this.data.recordOf(owner), (reference) => {
        const named = this.data.recordOf(owner)[reference];
        if (typeof named !== 'number') return undefined;
        return this.data.record(targetOf(fields[reference]!), named);
      });
      return all.filter((row) => wanted && has(this.data.recordOf(row), wanted));
    };
    return { fitting: fit(one), others: new Set(sharing(one).flatMap(fit).map(rowKey)) };
  }
}

/** Whether a record has all of these values; a missing field counts as null. */
function has(record: JsonObject, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => {
    return JSON.stringify(record[name] ?? null) === JSON.stringify(value ?? null);
  });
}
