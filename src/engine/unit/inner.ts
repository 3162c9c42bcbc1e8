// The references inside a record's lists and parts, and where compiled pieces are: what compiling
// and linking must agree on.
import type { JsonObject } from '../../model/fields.js';

/** The name, in a store, of the bytes of a kind of piece of a unit. */
export const piecesName = (key: string, kind: number): string => `${key}.${kind}`;

/** The ids at the end of a way into a record, each with its JSON Pointer. */
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

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;
