// The references inside a record's lists and parts: compiling and linking must agree on their order, which
// is by row.
import { isId, isObject } from '../../model/fields.js';

/** The ids that `steps`, from the one at `at` on, lead to in a value; `path`: its JSON Pointer. */
export function* innerValues(
  value: unknown,
  steps: readonly string[],
  at: number,
  path: string,
): Generator<{ readonly id: number; readonly path: string }> {
  if (at === steps.length) {
    if (isId(value)) yield { id: value, path };
  } else if (steps[at] === '*') {
    if (!Array.isArray(value)) return;
    for (let i = 0; i < value.length; i++)
      yield* innerValues(value[i], steps, at + 1, `${path}/${i}`);
  } else if (isObject(value)) {
    yield* innerValues(value[steps[at]!], steps, at + 1, `${path}/${steps[at]}`);
  }
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
