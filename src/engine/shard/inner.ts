// The references inside a record's lists and parts: compiling and linking must agree on their order, which
// is by row.
import { isId, isObject } from '../../model/fields.js';

/** A reference inside a record. */
interface Inner {
  readonly id: number;
  /** Its JSON Pointer. */
  readonly path: string;
}

const NONE: readonly Inner[] = [];

/** The ids that `steps`, from the one at `at` on, lead to in a value; `path`: the way to it. */
export function innerValues(
  value: unknown,
  steps: readonly string[],
  at = 0,
  path = '',
): readonly Inner[] {
  if (at === steps.length) return isId(value) ? [{ id: value, path }] : NONE;
  const step = steps[at]!;
  if (step !== '*') {
    const member = isObject(value) ? value[step] : undefined;
    return member === undefined ? NONE : innerValues(member, steps, at + 1, `${path}/${step}`);
  }
  if (!Array.isArray(value)) return NONE;
  return value.flatMap((element, i) => innerValues(element, steps, at + 1, `${path}/${i}`));
}

/** The place of the first of some sorted numbers that is at least a value. */
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
