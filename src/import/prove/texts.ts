// Published records as texts that are equal exactly when the records are: whatever the order of their keys, and
// without what a portal withholds of people, or what its origin told in several ways.

import { canonical, canonicalObject } from '../../model/canonical.js';
import { type Collection, fieldIn } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  type Fields,
  isId,
  isObject,
  type Json,
  type JsonObject,
  type Type,
} from '../../model/fields.js';
import type { OfField } from '../split/index.js';

export class Texts {
  readonly #collections: ReadonlyMap<string, Collection>;

  constructor(
    portal: Portal,
    private readonly withholdPersonal: boolean,
    private readonly varies: OfField,
  ) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
  }

  /** The text of each field of a record of a shape, in the order of their names. */
  fields(collection: string, shapeName: string, record: JsonObject): [string, string][] {
    const declared = this.#collections.get(collection)!;
    const shape = declared.shapes[shapeName]!;
    const id = record['id'];
    return members(record).map(([name, value]) => {
      // Of what the origin told several values, no more than one can be published.
      if (isId(id) && this.varies(collection, id, name)) return [name, 'null'];
      // A key that is no field of ours is compared as it is.
      if (!shape.keys.includes(name)) return [name, canonical(value)];
      const field = fieldIn(declared, shape, name);
      const blank = this.#blankOf(field.withheldAs);
      return [name, blank ?? this.#value(value, field.type, shape.references?.[name])];
    });
  }

  #blankOf(withheldAs: Json | undefined): string | undefined {
    return this.withholdPersonal && withheldAs !== undefined ? canonical(withheldAs) : undefined;
  }

  #value(value: Json, type: Type, chosen?: string): string {
    if (type.kind === 'reference' && isObject(value)) {
      return canonicalObject(this.fields(type.collection, chosen ?? type.shape ?? '', value));
    }
    if (type.kind === 'list' && Array.isArray(value)) {
      return `[${value.map((element: Json) => this.#value(element, type.of)).join()}]`;
    }
    if (type.kind === 'part' && isObject(value)) return this.#part(value, type.fields);
    return canonical(value);
  }

  #part(value: JsonObject, fields: Fields): string {
    const texts = members(value).map(([name, member]): [string, string] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const text = field && (this.#blankOf(field.withheldAs) ?? this.#value(member, field.type));
      return [name, text ?? canonical(member)];
    });
    return canonicalObject(texts);
  }
}

/** The members of an object, by their names. */
function members(value: JsonObject): [string, Json][] {
  return Object.keys(value)
    .sort()
    .map((name) => [name, value[name]!]);
}
