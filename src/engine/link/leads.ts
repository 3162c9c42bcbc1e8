// Finds the rows to which a reference leads. The reference is a field of the record, or it is inside a list or an
// object.
import type { Derivation } from './derive.js';
import { innerIds } from './records.js';
import { NO_ROW, type Table } from './table.js';

/** A function that follows one reference of the rows of a table, and the table to which it leads. */
export interface Leads {
  readonly target: Table;
  /**
   * Calls `visit` with each row of `target` to which `row` refers. If a list contains an id twice, `visit` is called
   * twice with the same row.
   */
  readonly each: (row: number, visit: (target: number) => void) => void;
}

/** Joins the steps to a reference: `certificates`, `exact_category` become `certificates.exact_category`. */
export const pathOf = (steps: readonly string[]): string => steps.join('.');

/** Returns where the reference at a path leads. Examples of paths are `blog` and `certificates.exact_category`. */
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
