// Columns of numbers in shared memory, so that all threads read the same bytes. (`slice`, `map` and `from` of a typed
// array make arrays that are not in shared memory.)

export const float64 = (length: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(length * 8));
export const int32 = (length: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(length * 4));
export const uint32 = (length: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(length * 4));
export const uint8 = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));

export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Joins one column of each element of `all` into a new column in shared memory. */
export function joined<T, A extends Column>(
  make: (length: number) => A,
  all: readonly T[],
  partOf: (one: T) => A,
): A {
  const parts = all.map(partOf);
  const column = make(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    column.set(part, at);
    at += part.length;
  }
  return column;
}

/** Copies a column into shared memory. */
export const shared = <A extends Column>(make: (length: number) => A, column: A): A =>
  joined(make, [column], (own) => own);

/** Returns the row numbers: 0, 1, 2 and so on. */
export function rowNumbers(rows: number): Uint32Array {
  return filled(new Uint32Array(rows), (row) => row);
}

/** Whether at least one row has no number (NaN). */
export function hasGaps(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (Number.isNaN(column[row])) return true;
  return false;
}

/** Sets each row of a column to `value(row)`, and returns the column. */
export function filled<A extends Column>(column: A, value: (row: number) => number): A {
  for (let row = 0; row < column.length; row++) column[row] = value(row);
  return column;
}
