// A JSON value as text that is the same for equal values, however their members are ordered.
import { isObject } from './fields.js';

/** JSON with sorted keys. It recurses: nesting that is too deep must be refused before. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return canonicalObject(keys.map((key) => [key, canonical(value[key])]));
}

/** The same of an object, of whose members, which are in order, there are texts. */
export const canonicalObject = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
