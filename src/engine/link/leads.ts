// Where the references of rows lead, whether they are fields of the record or stand in a list or a part of it.
import type { Derivation } from './derive.js';
import { innerIds } from './records.js';
import { NO_ROW, type Table } from './table.js';

/** A reference of a table's rows. */
export interface Leads {
  readonly target: Table;
  /** Hears of each row that the reference of one row leads to: of the same one perhaps twice where it is in a list. */
  readonly each: (row: number, visit: (target: number) => void) => void;
}

/** The steps to a reference as a path: `certificates.exact_category` for `certificates`, `*`, `exact_category`. */
export const pathOf = (steps: readonly string[]): string =>
  steps.filter((step) => step !== '*').join('.');

/** The reference at a path of names, such as `blog` or `certificates.exact_category`. */
export function leadsAt(derivation: Derivation, table: Table, path: string): Leads {
  const own = table.plan.references.find(({ field }) => field === path);
  if (own) {
    const rows = derivation.rows(table, path);
    return {
      target: derivation.tables.get(own.reference.collection)!,
      each: (row, visit) => {
        if (rows[row] !== NO_ROW) visit(rows[row]!);
      },
    };
  }
  const which = table.plan.inner.findIndex(({ steps }) => pathOf(steps) === path);
  const target = derivation.tables.get(table.plan.inner[which]!.reference.collection)!;
  return {
    target,
    each: (row, visit) => {
      for (const id of innerIds(table.inner, which, row)) {
        const found = target.rowOf(id);
        if (found !== NO_ROW) visit(found);
      }
    },
  };
}
