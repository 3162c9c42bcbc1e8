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
  /** Whether the schema has further limits, such as the length of a text or of a list. */
  readonly limited?: true;
};

/** The limits of whole numbers. */
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
  /** The id of the record or of the object that contains the field. */
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

/** The id of a record of a collection. */
export interface Reference extends Range {
  readonly kind: 'reference';
  readonly collection: string;
  /** The shape in which the record is embedded; absent if only the id is published. */
  readonly shape?: string;
  /** Set if 0 means "none". */
  readonly orZero?: true;
}

/** A list. `descending`: whether it is published in descending order of its elements' ids. */
export interface ListType {
  readonly kind: 'list';
  readonly of: Type;
  readonly descending?: true;
}

/** Returns the type if it is a reference. */
export const referenceOf = (type: Type | undefined): Reference | undefined =>
  type?.kind === 'reference' ? type : undefined;

/** The collection that a field refers to. */
export function targetOf({ type }: Field): string {
  if (type.kind !== 'reference') throw new Error(`a field of kind ${type.kind} refers to nothing`);
  return type.collection;
}

/** Finds the reference at a path, which may go through objects and lists: `certificates.exact_category`. */
export function referenceAt(fields: Fields, path: string): Reference {
  const [name = '', ...below] = path.split('.');
  let type = fields[name]?.type;
  while (type?.kind === 'list') type = type.of;
  if (below.length > 0) return referenceAt(partOf(type) ?? {}, below.join('.'));
  if (type?.kind !== 'reference') throw new Error(`${path} refers to nothing`);
  return type;
}

/** The type of the elements, if the type is a list. */
export const elementOf = (type: Type | undefined): Type | undefined =>
  type?.kind === 'list' ? type.of : undefined;

/** The fields of an object inside a record, if the type is one. */
export const partOf = (type: Type | undefined): Fields | undefined =>
  type?.kind === 'part' ? type.fields : undefined;

/** Whether the values of a type may be any JSON. */
export const isAny = ({ kind }: Type): boolean => kind === 'any-list' || kind === 'any-object';

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

/** Whether a value may be an id (PROMISES.md §2.1): an integer from 1 to 2^53-1. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

/**
 * Computes a field from the record itself: `self` is the object that has the field, `owners` are the objects around
 * it, innermost first. Returns undefined if a field that it needs is missing.
 */
export type FromRecord = (self: JsonObject, ...owners: JsonObject[]) => Json | undefined;

/** What is published for a field that is not in the record. */
export type Absent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'constant'; readonly value: Json }
  /** `isMarkup`: whether `from` returns HTML, of which the plain text is published. */
  | { readonly kind: 'own'; readonly from: FromRecord; readonly isMarkup?: true }
  | { readonly kind: 'linked'; readonly link: Link };

/** What `new` writes into a field for which its user gave no value. */
export type Fill =
  /** The present time, with the offset of the user's machine. */
  | { readonly kind: 'now' }
  /** A slug made of the text of another field: letters, digits and hyphens, for an address. */
  | { readonly kind: 'slug'; readonly of: string }
  /** The value of the same field in the record to which a reference refers. */
  | { readonly kind: 'same'; readonly reference: string }
  /**
   * The id of the root of a tree. The root is the record without a parent whose reference `by` refers to the same
   * record as that of the new record. If there is no root, `make` returns the fields of one, from the record to which
   * `by` refers.
   */
  | { readonly kind: 'root'; readonly by: string; readonly make: (by: JsonObject) => JsonObject };

/** A field of a record, or of an object inside it: its type, and what is published if it is absent. */
export interface Field {
  readonly type: Type;
  readonly required: boolean;
  readonly absent: Absent;
  /** What the field means, in plain words for editors. */
  readonly about?: string;
  /** The field's name in forms and lists. */
  readonly label?: string;
  /** What `new` fills in if the user gives nothing. */
  readonly filled?: Fill;
  /** If a data file has this field, it must have the computed value. */
  readonly computed?: true;
  /** What is published instead when the setting `personal` is `withhold`. */
  readonly withheldAs?: Json;
}

export type Fields = Readonly<Record<string, Field>>;
