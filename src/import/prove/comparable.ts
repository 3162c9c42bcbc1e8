// Prepares published records for comparing a build with an origin: fields that vary become null, and withheld personal
// fields are blanked, also in embedded records and in parts. Keys that are not declared stay unchanged.
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
import type { Known } from '../split/known.js';

export class Comparable {
  readonly #collections: ReadonlyMap<string, Collection>;

  constructor(
    portal: Portal,
    private readonly withholdPersonal: boolean,
    private readonly known: Known,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
  }

  /** Returns a record of a collection, which is published in a shape. */
  of(collection: string, shapeName: string, record: JsonObject): JsonObject {
    const declared = this.#collections.get(collection)!;
    const shape = declared.shapes[shapeName]!;
    const { id } = record;
    return withValues(record, (name, value) => {
      if (!shape.keys.includes(name)) return value;
      // If the origin showed several values, the build can publish only one of them.
      if (isId(id) && this.known.varies(collection, id, name)) return null;
      return this.#field(fieldIn(declared, shape, name), value, shape.references?.[name]);
    });
  }

  #field({ type, withheldAs }: Field, value: Json, shape?: string): Json {
    const isWithheld = this.withholdPersonal && withheldAs !== undefined;
    return isWithheld ? withheldAs : this.#value(type, value, shape);
  }

  #value(type: Type, value: Json, shape?: string): Json {
    if (type.kind === 'reference' && isObject(value)) {
      return this.of(type.collection, shape ?? type.shape ?? '', value);
    }
    if (type.kind === 'list' && Array.isArray(value)) {
      return value.map((element: Json) => this.#value(type.of, element));
    }
    if (type.kind !== 'part' || !isObject(value)) return value;
    return withValues(value, (name, inner) => {
      const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
      return field ? this.#field(field, inner) : inner;
    });
  }
}

const withValues = (object: JsonObject, change: (name: string, value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.keys(object).map((name) => [name, change(name, object[name]!)]));
