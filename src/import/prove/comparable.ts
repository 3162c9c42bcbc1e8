// A published record as it is compared: without what a portal withholds of people, or what its origin told in several
// ways.
import { type Collection, fieldIn } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  type Field,
  isId,
  isObject,
  type Json,
  type JsonObject,
  type Type,
} from '../../model/fields.js';
import type { OfField } from '../split/index.js';

/** Makes a record of a shape comparable. */
export type Comparable = (collection: string, shape: string, record: JsonObject) => JsonObject;

export function comparableIn(
  portal: Portal,
  withholdPersonal: boolean,
  varies: OfField,
): Comparable {
  const collections = new Map<string, Collection>(portal.collections.map((one) => [one.name, one]));
  const comparable: Comparable = (collection, shapeName, record) => {
    const declared = collections.get(collection)!;
    const shape = declared.shapes[shapeName]!;
    const { id } = record;
    return withValues(record, (name, value) => {
      // Of what the origin told several values, no more than one can be published.
      if (isId(id) && varies(collection, id, name)) return null;
      // A key that is no field of ours is compared as it is.
      if (!shape.keys.includes(name)) return value;
      return ofField(fieldIn(declared, shape, name), value, shape.references?.[name]);
    });
  };
  const ofField = ({ type, withheldAs }: Field, value: Json, shape?: string): Json =>
    withholdPersonal && withheldAs !== undefined ? withheldAs : ofType(type, value, shape);
  const ofType = (type: Type, value: Json, shape?: string): Json => {
    if (type.kind === 'reference' && isObject(value)) {
      return comparable(type.collection, shape ?? type.shape ?? '', value);
    }
    if (type.kind === 'list' && Array.isArray(value)) {
      return value.map((element: Json) => ofType(type.of, element));
    }
    if (type.kind !== 'part' || !isObject(value)) return value;
    return withValues(value, (name, member) =>
      Object.hasOwn(type.fields, name) ? ofField(type.fields[name]!, member) : member,
    );
  };
  return comparable;
}

const withValues = (object: JsonObject, change: (name: string, value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.keys(object).map((name) => [name, change(name, object[name]!)]));
