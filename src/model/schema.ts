// Types of single values → zod schemas that accept exactly the values that a data file may have. The only
// module that maps kinds of values to zod.
import { z } from 'zod';
import type { Kind, Type } from './fields.js';
import { isDate, isTimestamp } from './time.js';

// Regular expressions for the JSON Schemas, since editors cannot run the functions `isDate` and `isTimestamp`.
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
  'any-object': z.looseObject({}),
  nothing: z.null(),
};

/** A value that is neither a list nor an object of declared fields. */
type Scalar<T extends Kind> = Exclude<T, { kind: 'list' | 'part' }>;

/** The schema of a value. */
export function schemaOf(type: Scalar<Type>): z.ZodType {
  const schema = schemaOfKind(type);
  return type.nullable ? schema.nullable() : schema;
}

/** The schema of a value that is not null. */
export function schemaOfKind(type: Scalar<Kind>): z.ZodType {
  if (type.kind === 'reference') return type.orZero ? idOrZero : id;
  return type.kind === 'choice' ? z.literal(type.values) : plain[type.kind];
}
