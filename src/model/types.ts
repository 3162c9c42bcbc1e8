// The words of declarations that zod does not have. A collection is declared as a zod object; besides zod's own schemas, its
// fields are these, and marks in `.meta()` say what no schema can. declared.ts reads them.
import * as z from 'zod';
import type { Fill, FromRecord, Json, JsonObject } from './fields.js';
import type { Link } from './links.js';
import { DATE, TIMESTAMP } from './time.js';

/** What `.meta()` of a field may say besides a description. The functions of this module set the marks that have one. */
export interface Marks {
  /** What forms and lists call the field; by default the beginning of its description. */
  readonly label?: string;
  /** What the schema stands for. */
  readonly kind?: 'id' | 'timestamp' | 'date' | 'html' | 'long-text' | 'reference';
  /** Of a reference: the collection, the shape in which the API embeds the record, and whether 0 stands for "none". */
  readonly to?: string;
  readonly shape?: string;
  readonly orZero?: true;
  /** What is published where a record omits the field: from the record itself, or from other records. */
  readonly from?: FromRecord | Link;
  /** `from` returns markup, whose plain text is published. */
  readonly isMarkup?: true;
  /** A value given in a data file must equal the one that `from` gives. */
  readonly computed?: true;
  /** What the command `new` fills in if its user gives nothing: `.meta({ filled: now })`. */
  readonly filled?: Fill;
  /** A personal field, and what is published in its place unless the setting `personal` is `publish`. */
  readonly personal?: Json;
  /** Of a list of parts with ids: published by descending id, whatever their order in the file. */
  readonly order?: 'descending';
}

/** zod would map the types of `Marks` for each schema, without end for JSON: so they are known here alone. */
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
 * A reference: the id of a record of a collection. With a shape, the API embeds the record in this shape, and it must
 * exist; without, the API publishes the id, and `check` warns if there is no such record.
 */
export const ref = (collection: string, shape?: string) =>
  mark(z.int().min(1), {
    kind: 'reference',
    to: collection,
    ...(shape !== undefined && { shape }),
  });

/** A reference published as an id, where 0 stands for "none". */
export const refOrZero = (collection: string) =>
  mark(z.int().min(0), { kind: 'reference', to: collection, orZero: true });

/**
 * A field that may be omitted. What is published then is derived from its own record by a function, which returns
 * undefined if it cannot (`missing-field`), or from other records by a link.
 */
export const derived = <S extends z.ZodType>(schema: S, from: FromRecord | Link) =>
  mark(schema.optional(), { from });

/** A text that may be omitted: what is published then is the plain text of the markup that `from` returns. */
export const plainText = (from: FromRecord) =>
  mark(z.string().optional(), { from, isMarkup: true });

/** A computed field: like {@link derived}, but a value that is given must be the derived one. */
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
