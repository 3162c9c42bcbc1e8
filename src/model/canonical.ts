// Turns a JSON value into a text that is the same for equal values, even if their keys are in another order.
import { isObject } from './fields.js';

/** Returns JSON with sorted keys. Recursive, so the caller must refuse values that are nested too deep. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const members = keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join()}}`;
}
