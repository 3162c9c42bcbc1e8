// Declarations in zod → the fields by which the rest of the program works. All schemas that a portal may use are listed here;
// any other is refused when the portal is made, with collection and field.
import { z } from 'zod';
import type { Absent, Field, Fields, FromRecord, Json, Type } from './fields.js';
import type { Marks } from './types.js';

/** Thrown for a declaration that cannot be published: `collection.field: why`. */
export class DeclarationError extends Error {}

type Schema = z.core.$ZodTypes;
type Meta = Marks & { readonly description?: string | undefined };

/** The fields of a zod object. `path`: the name of the collection, or the path of a part in it. */
export function fieldsOf({ shape }: z.ZodObject, path: string): Fields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema, `${path}.${name}`)]),
  );
}

// Only the functions of types.ts set marks.
const metaOf = (schema: z.core.$ZodType): Meta => z.globalRegistry.get(schema) ?? {};

function fieldOf(schema: z.core.$ZodType, path: string): Field {
  let absent: Absent = { kind: 'missing' };
  let isNullable = false;
  let inner = schema as Schema;
  let meta = metaOf(inner);
  for (;;) {
    const { def } = inner._zod;
    if (def.type === 'default' || def.type === 'prefault')
      absent = { kind: 'constant', value: def.defaultValue as Json };
    else if (def.type === 'optional') absent = { kind: 'omitted' };
    else if (def.type === 'nullable') isNullable = true;
    else break;
    inner = def.innerType as Schema;
    meta = { ...metaOf(inner), ...meta };
  }
  const { from, isMarkup, description, filled, computed, personal } = meta;
  if (typeof from === 'function') {
    const own = valued(guarded(path, from), inner, path, isNullable);
    absent = { kind: 'own', from: own, ...(isMarkup && { isMarkup }) };
  } else if (from !== undefined) absent = { kind: 'linked', link: from };
  return {
    type: { ...typeOf(inner, meta, path), ...(isNullable && { nullable: true }) },
    required: absent.kind === 'missing',
    absent,
    ...(description !== undefined && { about: { en: description, ru: description } }),
    ...(filled && { filled }),
    ...(computed && { computed }),
    ...(personal !== undefined && { withheldAs: personal }),
  };
}

/** A function of a declaration, which fails with its place: `collection.field`. It gets records whose types are right. */
export const guarded =
  <A extends [unknown, ...unknown[]], R>(at: string, work: (...args: A) => R) =>
  (...args: A): R => {
    try {
      return work(...args);
    } catch (error) {
      throw failure(at, args[0], `fails with ${error instanceof Error ? error.message : error}`);
    }
  };

/** What a field is derived from must give values of its type, or undefined. */
const valued =
  (from: FromRecord, schema: Schema, path: string, isNullable: boolean): FromRecord =>
  (self, ...owners) => {
    const value = from(self, ...owners);
    if (value === undefined || (value === null && isNullable)) return value;
    if (z.safeParse(schema, value).success) return value;
    throw failure(path, self, `gives ${JSON.stringify(value)}, which is no value of the field`);
  };

function failure(at: string, record: unknown, what: string): DeclarationError {
  const { id } = Object(record) as { readonly id?: unknown };
  return new DeclarationError(`${at}: its function ${what}, for the record ${String(id)}`);
}

function typeOf(schema: Schema, meta: Meta, path: string): Type {
  const { kind, to, shape, orZero, order } = meta;
  switch (kind) {
    case 'id':
    case 'timestamp':
    case 'date':
      return { kind };
    case 'html':
      return { kind: 'text', html: true, long: true };
    case 'long-text':
      return { kind: 'text', long: true };
    case 'reference':
      return {
        kind,
        collection: to!,
        ...(shape !== undefined && { shape }),
        ...(orZero && { orZero }),
      };
  }
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      mustHaveNoChecks(schema, path);
      return { kind: 'text' };
    case 'number':
      if (!isInteger(def)) throw refusal(path, 'a number with a fraction');
      mustHaveNoChecks(schema, path);
      return { kind: 'integer' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'nothing' };
    case 'enum':
      return { kind: 'choice', values: Object.values(def.entries) };
    case 'literal':
      return { kind: 'choice', values: def.values as (string | number)[] };
    case 'array':
      return listOf(def.element as Schema, order, path);
    case 'object':
      if ((def.catchall as Schema | undefined)?._zod.def.type === 'unknown') {
        return { kind: 'any-object' };
      }
      return { kind: 'part', fields: fieldsOf(schema as z.ZodObject, path) };
    default:
      throw refusal(path, `z.${def.type}()`);
  }
}

function listOf(element: Schema, order: Meta['order'], path: string): Type {
  if (element._zod.def.type === 'unknown') return { kind: 'any-list' };
  const of = typeOf(element, metaOf(element), `${path}[]`);
  return { kind: 'list', of, ...(order && { descending: true }) };
}

const isInteger = (def: z.core.$ZodNumberDef): boolean =>
  'format' in def && def.format === 'safeint';

function mustHaveNoChecks(schema: Schema, path: string): void {
  const [check] = schema._zod.def.checks ?? [];
  if (check) throw refusal(path, `a value with the check ${check._zod.def.check}`);
}

const refusal = (path: string, what: string) =>
  new DeclarationError(`${path}: ${what} cannot be published`);

/** Fields with what they say of themselves in Russian, too. `russian`: by the English text. */
export const translated = (fields: Fields, russian: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { about, type, ...field }]) => {
      const words = about && { about: { en: about.en, ru: russian[about.en] ?? about.en } };
      return [name, { ...field, ...words, type: translatedType(type, russian) }];
    }),
  );

function translatedType(type: Type, russian: Readonly<Record<string, string>>): Type {
  if (type.kind === 'list') return { ...type, of: translatedType(type.of, russian) };
  return type.kind === 'part' ? { ...type, fields: translated(type.fields, russian) } : type;
}
