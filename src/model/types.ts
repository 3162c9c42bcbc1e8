// Field types for which zod has no schema. A collection is declared as a zod object, whose fields are zod's own
// schemas and those of this module. `.meta()` adds further properties of a field.
import * as z from 'zod';
import type { Fill, FromRecord, Json, JsonObject } from './fields.js';
import type { Link } from './links.js';
import { DATE, TIMESTAMP } from './time.js';

/** What `.meta()` may say about a field in addition to its description. Most of it is set by the functions below. */
export interface Marks {
  /** The name of the field in forms and lists. By default it is the beginning of the description. */
  readonly label?: string;
  /** What is published if a record does not have the field, for people. Needed where `from` is a function. */
  readonly otherwise?: string;
  /** The kind of value, for schemas that zod alone does not distinguish. */
  readonly kind?: 'id' | 'timestamp' | 'date' | 'html' | 'long-text' | 'reference';
  /** For a reference: the collection, the shape of the embedded record, and whether 0 means "none". */
  readonly to?: string;
  readonly shape?: string;
  readonly orZero?: true;
  /**
   * What is published if a record does not have the field: a value computed from the record itself, or from other
   * records.
   */
  readonly from?: FromRecord | Link;
  /** Set if `from` returns HTML. Then the plain text of this HTML is published. */
  readonly isMarkup?: true;
  /** Set if a value in a data file must equal the value that `from` gives. */
  readonly computed?: true;
  /** What `new` writes into the field if its user gives no value: `.meta({ filled: now })`. */
  readonly filled?: Fill;
  /** Whether a text that the record needs may be empty, for example in a comment that only has files. */
  readonly mayBeEmpty?: (record: JsonObject) => boolean;
  /** For a personal field: what is published instead, unless the setting `personal` is `publish`. */
  readonly personal?: Json;
  /** For a list of objects with ids: publish the objects by descending id, whatever their order in the file. */
  readonly order?: 'descending';
}

/**
 * Adds metadata to a schema. The functions below call `mark` and not `.meta()`, because zod's types would otherwise
 * expand `Marks` for each schema, and `Marks` contains the recursive type `Json`.
 */
const mark = <S extends z.ZodType>(schema: S, marks: Marks): S => schema.meta({ ...marks });

/** The id of the record, or of an object inside a record: an integer from 1 to 2^53-1. */
export const id = mark(z.int().min(1), { kind: 'id' });

/** A date-time with seconds and a numeric offset: `2026-03-05T10:12:44+03:00`. Lists sort it by its instant. */
export const timestamp = mark(z.string().regex(TIMESTAMP, 'not a timestamp'), {
  kind: 'timestamp',
});

/** A day of the calendar: `YYYY-MM-DD`. */
export const date = mark(z.string().regex(DATE, 'not a date'), { kind: 'date' });

/** HTML that must be safe to show (PROMISES.md §2.1). The text may be in a file of its own instead of in the record. */
export const html = mark(z.string(), { kind: 'html' });

/** A text that may be in a file of its own instead of in the record. */
export const longText = mark(z.string(), { kind: 'long-text' });

/**
 * A reference: the id of a record of a collection. With a shape, the API embeds the record in that shape, and the
 * record must exist. Without a shape, the API publishes the id. A missing record is then only a warning, unless the
 * setting `strict` is on.
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
 * A field that may be absent from a record. Then its value is computed: by a function from the record itself, or by a
 * link from other records. If the function returns undefined, the record has the error `missing-field`.
 */
export const derived = <S extends z.ZodType>(schema: S, from: FromRecord | Link) =>
  mark(schema.optional(), { from });

/** A text that may be absent from a record. Then `from` returns HTML, and the plain text of this HTML is published. */
export const plainText = (from: FromRecord) =>
  mark(z.string().optional(), { from, isMarkup: true });

/** Like {@link derived}. In addition, a value in a data file must equal the computed value. */
export const computed = <S extends z.ZodType>(schema: S, from: FromRecord | Link) =>
  mark(schema.optional(), { from, computed: true });

// Values for `filled` in `.meta()`.
export const now: Fill = { kind: 'now' };
export const slugOf = (of: string): Fill => ({ kind: 'slug', of });
export const sameAs = (reference: string): Fill => ({ kind: 'same', reference });
export const rootOfSame = (by: string, make: (by: JsonObject) => JsonObject): Fill => ({
  kind: 'root',
  by,
  make,
});
