// The fields of records: the type of their values, and whether they are required, have a default or are computed
// (PROMISES.md §2.1), which decides what is published if a record omits them. Portals declare fields in zod (types.ts);
// declared.ts reads these declarations.
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
  /** The schema has limits besides those of its kind: the form or length of a text, the length of a list. */
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
   * `html`: HTML that must be safe to show (PROMISES.md §2.1). `long`: the text may be in a file of its own
   * instead of in the record.
   */
  | { readonly kind: 'text'; readonly html?: true; readonly long?: true }
  /** A text that is sorted as an instant. */
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'date' }
  | ({ readonly kind: 'integer' } & Range)
  /** The id of the record or part that contains the field, or of an enclosing one. */
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
  /** The shape in which the record is embedded; if absent, only the id is published. */
  readonly shape?: string;
  /** 0 means "none". */
  readonly orZero?: true;
}

/** A list. `descending`: published in descending order of its elements' ids. */
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

/** Finds the reference at a path of names, which may lead through parts and lists: `certificates.exact_category`. */
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

/** The fields of the part, if the type is a part. */
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

/** The record of a collection, as the type of a value. */
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
 * Derives a field's value from its own record: `self` is the object with the field, `owners` are the objects around it,
 * innermost first. Returns undefined if a value that it needs is missing.
 */
export type FromRecord = (self: JsonObject, ...owners: JsonObject[]) => Json | undefined;

/** What is published for a field that a record omits. */
export type Absent =
  | { readonly kind: 'missing' }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'constant'; readonly value: Json }
  /** `isMarkup`: `from` returns markup, whose plain text is published. */
  | { readonly kind: 'own'; readonly from: FromRecord; readonly isMarkup?: true }
  | { readonly kind: 'linked'; readonly link: Link };

/** How the command `new` fills in a field that its user did not give. */
export type Fill =
  /** The current instant, with the time zone offset of the user's machine. */
  | { readonly kind: 'now' }
  /** A slug of the text of another field: letters, digits and hyphens, for use in an address. */
  | { readonly kind: 'slug'; readonly of: string }
  /** The value of the same field in the record that a reference points to. */
  | { readonly kind: 'same'; readonly reference: string }
  /** The id of the root whose reference `by` equals the record's own; if there is none, `make` makes one. */
  | { readonly kind: 'root'; readonly by: string; readonly make: (by: JsonObject) => JsonObject };

/** A field of a record or a part: its type, and what is published if it is omitted. */
export interface Field {
  readonly type: Type;
  readonly required: boolean;
  readonly absent: Absent;
  /** What the field means, in plain words for people who edit data. Its type is not repeated. */
  readonly about?: string;
  /** The field's name in forms and lists. */
  readonly label?: string;
  /** What `new` fills in if the user gives nothing. */
  readonly filled?: Fill;
  /** A value that a data file gives must equal the computed one. */
  readonly computed?: true;
  /** What is published instead when the setting `personal` is `withhold`. */
  readonly withheldAs?: Json;
}

export type Fields = Readonly<Record<string, Field>>;
