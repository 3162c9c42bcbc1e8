// Visits a published record and each record embedded in it. Leaves out personal fields here if they are not wanted,
// so that no later step can write them.
import { type Collection, fieldIn } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { type Field, isObject, type Json, type JsonObject, type Type } from '../../model/fields.js';

/**
 * Called for each published record, with the fields that are shown of it. Embedded records come first: what the
 * function returns for them, such as the id, replaces them in the record around.
 */
export type VisitPublished = (
  collection: string,
  shape: string,
  id: number,
  fields: JsonObject,
) => Json;

export class PublishedRecords {
  readonly #collections: ReadonlyMap<string, Collection>;

  constructor(
    portal: Portal,
    private readonly withholdPersonal: boolean,
    private readonly visitOne: VisitPublished,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
  }

  visit(collection: string, shapeName: string, record: JsonObject): Json {
    const declared = this.#collections.get(collection)!;
    const shape = declared.shapes[shapeName]!;
    const keys = shape.keys.filter((key) => !this.#isWithheld(declared.fields[key]));
    const shown = keys.map((key) => [key, fieldIn(declared, shape, key)] as const);
    const fields = this.#shown(record, shown, shape.references);
    // This cast is right, because records were checked when they were fetched.
    return this.visitOne(collection, shapeName, fields['id'] as number, fields);
  }

  /** `references`: by field, the shape of the embedded record, if the field declares another shape. */
  #shown(
    object: JsonObject,
    fields: readonly (readonly [string, Field])[],
    references: Readonly<Record<string, string>> = {},
  ): JsonObject {
    const shown: Record<string, Json> = {};
    for (const [name, field] of fields) {
      const value = object[name];
      if (value === undefined || this.#isWithheld(field)) continue;
      shown[name] = this.#value(value, field.type, references[name]);
    }
    return shown;
  }

  #isWithheld(field: Field | undefined): boolean {
    return this.withholdPersonal && field?.withheldAs !== undefined;
  }

  #value(value: Json, type: Type, chosen?: string): Json {
    if (type.kind === 'reference' && isObject(value)) {
      return this.visit(type.collection, chosen ?? type.shape!, value);
    }
    if (type.kind === 'list' && Array.isArray(value)) {
      return value.map((element: Json) => this.#value(element, type.of));
    }
    if (type.kind !== 'part' || !isObject(value)) return value;
    return this.#shown(value, Object.entries(type.fields));
  }
}
