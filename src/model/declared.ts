// Turns zod schemas into the `Fields` with which the rest of the program works. This file knows all kinds of zod
// schemas that a portal may use. Any other kind is refused with an error that names the field: `collection.field`.
import * as z from 'zod';
import { checksOf, DeclarationError, rangeIn, refusal } from './check/constraints.js';
import type { Absent, Field, Fields, FromRecord, Json, Kind, Type } from './fields.js';
import type { Marks } from './types.js';

type Schema = z.core.$ZodTypes;
type Checks = ReturnType<typeof checksOf>;
type Meta = Marks & { readonly description?: string | undefined };

/** The fields of a zod object. `path` is for error messages: the collection, or `collection.field`. */
export function fieldsOf(schema: z.ZodObject, path: string): Fields {
  checksOf(schema, path);
  const { shape, catchall } = schema.def;
  if (catchall?._zod.def.type !== 'never')
    throw refusal(path, 'an object with unknown keys (write z.strictObject)');
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema, `${path}.${name}`)]),
  );
}

// The metadata that `.describe()`, `.meta()` and the functions of types.ts have added to a schema.
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
  const { from, isMarkup, description, label, otherwise, filled, computed, mayBeEmpty, personal } =
    meta;
  if (typeof from === 'function') {
    const own = valued(guarded(path, from), inner, path, isNullable);
    absent = { kind: 'own', from: own, ...(isMarkup && { isMarkup }) };
  } else if (from !== undefined) absent = { kind: 'linked', link: from };
  return {
    type: { ...typeOf(inner, meta, path), ...(isNullable && { nullable: true }) },
    required: absent.kind === 'missing',
    absent,
    ...(description !== undefined && { about: description }),
    ...(label !== undefined && { label }),
    ...(otherwise !== undefined && { otherwise }),
    ...(filled && { filled }),
    ...(computed && { computed }),
    ...(mayBeEmpty && { mayBeEmpty: guarded(path, mayBeEmpty) }),
    ...(personal !== undefined && { withheldAs: personal }),
  };
}

/**
 * Wraps a function that a portal declares, such as the check of a rule. If the function throws, the error also says
 * which function it was (`at`), and the id of the record.
 */
export const guarded =
  <A extends [unknown, ...unknown[]], R>(at: string, work: (...args: A) => R) =>
  (...args: A): R => {
    try {
      return work(...args);
    } catch (error) {
      throw failure(at, args[0], `fails with ${error instanceof Error ? error.message : error}`);
    }
  };

/** Wraps the function that computes a field. The new function throws for a value that the field cannot have. */
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
  const checks = checksOf(schema, path);
  const kind = kindOf(schema, meta, checks, path);
  const isTime = kind.kind === 'timestamp' || kind.kind === 'date';
  // A timestamp or a date always has one check: its pattern. A second check would be a limit, such as a latest date.
  if (isTime && checks.length > 1) throw refusal(path, `a ${kind.kind} with limits`);
  const limited = checks.length > 0 && !isTime && !('least' in kind);
  return { ...kind, schema, ...(limited && { limited }) };
}

function kindOf(schema: Schema, meta: Meta, checks: Checks, path: string): Kind {
  const { kind, to, shape, orZero, order } = meta;
  switch (kind) {
    case 'id':
      return { kind, ...rangeIn(checks, path) };
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
        ...rangeIn(checks, path),
        collection: to!,
        ...(shape !== undefined && { shape }),
        ...(orZero && { orZero }),
      };
  }
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
      return { kind: 'integer', ...rangeIn(checks, path) };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'nothing' };
    case 'enum':
    case 'literal':
      return { kind: 'choice', values: choicesOf([...schema._zod.values!], path) };
    case 'array':
      return listOf(def.element as Schema, order, path);
    case 'object':
      if ((def.catchall as Schema | undefined)?._zod.def.type !== 'unknown')
        return { kind: 'part', fields: fieldsOf(schema as z.ZodObject, path) };
      if (Object.keys(def.shape).length > 0) throw refusal(path, 'z.looseObject() with fields');
      return { kind: 'any-object' };
    default:
      throw refusal(path, `z.${def.type}()`);
  }
}

function listOf(element: Schema, order: Meta['order'], path: string): Kind {
  if (element._zod.def.type === 'unknown') return { kind: 'any-list' };
  const of = typeOf(element, metaOf(element), `${path}[]`);
  if (of.kind === 'list' && of.of.kind === 'part')
    throw refusal(path, 'a list of lists of objects');
  return { kind: 'list', of, ...(order && { descending: true }) };
}

/** The values of an enum or a literal. Throws if they are neither all texts nor all whole numbers. */
function choicesOf(values: readonly unknown[], path: string): readonly (string | number)[] {
  const isWord = (value: unknown) => typeof value === 'string';
  if (!values.every(isWord) && !values.every(Number.isSafeInteger))
    throw refusal(path, 'a choice of anything but texts, or but whole numbers,');
  return values as readonly (string | number)[]; // as has just been checked
}
