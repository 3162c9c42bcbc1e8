// Values of any form (`emoji`, `crm_data`) keep their digits and the order of their keys. So an import handles such a
// value as its JSON text, and writes this text into the data files. An empty list or object stays as it is.
import type { Written } from '../delivery/http/list.js';
import { notePublished, noteWritten } from '../engine/compile/written.js';
import type { Collection } from '../model/collection.js';
import {
  type Fields,
  isAny,
  isObject,
  type Json,
  type JsonObject,
  recordType,
  type Type,
} from '../model/fields.js';

/**
 * Returns a function that remembers how the values of any form in a published record are written, so that `inWriting`
 * replaces them by their texts.
 */
export function notingOf(
  collections: ReadonlyMap<string, Collection>,
  name: string,
): (record: JsonObject, written: () => Written) => void {
  const type = recordType(collections.get(name)!);
  return (record, written) =>
    notePublished(record, type, (embedded) => collections.get(embedded)?.fields, written);
}

/** Returns an object with values of any form instead of their texts. */
export function withFreeValues(object: JsonObject, fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const type = Object.hasOwn(fields, name) ? fields[name]!.type : undefined;
      return [name, type && value !== undefined ? freeValue(value, type) : value];
    }),
  );
}

function freeValue(value: Json, type: Type): Json {
  if (isAny(type) && typeof value === 'string') {
    const parsed: Json = JSON.parse(value);
    noteWritten(parsed, value);
    return parsed;
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.map((element: Json) => freeValue(element, type.of));
  }
  return type.kind === 'part' && isObject(value) ? withFreeValues(value, type.fields) : value;
}
