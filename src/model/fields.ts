// The marks of the contract's table of fields: what stands for a field that a record leaves out.
import { z } from 'zod';
import type { Link } from './links.js';
import type { Type } from './types.js';

/** A JSON value, as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/**
 * Works a value out of the record itself: `self` is the object that holds the field, `owners` the
 * objects around it, nearest first. Undefined when there is nothing to take it from.
 */
export type FromRecord = (self: JsonObject, ...owners: JsonObject[]) => Json | undefined;

/** What stands for a field that is not written. */
export type Absent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'own'; readonly from: FromRecord }
  | { readonly kind: 'linked'; readonly link: Link };

/** How a new record gets a value that its author need not give. */
export type Fill =
  /** The current instant, with the offset of the author's machine. */
  | { readonly kind: 'now' }
  /** The text of another field in the letters, digits and hyphens of an address. */
  | { readonly kind: 'slug'; readonly of: string }
  /** What the field of this name is in the record that a reference names. */
  | { readonly kind: 'same'; readonly reference: string }
  /** The root of the tree of its own collection whose `by` is the same; one is made if need be. */
  | { readonly kind: 'root'; readonly by: string; readonly make: (by: JsonObject) => JsonObject };

/** A field of a record or of a part: its type and its mark. */
export interface Field<T = unknown, R extends boolean = boolean> {
  readonly type: Type<T>;
  readonly required: R;
  readonly absent: Absent;
  /** What it is, in plain words for an editor; what its type and mark say is not repeated. */
  readonly about?: string;
  /** What a new record gets in it when its author says nothing. */
  readonly filled?: Fill;
  /** Mark C: a written value must agree with the computed one. */
  readonly computed?: true;
  /** What is published instead when the setting `personal` is `withhold`. */
  readonly withheldAs?: Json;
}

export type Fields = Readonly<Record<string, Field>>;

/** The form of an object of such fields in a data file. */
export type Written<F extends Fields> = {
  [K in keyof F as F[K]['required'] extends true ? K : never]: WrittenField<F[K]>;
} & {
  [K in keyof F as F[K]['required'] extends true ? never : K]?: WrittenField<F[K]>;
};
type WrittenField<F> = F extends Field<infer T> ? T : never;

/** R. */
export function required<T>(type: Type<T>, about?: string): Field<T, true> {
  return { type, required: true, absent: { kind: 'missing' }, ...told(about) };
}

/** D x, with a value that is the same for every record. */
export function defaulted<T>(type: Type<T>, value: T & Json, about?: string): Field<T, false> {
  return { type, required: false, absent: { kind: 'constant', value }, ...told(about) };
}

/**
 * D, worked out from the record itself; `missing-field` when there is nothing to work it out from.
 * `about` says how.
 */
export function defaultedFrom<T>(type: Type<T>, from: FromRecord, about?: string): Field<T, false> {
  return { type, required: false, absent: { kind: 'own', from }, ...told(about) };
}

/** D, taken from other records. */
export function defaultedBy<T>(type: Type<T>, link: Link, about?: string): Field<T, false> {
  return { type, required: false, absent: { kind: 'linked', link }, ...told(about) };
}

/** C, worked out from the record itself. `about` says how. */
export function computedFrom<T>(type: Type<T>, from: FromRecord, about?: string): Field<T, false> {
  return { ...defaultedFrom(type, from, about), computed: true };
}

/** C, worked out from other records. */
export function computedBy<T>(type: Type<T>, link: Link, about?: string): Field<T, false> {
  return { ...defaultedBy(type, link, about), computed: true };
}

/** A member that is published only when it is written. */
export function optional<T>(type: Type<T>, about?: string): Field<T, false> {
  return { type, required: false, absent: { kind: 'omitted' }, ...told(about) };
}

const told = (about: string | undefined) => (about === undefined ? {} : { about });

/** A personal field: published as `blank` unless the setting `personal` is `publish`. */
export function personal<T, R extends boolean>(field: Field<T, R>, blank: Json): Field<T, R> {
  return { ...field, withheldAs: blank };
}

/** A field that a new record gets by itself. */
export function filled<T, R extends boolean>(field: Field<T, R>, fill: Fill): Field<T, R> {
  return { ...field, filled: fill };
}

export const now: Fill = { kind: 'now' };
export const slugOf = (of: string): Fill => ({ kind: 'slug', of });
export const sameAs = (reference: string): Fill => ({ kind: 'same', reference });
export const rootOfSame = (by: string, make: (by: JsonObject) => JsonObject): Fill => ({
  kind: 'root',
  by,
  make,
});

/** The zod schema of an object as it is written: no field but these, the required ones present. */
export function schemaOf<F extends Fields>(fields: F): z.ZodType<Written<F>> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required ? field.type.schema : field.type.schema.optional(),
    ]),
  );
  // The mapped type follows from the loop above, which TypeScript cannot see.
  return z.strictObject(shape) as unknown as z.ZodType<Written<F>>;
}
