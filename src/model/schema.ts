// Types → zod schemas. In: a type, or the fields of a record. Out: a schema that accepts exactly what a
// data file may contain there. The only module that maps kinds of values to zod.
import { z } from 'zod';
import type { Fields, Kind, Type } from './fields.js';
import { isDate, isTimestamp } from './time.js';

// Patterns of texts for the JSON Schemas: editors can match patterns, but cannot run functions.
const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)' +
  '|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';

// Made once: making a schema takes longer than checking a record with it.
const id = z.int().min(1);
const idOrZero = z.int().min(0);
const plain = {
  text: z.string(),
  timestamp: z
    .string()
    .refine(isTimestamp)
    .meta({
      pattern: `^${DAY}T${MINUTE}:[0-5]\\d(?:\\.\\d+)?[+-]${MINUTE}$`,
      patternErrorMessage: 'A timestamp has seconds and an offset: "2026-03-05T10:12:44+03:00".',
    }),
  date: z
    .string()
    .refine(isDate)
    .meta({ pattern: `^${DAY}$`, patternErrorMessage: 'A day of the calendar as YYYY-MM-DD.' }),
  integer: z.int(),
  id,
  boolean: z.boolean(),
  'any-list': z.array(z.unknown()),
  nothing: z.null(),
};

/** The schema of a value. */
export function schemaOf(type: Type): z.ZodType {
  const schema = schemaOfKind(type);
  return type.nullable ? schema.nullable() : schema;
}

/** The schema of a value that is not null. */
export function schemaOfKind(type: Kind): z.ZodType {
  switch (type.kind) {
    case 'reference':
      return type.orZero ? idOrZero : id;
    case 'choice':
      return z.literal(type.values);
    case 'list':
      return z.array(schemaOf(type.of));
    case 'part':
      return schemaOfFields(type.fields);
    default:
      return plain[type.kind];
  }
}

/** The schema of an object in a data file: no fields but these, with the required ones present. */
export function schemaOfFields(fields: Fields): z.ZodType {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, { type, required }]) => {
        const schema = schemaOf(type);
        return [name, required ? schema : schema.optional()];
      }),
    ),
  );
}

/** Compiled schemas: compiling takes longer than checking a hundred records, and a preview rebuilds. */
const compiled = new WeakMap<Fields, z.ZodType>();

/** The schema of records with these fields, compiled once. */
export function recordSchema(fields: Fields): z.ZodType {
  const schema = compiled.get(fields) ?? z.compile(schemaOfFields(fields));
  compiled.set(fields, schema);
  return schema;
}
