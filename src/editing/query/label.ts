// What a person knows a record by: its name, or else how its first text begins.

import { type Collection, nameOf, shortened } from '../../model/collection.js';
import type { JsonObject } from '../../model/fields.js';
import { plainText } from '../../model/html/plain-text.js';

/** The label of a record; undefined where it has no text at all. */
export function label(declared: Collection, record: JsonObject): string | undefined {
  const name = nameOf(declared, record);
  if (name !== undefined) return name;
  for (const [field, { type }] of Object.entries(declared.fields)) {
    const value = record[field];
    if (type.kind !== 'text' || typeof value !== 'string') continue;
    const text = shortened(type.html ? plainText(value) : value);
    if (text !== '') return text;
  }
  return undefined;
}
