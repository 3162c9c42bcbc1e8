// The values that a user gives to the fields of a record, by flags or in a form. The name `profile.city` means the field
// `city` of the object in the field `profile`. The value undefined removes a field. Names may stand for ids.
import {
  type Fields,
  fieldAt,
  isObject,
  type Json,
  type JsonObject,
  partOf,
} from '../../model/fields.js';
import { refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';

/** Throws a {@link UsageError} if a name is not that of a field, or is that of the id. */
export function mustBeFields(fields: Fields, values: JsonObject): void {
  for (const name of Object.keys(values)) {
    const [own = '', inner, ...more] = name.split('.');
    const holder = inner === undefined ? fields : partOf(fieldAt(fields, own)?.type);
    const isField = holder && Object.hasOwn(holder, inner ?? own) && own !== 'id';
    if (!isField || more.length > 0)
      throw refused('there is no field {name}: --help lists them', { name: quote(name) });
  }
}

/**
 * Returns the new values of a record's own fields. If only a field of an object gets a value, the object's other fields
 * stay.
 */
export function fieldsWith(record: JsonObject, values: JsonObject): JsonObject {
  const fields: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(values)) {
    const [own = '', inner] = name.split('.');
    const before = Object.hasOwn(fields, own) ? fields[own] : record[own];
    if (inner === undefined) fields[own] = value;
    else if (isObject(before)) {
      const { [inner]: _, ...others } = before;
      fields[own] = value === undefined ? others : { ...before, [inner]: value };
    } else if (value !== undefined && !Object.hasOwn(values, own)) fields[own] = { [inner]: value };
  }
  return fields;
}
