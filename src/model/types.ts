// What a value in a data file may be: a zod schema for its shape, and beside it what a schema
// cannot say (which collection an id points into, what a list holds, what a part consists of).
import { z } from 'zod';
import { type Fields, schemaOf, type Written } from './fields.js';
import { isDate, isTimestamp } from './time.js';

/** A kind of value; `T` is its form in a data file. */
export interface Type<T = unknown> {
  readonly schema: z.ZodType<T>;
  /** The value is the id of the record or part that holds it, or of one around it. */
  readonly id?: boolean;
  /** The value is an id in this collection. */
  readonly reference?: Reference;
  /** The value is a list of this. */
  readonly list?: Type;
  /** A list that is published by descending id of its elements. */
  readonly descending?: boolean;
  /** The value is an object of these fields. */
  readonly part?: Fields;
  /** Elements or members are any JSON, published as they are (spec.md §2.14). */
  readonly anyJson?: boolean;
  /** The value orders as an instant. */
  readonly instant?: boolean;
  /** The value is HTML that must be safe to show (contract §2.1). */
  readonly html?: boolean;
}

/** An id in a collection: embedded as an object of one of its shapes, or published bare. */
export interface Reference {
  readonly collection: string;
  readonly shape?: string;
}

// What a text must look like, for those who can only match patterns: editors, by JSON Schema.
const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)' +
  '|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';

const text_ = z.string();
const integer = z.int();
const id_ = z.int().min(1);

export const text: Type<string> = { schema: text_ };
export const html: Type<string> = { schema: text_, html: true };
export const int: Type<number> = { schema: integer };
export const flag: Type<boolean> = { schema: z.boolean() };
/** An id: an integer from 1 to 2^53-1. */
export const id: Type<number> = { schema: id_, id: true };
/** A date-time with seconds and a numeric offset, such as `2026-03-05T10:12:44+03:00`. */
export const timestamp: Type<string> = {
  schema: text_.refine(isTimestamp, { params: { code: 'bad-timestamp' } }).meta({
    pattern: `^${DAY}T${MINUTE}:[0-5]\\d(?:\\.\\d+)?[+-]${MINUTE}$`,
    patternErrorMessage: 'A timestamp has seconds and an offset: "2026-03-05T10:12:44+03:00".',
  }),
  instant: true,
};
/** `YYYY-MM-DD`. */
export const date: Type<string> = {
  schema: text_.refine(isDate, { params: { code: 'bad-date' } }).meta({
    pattern: `^${DAY}$`,
    patternErrorMessage: 'A day of the calendar as YYYY-MM-DD.',
  }),
};
/** A field that is always null, as observed (spec.md). */
export const nothing: Type<null> = { schema: z.null() };
/** A list whose elements `spec.md` does not show. */
export const anyList: Type<unknown[]> = { schema: z.array(z.unknown()), anyJson: true };

/** One of these texts or numbers. */
export function oneOf<const T extends string | number>(...values: [T, ...T[]]): Type<T> {
  return { schema: z.literal(values) };
}

export function nullable<T>(type: Type<T>): Type<T | null> {
  return { ...type, schema: type.schema.nullable() };
}

export function list<T>(type: Type<T>): Type<T[]> {
  return { schema: z.array(type.schema), list: type };
}

/** A list of parts with ids, published by descending id whatever its order in the file. */
export function listByDescendingId<T>(type: Type<T>): Type<T[]> {
  return { ...list(type), descending: true };
}

/** An object inside a record, with fields of its own. */
export function part<const F extends Fields>(fields: F): Type<Written<F>> {
  return { schema: schemaOf(fields), part: fields };
}

/** `→ collection`: an id that the API replaces by the record, in one of its shapes. It must exist. */
export function embeds(collection: string, shape: string): Type<number> {
  return { schema: id_, reference: { collection, shape } };
}

/** `~ collection`: an id that the API publishes as a number. A missing record is a warning. */
export function names(collection: string): Type<number> {
  return { schema: id_, reference: { collection } };
}

/** `~ collection`, where 0 stands for "none". */
export function namesOrZero(collection: string): Type<number> {
  return { schema: integer.min(0), reference: { collection } };
}
