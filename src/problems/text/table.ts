// Aligns the cells of a table for a terminal. Nothing else measures columns.
import { widthOf } from './visible.js';

/** Pads the cells of rows to the width of their columns. `ended`: the columns that are aligned right. */
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
