// The fields of records: their types, and whether a field is required, has a default, or is computed (PROMISES.md
// §2.1). Portals declare fields in zod (types.ts); declared.ts turns these declarations into the types below.
import type { z } from 'zod';
import type { Link } from './links.js';

/** A JSON value, as JSON.parse returns it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The type of a field's values in data files. */
export type Type = Kind & {
  readonly nullable?: true;
  /** The zod schema in the declaration, for values that are not null. */
  readonly schema: z.core.$ZodType;
  /** Set if the schema has further limits, such as the length of a text or of a list. */
  readonly limited?: true;
};

/** The least and the greatest whole number that is allowed. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The kinds of values, each with the properties that only it has. */
export type Kind =
  /**
   * `html`: the text is HTML, and must be safe to show (PROMISES.md §2.1). `long`: the text may be in a file of its
   * own.
   */
  | { readonly kind: 'text'; readonly html?: true; readonly long?: true }
  /** A date and time. It is sorted by the instant that it means. */
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'date' }
  | ({ readonly kind: 'integer' } & Range)
  /** The id of the record, or of the object inside a record, that has this field. */
  | ({ readonly kind: 'id' } & Range)
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
  | Reference
  | ListType
  /** A list of any JSON, published as it is written (API.md §2.14). */
  | { readonly kind: 'any-list' }
  /** An object of any JSON, published as it is written (API.md §2.9). */
  | { readonly kind: 'any-object' }
  /** An object with fields of its own. */
  | { readonly kind: 'part'; readonly fields: Fields }
  /** Always null. */
  | { readonly kind: 'nothing' };

/** The type of a reference: its value is the id of a record of `collection`. */
export interface Reference extends Range {
  readonly kind: 'reference';
  readonly collection: string;
  /** The shape in which the record is embedded; absent if only the id is published. */
  readonly shape?: string;
  /** Set if 0 means "none". */
  readonly orZero?: true;
}

/** The type of a list. `descending`: the API shows the elements by descending id. */
export interface ListType {
  readonly kind: 'list';
  readonly of: Type;
  readonly descending?: true;
}

/** Returns the type if it is a reference. */
export const referenceOf = (type: Type | undefined): Reference | undefined =>
  type?.kind === 'reference' ? type : undefined;

/** The name of the collection to which a reference field refers. Throws for a field of another type. */
export function targetOf({ type }: Field): string {
  if (type.kind !== 'reference') throw new Error(`a field of kind ${type.kind} refers to nothing`);
  return type.collection;
}

/** The field at a path through objects and lists, such as `certificates.exact_category`; undefined if there is none. */
export function fieldAt(fields: Fields, path: string): Field | undefined {
  const [name = '', ...below] = path.split('.');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field || below.length === 0) return field;
  return fieldAt(partOf(elementOf(field.type) ?? field.type) ?? {}, below.join('.'));
}

/** The reference at a path such as `certificates.exact_category`. Throws if there is none. */
export function referenceAt(fields: Fields, path: string): Reference {
  let type = fieldAt(fields, path)?.type;
  while (type?.kind === 'list') type = type.of;
  if (type?.kind !== 'reference') throw new Error(`${path} refers to nothing`);
  return type;
}

/** The type of a list's elements; undefined for other types. */
export const elementOf = (type: Type | undefined): Type | undefined =>
  type?.kind === 'list' ? type.of : undefined;

/** The fields of an object inside a record; undefined for other types. */
export const partOf = (type: Type | undefined): Fields | undefined =>
  type?.kind === 'part' ? type.fields : undefined;

/** Whether a type allows any JSON as the elements of a list or the members of an object. */
export const isAny = ({ kind }: Type): boolean => kind === 'any-list' || kind === 'any-object';

/** Whether a path of keys and indices leads from a value of a type into a value of any form. */
export function isInAny(type: Type | undefined, [step, ...below]: readonly string[]): boolean {
  if (!type || isAny(type)) return type !== undefined;
  if (step === undefined) return false;
  return isInAny(elementOf(type) ?? partOf(type)?.[step]?.type, below);
}

/** A field whose text may be in a file of its own, and the ending of that file's name: `.text.html`. */
export interface LongField {
  readonly field: string;
  readonly ending: string;
}

/** The fields of a collection whose texts may be in files of their own. */
export function longFields(fields: Fields): LongField[] {
  return Object.entries(fields).flatMap(([field, { type }]) =>
    type.kind === 'text' && type.long
      ? [{ field, ending: `.${field}.${type.html ? 'html' : 'txt'}` }]
      : [],
  );
}

/** The {@link longFields} of several collections, by the name of the collection. */
export const longFieldsOf = (
  collections: readonly { readonly name: string; readonly fields: Fields }[],
): ReadonlyMap<string, readonly LongField[]> =>
  new Map(collections.map(({ name, fields }) => [name, longFields(fields)]));

/** Whether the values of a type are texts. */
export function isText(type: Type): boolean {
  if (type.kind === 'choice') return typeof type.values[0] === 'string';
  return type.kind === 'text' || type.kind === 'timestamp' || type.kind === 'date';
}

/** The limits of a type of whole numbers; undefined for other types. */
export const rangeOf = (type: Type): Range | undefined => ('least' in type ? type : undefined);

/** The type of a whole record of a collection. */
export const recordType = ({ schema, fields }: { schema: z.ZodObject; fields: Fields }): Type => ({
  kind: 'part',
  fields,
  schema,
});

/** Whether a value is a JSON object, such as a record. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a number that can be an id: an integer from 1 to 2^53-1. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

/**
 * Computes a field from the record itself. `self`: the object that has the field (the record or an object in it).
 * `owners`: the objects around `self`, the innermost first. Returns undefined if a value that is needed is missing.
 */
export type FromRecord = (self: JsonObject, ...owners: JsonObject[]) => Json | undefined;

/**
 * What is published if a record does not have the field. For `missing`, the record has an error. For `omitted`, the
 * record is published without the key. `own` computes the value from the record, `linked` from other records.
 */
export type Absent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'constant'; readonly value: Json }
  /** `isMarkup`: set if `from` returns HTML. Then the plain text of this HTML is published. */
  | { readonly kind: 'own'; readonly from: FromRecord; readonly isMarkup?: true }
  | { readonly kind: 'linked'; readonly link: Link };

/** What the command `new` writes into a field for which its user gave no value. */
export type Fill =
  /** The present time, with the offset of the user's machine. */
  | { readonly kind: 'now' }
  /** A slug made of the text of another field: letters, digits and hyphens, for an address. */
  | { readonly kind: 'slug'; readonly of: string }
  /** The value of the same field in the record to which a reference refers. */
  | { readonly kind: 'same'; readonly reference: string }
  /**
   * For a new comment on post 5 (`by` is `post`): the id of the root comment of post 5, which is the comment on post 5
   * without a parent. If there is none, `new` also creates a root comment, with the fields that `make` returns for post
   * 5.
   */
  | { readonly kind: 'root'; readonly by: string; readonly make: (by: JsonObject) => JsonObject };

/** A field of a record, or of an object inside it: its type, and what is published if it is absent. */
export interface Field {
  readonly type: Type;
  readonly required: boolean;
  readonly absent: Absent;
  /** What the field means, in plain words for editors. */
  readonly about?: string;
  /** What is published if it is absent, in plain words, where `absent` does not say it. */
  readonly otherwise?: string;
  /** The field's name in forms and lists. */
  readonly label?: string;
  /** What the command `new` writes if its user gives no value. */
  readonly filled?: Fill;
  /** Set if a value in a data file must equal the computed value. */
  readonly computed?: true;
  /** Whether an empty text is usual, although the record must have the field. */
  readonly mayBeEmpty?: (record: JsonObject) => boolean;
  /** For a personal field: what is published if the setting `personal` is `withhold`. */
  readonly withheldAs?: Json;
}

export type Fields = Readonly<Record<string, Field>>;
