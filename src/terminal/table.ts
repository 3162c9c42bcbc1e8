// Cells in the columns of a terminal: the one place where columns are measured.
import { widthOf } from './visible.js';

/** Rows whose cells are as wide as their columns; in those that are `ended` texts end together. */
export function inColumns(
  rows: readonly (readonly string[])[],
  ended: readonly number[] = [],
): string[][] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    });
  }
  return rows.map((row) =>
    row.map((cell, i) => {
      const space = ' '.repeat(widths[i]! - widthOf(cell));
      return ended.includes(i) ? space + cell : cell + space;
    }),
  );
}
