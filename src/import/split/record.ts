// Splits a published record into itself and each record embedded in it, as they are in data files: with ids as
// references. Withheld personal fields are left out here, so that no later step can write them.
import { type Collection, fieldIn } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { type Field, isObject, type Json, type JsonObject, type Type } from '../../model/fields.js';

/** Called for a published record, and for each record embedded in it, with the fields that are shown of it. */
export type Observe = (collection: string, shape: string, id: number, fields: JsonObject) => void;

export class Splitter {
  readonly #collections: ReadonlyMap<string, Collection>;

  constructor(
    portal: Portal,
    private readonly withholdPersonal: boolean,
    private readonly observe: Observe,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
  }

  /** Splits a published record, and returns its id. `more`: fields that follow from the address of its list. */
  split(collection: string, shapeName: string, record: JsonObject, more?: JsonObject): number {
    const declared = this.#collections.get(collection)!;
    const shape = declared.shapes[shapeName]!;
    const fields: Record<string, Json> = {};
    for (const key of shape.keys) {
      // A field that only the shape has is computed, and not in data files.
      const own = declared.fields[key];
      const value = record[key];
      if (own === undefined || value === undefined || this.#isWithheld(own)) continue;
      fields[key] = this.#value(value, fieldIn(declared, shape, key).type, shape.references?.[key]);
    }
    const id = fields['id'] as number; // records were checked by their shape when they were fetched
    this.observe(collection, shapeName, id, { ...fields, ...more });
    return id;
  }

  #isWithheld({ withheldAs }: Field): boolean {
    return this.withholdPersonal && withheldAs !== undefined;
  }

  /** `chosen`: the shape in which the enclosing record embeds a reference. */
  #value(value: Json, type: Type, chosen?: string): Json {
    if (type.kind === 'reference' && isObject(value)) {
      return this.split(type.collection, chosen ?? type.shape!, value);
    }
    if (type.kind === 'list' && Array.isArray(value)) {
      return value.map((element: Json) => this.#value(element, type.of));
    }
    if (type.kind !== 'part' || !isObject(value)) return value;
    const part: Record<string, Json> = {};
    for (const [name, field] of Object.entries(type.fields)) {
      const member = value[name];
      if (member === undefined || this.#isWithheld(field)) continue;
      part[name] = this.#value(member, field.type);
    }
    return part;
  }
}
