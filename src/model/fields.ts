// What a field is: the kind of its values, and its mark in the contract's table of fields, which says
// what stands for it where a record leaves it out. The words for kinds are in types.ts.
import type { Link } from './links.js';

/** A JSON value, as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

declare const form: unique symbol;

/** What a value in a data file may be; `T` is its form there. */
export type Type<T = unknown> = Kind & {
  readonly nullable?: true;
  /** Of no value: it carries `T`. */
  readonly [form]?: T;
};

/** The kinds of values, each with what only it has. */
export type Kind =
  /** `html`: HTML that must be safe to show (contract §2.1). */
  | { readonly kind: 'text'; readonly html?: true }
  /** A text that orders as an instant. */
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'date' }
  | { readonly kind: 'integer' }
  /** The id of the record or part that holds it, or of one around it. */
  | { readonly kind: 'id' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
  | Reference
  | ListType
  /** A list of any JSON, published as it is (spec.md §2.14). */
  | { readonly kind: 'any-list' }
  /** An object with fields of its own. */
  | { readonly kind: 'part'; readonly fields: Fields }
  /** Always null. */
  | { readonly kind: 'nothing' };

/** An id in a collection. */
export interface Reference {
  readonly kind: 'reference';
  readonly collection: string;
  /** The record is embedded in this shape; otherwise the id is published bare. */
  readonly shape?: string;
  /** 0 stands for "none". */
  readonly orZero?: true;
}

/** A list. `descending`: published by descending id of its elements. */
export interface ListType {
  readonly kind: 'list';
  readonly of: Type;
  readonly descending?: true;
}

/** The reference that a value is, if it is one. */
export const referenceOf = (type: Type | undefined): Reference | undefined =>
  type?.kind === 'reference' ? type : undefined;

/** The collection that a field refers to. */
export function targetOf({ type }: Field): string {
  if (type.kind !== 'reference') throw new Error(`a field of kind ${type.kind} refers to nothing`);
  return type.collection;
}

/** What the elements of a list are, if the value is one. */
export const elementOf = (type: Type | undefined): Type | undefined =>
  type?.kind === 'list' ? type.of : undefined;

/** The fields of a part, if the value is one. */
export const partOf = (type: Type | undefined): Fields | undefined =>
  type?.kind === 'part' ? type.fields : undefined;

/** Whether values are texts. */
export function isText(type: Type): boolean {
  if (type.kind === 'choice') return typeof type.values[0] === 'string';
  return type.kind === 'text' || type.kind === 'timestamp' || type.kind === 'date';
}

/** The least whole number of a type that takes any from there on; infinity for all other types. */
export function leastOf(type: Type): number {
  switch (type.kind) {
    case 'integer':
      return Number.MIN_SAFE_INTEGER;
    case 'id':
      return 1;
    case 'reference':
      return type.orZero ? 0 : 1;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Whether a value is an object of JSON, such as a record. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value may be an id (contract §2.1): an integer from 1 to 2^53-1. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

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
export function defaulted<T>(
  type: Type<T>,
  value: NoInfer<T> & Json,
  about?: string,
): Field<T, false> {
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
