// Finds the references inside a record's lists and objects. `innerValues` returns the ids of one such reference in
// one record. A shard's column has the ids of all rows: by row, then by reference, then in the order of
// `innerValues`. A finding names an id by its reference (`which`), and by its index among the ids of this reference
// in the row (`nth`).
import { isId, isObject } from '../../model/fields.js';

interface Inner {
  readonly id: number;
  /** The JSON Pointer of the reference. */
  readonly path: string;
}

const NONE: readonly Inner[] = [];

/**
 * Returns the ids at a path such as `certificates`, `exact_category`, from step `at` on. In a list, the path applies to
 * each element. `path`: the pointer of `value`.
 */
export function innerValues(
  value: unknown,
  steps: readonly string[],
  at = 0,
  path = '',
): readonly Inner[] {
  if (Array.isArray(value))
    return value.flatMap((element, i) => innerValues(element, steps, at, `${path}/${i}`));
  const step = steps[at];
  if (step === undefined) return isId(value) ? [{ id: value, path }] : NONE;
  return isObject(value) ? innerValues(value[step], steps, at + 1, `${path}/${step}`) : NONE;
}

/** Returns the index of the first number in a sorted array that is at least `value`; the length if there is none. */
export function firstAtLeast(sorted: Uint32Array | Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
