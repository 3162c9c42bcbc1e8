// Columns of numbers in memory that threads share: what one has worked out, others read without a
// copy. What `slice`, `map` and `from` of an array give is not shared, and would be copied.

export const float64 = (length: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(length * 8));
export const int32 = (length: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(length * 4));
export const uint32 = (length: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(length * 4));
export const uint8 = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));

export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** A part of each of some things, one after another, as one column. */
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

/** A copy that threads share. */
export const shared = <A extends Column>(make: (length: number) => A, column: A): A =>
  joined(make, [column], (own) => own);

/** All rows, in their order. */
export function rowNumbers(rows: number): Uint32Array {
  return filled(new Uint32Array(rows), (row) => row);
}

/** Whether some rows have no number. */
export function hasGaps(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (Number.isNaN(column[row])) return true;
  return false;
}

/** A column that has a value for each row. */
export function filled<A extends Column>(column: A, value: (row: number) => number): A {
  for (let row = 0; row < column.length; row++) column[row] = value(row);
  return column;
}
