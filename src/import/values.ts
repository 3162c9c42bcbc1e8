// Changes values of published records by their declared types, also in embedded records and in parts.
import { type Collection, fieldIn } from '../model/collection.js';
import type { Portal } from '../model/endpoint.js';
import { type Field, isObject, type Json, type JsonObject, type Type } from '../model/fields.js';

/** Where a value is. */
export interface ValueOwner {
  readonly collection: string;
  /** The id of the record, as it is given. */
  readonly id: Json | undefined;
  /** The field of the record. */
  readonly name: string;
  /** The innermost field: of the record, or of one of its parts. */
  readonly field: Field;
}

/** Returns the new value; undefined to keep the value, and to continue with the values inside it. */
export type ChangeValue = (value: Json, type: Type, member: ValueOwner) => Json | undefined;

/** Returns a record with changed values. Keys that the shape does not declare stay unchanged. */
export type ChangeRecord = (collection: string, shape: string, record: JsonObject) => JsonObject;

export function changing(portal: Portal, change: ChangeValue): ChangeRecord {
  const collections = new Map<string, Collection>(portal.collections.map((one) => [one.name, one]));
  const changed: ChangeRecord = (collection, shapeName, record) => {
    const declared = collections.get(collection)!;
    const shape = declared.shapes[shapeName]!;
    const { id } = record;
    return withValues(record, (name, value) => {
      if (!shape.keys.includes(name)) return value;
      const field = fieldIn(declared, shape, name);
      const member = { collection, id, name, field };
      return ofType(field.type, value, member, shape.references?.[name]);
    });
  };
  const ofType = (type: Type, value: Json, member: ValueOwner, shape?: string): Json => {
    const taken = change(value, type, member);
    if (taken !== undefined) return taken;
    if (type.kind === 'reference' && isObject(value)) {
      return changed(type.collection, shape ?? type.shape ?? '', value);
    }
    if (type.kind === 'list' && Array.isArray(value)) {
      return value.map((element: Json) => ofType(type.of, element, member));
    }
    if (type.kind !== 'part' || !isObject(value)) return value;
    return withValues(value, (name, inner) => {
      const field = Object.hasOwn(type.fields, name) ? type.fields[name]! : undefined;
      return field ? ofType(field.type, inner, { ...member, field }) : inner;
    });
  };
  return changed;
}

const withValues = (object: JsonObject, change: (name: string, value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.keys(object).map((name) => [name, change(name, object[name]!)]));
