// What zod has no schema for. A collection is declared as a zod object; its fields are zod's own schemas and the ones
// here, and `.meta()` adds what a schema cannot say. declared.ts reads both.
import * as z from 'zod';
import type { Fill, FromRecord, Json, JsonObject } from './fields.js';
import type { Link } from './links.js';
import { DATE, TIMESTAMP } from './time.js';

/**
 * What `.meta()` may say about a field besides its description. Most of these are set by the functions of this module.
 */
export interface Marks {
  /** What forms and lists call the field; by default the beginning of its description. */
  readonly label?: string;
  /** The kind of value that the schema is for. */
  readonly kind?: 'id' | 'timestamp' | 'date' | 'html' | 'long-text' | 'reference';
  /** For a reference: the collection, the shape in which the API embeds the record, and whether 0 means "none". */
  readonly to?: string;
  readonly shape?: string;
  readonly orZero?: true;
  /** What is published if a record omits the field: a value from the record itself, or from other records. */
  readonly from?: FromRecord | Link;
  /** `from` returns markup, whose plain text is published. */
  readonly isMarkup?: true;
  /** A value given in a data file must equal the one that `from` gives. */
  readonly computed?: true;
  /** What the command `new` fills in if the user gives nothing: `.meta({ filled: now })`. */
  readonly filled?: Fill;
  /** For a personal field: what is published instead, unless the setting `personal` is `publish`. */
  readonly personal?: Json;
  /** For a list of parts with ids: it is published by descending id, whatever the order in the file. */
  readonly order?: 'descending';
}

/**
 * The types of `Marks` are only used here, because zod would expand them for each schema, and the JSON type without
 * end.
 */
const mark = <S extends z.ZodType>(schema: S, marks: Marks): S => schema.meta({ ...marks });

/** The id of the record or part that has the field: an integer from 1 to 2^53-1. */
export const id = mark(z.int().min(1), { kind: 'id' });

/** A date-time with seconds and a numeric offset, such as `2026-03-05T10:12:44+03:00`. Lists sort it as an instant. */
export const timestamp = mark(z.string().regex(TIMESTAMP, 'not a timestamp'), {
  kind: 'timestamp',
});

/** A day of the calendar: `YYYY-MM-DD`. */
export const date = mark(z.string().regex(DATE, 'not a date'), { kind: 'date' });

/** HTML that must be safe to show (PROMISES.md §2.1). It may be in a file of its own. */
export const html = mark(z.string(), { kind: 'html' });

/** A text that may be in a file of its own instead of in the record. */
export const longText = mark(z.string(), { kind: 'long-text' });

/**
 * A reference: the id of a record of a collection. With a shape, the API embeds the record in that shape, and the
 * record must exist. Without a shape, the API publishes the id, and `check` only warns if the record is missing.
 */
export const ref = (collection: string, shape?: string) =>
  mark(z.int().min(1), {
    kind: 'reference',
    to: collection,
    ...(shape !== undefined && { shape }),
  });

/** A reference that is published as an id, where 0 means "none". */
export const refOrZero = (collection: string) =>
  mark(z.int().min(0), { kind: 'reference', to: collection, orZero: true });

/**
 * A field that may be omitted. Then its value is derived: from its own record by a function, which returns undefined if
 * it cannot (`missing-field`), or from other records by a link.
 */
export const derived = <S extends z.ZodType>(schema: S, from: FromRecord | Link) =>
  mark(schema.optional(), { from });

/** A text that may be omitted: what is published then is the plain text of the markup that `from` returns. */
export const plainText = (from: FromRecord) =>
  mark(z.string().optional(), { from, isMarkup: true });

/** A computed field: like {@link derived}, but a value that is given must equal the derived one. */
export const computed = <S extends z.ZodType>(schema: S, from: FromRecord | Link) =>
  mark(schema.optional(), { from, computed: true });

// Values of the mark `filled`.
export const now: Fill = { kind: 'now' };
export const slugOf = (of: string): Fill => ({ kind: 'slug', of });
export const sameAs = (reference: string): Fill => ({ kind: 'same', reference });
export const rootOfSame = (by: string, make: (by: JsonObject) => JsonObject): Fill => ({
  kind: 'root',
  by,
  make,
});
