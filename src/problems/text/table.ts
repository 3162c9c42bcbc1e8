// Aligns the cells of a table on a terminal.
import { widthOf } from './visible.js';

/** Pads cells to the width of their columns. `ended`: the indexes of the columns that are aligned to the right. */
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
