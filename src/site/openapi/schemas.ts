// Makes the schemas of published records (JSON Schema 2020-12, which OpenAPI 3.1 uses). Pure functions. Each shape, and
// each object with declared fields inside a record, is a component with a name.
import { BARE, type Collection, fieldIn } from '../../model/collection.js';
import {
  type Field,
  type Fields,
  type Json,
  type JsonObject,
  type Reference,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { jsonSchemaOf } from '../../model/json-schema.js';
import { capital, pascal } from './naming.js';

/** A sentence in the description of each field whose text is HTML. */
export const HTML = 'HTML without scripts, style sheets and forms';

/** Returns the schema of a whole number from `least` to `most`. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): JsonObject => ({
  type: 'integer',
  format: 'int64',
  minimum: least,
  maximum: most,
});

/**
 * Whether a reference is published as an id. `chosen`: the form that the shape of the referring record chooses for the
 * reference. If it chooses none, the reference's own `shape` decides.
 */
export const isShownBare = ({ shape = BARE }: Reference, chosen = shape): boolean =>
  chosen === BARE;

/** The components of a document by name, in the order in which they were first used. */
export class Schemas {
  readonly #collections: ReadonlyMap<string, Collection>;
  readonly #made = new Map<string, JsonObject>();

  constructor(collections: readonly Collection[]) {
    this.#collections = new Map(collections.map((collection) => [collection.name, collection]));
  }

  get all(): JsonObject {
    return Object.fromEntries(this.#made);
  }

  /** Returns a `$ref` to a component. Makes the component when it is used for the first time. */
  component(name: string, make: () => JsonObject): JsonObject {
    if (!this.#made.has(name)) {
      // The name is taken before the schema is made, because shapes may embed each other.
      this.#made.set(name, {});
      // Some client generators use only the title as the name of a type.
      this.#made.set(name, { title: name, ...make() });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns the members of a record. `isAlways`: whether each record has the member. */
  membersOf(collection: string, shape: string) {
    const { $ref } = this.record(collection, shape);
    const { properties, required } = this.#made.get(String($ref).replace(/.*\//, ''))!;
    // `required` is never absent, because a record always has at least its id.
    const always = new Set(required as readonly string[]);
    return Object.entries(properties as Readonly<Record<string, JsonObject>>).map(
      ([key, schema]) => ({ key, schema, isAlways: always.has(key) }),
    );
  }

  /** Returns the schema of a collection's records in one of its shapes. */
  record(collection: string, shape: string): JsonObject {
    const declared = this.#collections.get(collection)!;
    const chosen = declared.shapes[shape]!;
    const owner = pascal(declared.singular);
    const members = chosen.keys.map(
      (key) => [key, fieldIn(declared, chosen, key), chosen.references?.[key]] as const,
    );
    return this.component(shape === 'full' ? owner : owner + pascal(shape), () =>
      this.#object(owner, collection, members),
    );
  }

  /** Returns the schema of an object. All members are required, except those that are left out of some records. */
  #object(
    owner: string,
    holder: string,
    members: readonly (readonly [key: string, field: Field, chosen?: string | undefined])[],
  ): JsonObject {
    const required = members.filter(([, { absent }]) => absent.kind !== 'omitted');
    return {
      type: 'object',
      ...(required.length > 0 && { required: required.map(([key]) => key) }),
      properties: Object.fromEntries(
        members.map(([key, field, chosen]) => {
          const schema = this.#value(field.type, chosen, owner + pascal(key));
          const description = describe(key, field, holder, schema);
          return [key, { ...(description !== '' && { description }), ...schema }];
        }),
      ),
    };
  }

  /**
   * Returns the schema of a value. `chosen`: for a reference, the form that the record's shape chooses, if any. `name`:
   * the name of the component, if the value is an object.
   */
  #value(type: Type, chosen: string | undefined, name: string): JsonObject {
    const schema = this.#kind(type, chosen, name);
    if (!type.nullable) return schema;
    if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
    const choices = schema['enum'] as readonly Json[] | undefined;
    return {
      ...schema,
      type: [schema['type'] as string, 'null'],
      ...(choices && { enum: [...choices, null] }),
    };
  }

  #kind(type: Type, chosen: string | undefined, name: string): JsonObject {
    switch (type.kind) {
      case 'list':
        return {
          type: 'array',
          items: this.#value(type.of, chosen, name.replace(/s$/, '')),
          ...lengthOf(type),
        };
      case 'part':
        return this.component(name, () => this.#part(type.fields, name));
      case 'reference':
        if (isShownBare(type, chosen)) return whole(type.least, type.most);
        return this.record(type.collection, chosen ?? type.shape!);
      case 'integer':
      case 'id':
        return whole(type.least, type.most);
      case 'timestamp':
        // `format` alone would also allow `Z` as the offset; `pattern` alone would also allow days that do not exist.
        return {
          type: 'string',
          format: 'date-time',
          pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?[+-]\\d\\d:\\d\\d$',
        };
      case 'date':
        return { type: 'string', format: 'date' };
      case 'choice': {
        const isText = typeof type.values[0] === 'string';
        return { type: isText ? 'string' : 'integer', enum: type.values };
      }
      case 'any-list':
        return { type: 'array', items: {}, ...lengthOf(type) };
      case 'any-object':
        // Without `additionalProperties`, some client generators make a type without members.
        return { type: 'object', additionalProperties: true };
      default:
        return jsonSchemaOf(type.schema, 'draft-2020-12');
    }
  }

  #part(fields: Fields, name: string): JsonObject {
    return this.#object(name, 'parts beside it', Object.entries(fields));
  }
}

/** Returns the limits of the number of elements in a list, if there are any. */
function lengthOf({ limited, schema }: Type): JsonObject {
  if (!limited) return {};
  const { minItems, maxItems } = jsonSchemaOf(schema, 'draft-2020-12');
  return {
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

/** Returns the description of a field for clients; '' if there is nothing to say. */
function describe(key: string, field: Field, holder: string, schema: JsonObject): string {
  const { about, type, withheldAs } = field;
  const element = type.kind === 'list' ? type.of : type;
  const target = referenceOf(element)?.collection;
  const shown = (schema['items'] ?? schema) as JsonObject;
  const isId = target !== undefined && !('$ref' in shown || 'anyOf' in shown);
  const sentences = [
    about ?? (key === 'id' ? `a number that no other of the ${holder} has` : ''),
    isId ? `${type.kind === 'list' ? 'ids' : 'id'} in ${target}` : '',
    type.kind === 'text' && type.html ? HTML : '',
    withheldAs === undefined ? '' : `the public gets ${JSON.stringify(withheldAs)}`,
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${capital(sentence)}.`)
    .join(' ');
}
