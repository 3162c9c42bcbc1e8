// The types of values by the names that the portal's declarations use. Their structure is defined in
// fields.ts, and schema.ts makes zod schemas of them.
import type { Fields, Type, Written } from './fields.js';

export const text: Type<string> = { kind: 'text' };
/** A text that may be in a file of its own, as HTML may. */
export const longText: Type<string> = { kind: 'text', long: true };
export const html: Type<string> = { kind: 'text', html: true, long: true };
export const int: Type<number> = { kind: 'integer' };
export const flag: Type<boolean> = { kind: 'boolean' };
/** An id: an integer from 1 to 2^53-1. */
export const id: Type<number> = { kind: 'id' };
/** A date-time with seconds and a numeric offset, such as `2026-03-05T10:12:44+03:00`. */
export const timestamp: Type<string> = { kind: 'timestamp' };
/** `YYYY-MM-DD`. */
export const date: Type<string> = { kind: 'date' };
/** A field that is always null, as observed (API.md). */
export const nothing: Type<null> = { kind: 'nothing' };
/** A list whose elements API.md does not describe. */
export const anyList: Type<unknown[]> = { kind: 'any-list' };
/** An object whose members API.md does not describe. */
export const anyObject: Type<Readonly<Record<string, unknown>>> = { kind: 'any-object' };

/** One of these texts or numbers. */
export function oneOf<const T extends string | number>(...values: [T, ...T[]]): Type<T> {
  return { kind: 'choice', values };
}

export function nullable<T>(type: Type<T>): Type<T | null> {
  return { ...type, nullable: true };
}

export function list<T>(type: Type<T>): Type<T[]> {
  return { kind: 'list', of: type };
}

/** A list of parts with ids, published by descending id whatever their order in the file. */
export function listByDescendingId<T>(type: Type<T>): Type<T[]> {
  return { kind: 'list', of: type, descending: true };
}

/** An object inside a record, with fields of its own. */
export function part<const F extends Fields>(fields: F): Type<Written<F>> {
  return { kind: 'part', fields };
}

/** An embedded reference: the API publishes the record, in this shape, instead of its id. The record must exist. */
export function embeds(collection: string, shape: string): Type<number> {
  return { kind: 'reference', collection, shape };
}

/** A bare reference: the API publishes the id. If there is no such record, `check` warns. */
export function names(collection: string): Type<number> {
  return { kind: 'reference', collection };
}

/** A bare reference where 0 stands for "none". */
export function namesOrZero(collection: string): Type<number> {
  return { kind: 'reference', collection, orZero: true };
}
