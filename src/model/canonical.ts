// A JSON value as text that is the same for equal values, however their members are ordered.
import { isObject } from './fields.js';

/** JSON with sorted keys. It recurses: nesting that is too deep must be refused before. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const members = keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join()}}`;
}
