// How the portal declares a collection: its fields, the shapes it is published in, its rules.
import type { z } from 'zod';
import { fieldsOf, guarded } from './declared.js';
import type { Field, Fields, JsonObject } from './fields.js';

/** Used in a shape: publishes only the id of a reference. */
export const BARE = 'bare';

/** One published form of a record: its keys in order, and how it shows references. */
export interface Shape {
  readonly keys: readonly string[];
  /**
   * By field, the shape in which the record of a reference is embedded, or `bare` for its id. For all other references,
   * the type of the field decides.
   */
  readonly references?: Readonly<Record<string, string>>;
  /** Fields that only this shape has, and fields that have another type in this shape than in the collection. */
  readonly fields?: Fields;
}

/**
 * A rule for the fields of one record. In its message and its hint, which are in English, `{field}` stands for the
 * name of the field that breaks the rule, and `{found}` for its value.
 */
export interface Rule<R = unknown> {
  /** In kebab case. The setting `allow` uses the names of those rules that only warn. */
  readonly name: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** Returns the JSON Pointers, within the record, of the values that break the rule. */
  readonly check: (record: R) => readonly string[];
}

/**
 * A rule that finds values that are valid but probably wrong. It gives a warning, which the setting `allow` can
 * switch off by the rule's name. Blank texts, a bare `<` or `&`, and unlikely dates need no rule: they are reported
 * in all collections.
 */
export type Suspicion<R = unknown, Name = string> =
  | (Rule<R> & { readonly kind: 'own' })
  /** Finds several records with the same text in `field` and the same reference in `within`. */
  | {
      readonly kind: 'same';
      readonly name: string;
      readonly field: Name;
      readonly within: Name;
    }
  /** Finds records without their companions (see {@link Companion}). */
  | { readonly kind: 'companions'; readonly name: string };

/** A reason to withhold records from the public, such as "it is hidden", and the condition for it. */
export interface WithholdingRule<R = unknown> {
  readonly reason: string;
  readonly when: (record: R) => boolean;
}

/** The field must have the same value as in the record to which `reference` refers. */
export interface Agreement {
  readonly reference: string;
  readonly field: string;
}

/** A record that `new` writes together with a record of another collection, such as the event of a comment. */
export interface Companion {
  readonly collection: string;
  /** The companion's reference to the new record. */
  readonly by: string;
  /**
   * Returns the fields of the companion; undefined if the new record needs none. `referenced` returns the record to
   * which a reference of the new record refers.
   */
  readonly fields: (
    record: JsonObject,
    referenced: (reference: string) => JsonObject | undefined,
  ) => JsonObject | undefined;
}

/**
 * How `import` writes a collection that has no files yet. `list`: one JSON array. `lines`: one line for each record,
 * in one file, or in a file for each year of the timestamp `byYearOf`. `files`: one file for each record, such as
 * `0044-slug.json` with 4 `digits`.
 */
export type Layout =
  | { readonly kind: 'list' }
  | { readonly kind: 'lines'; readonly byYearOf?: string }
  | { readonly kind: 'files'; readonly digits: number };

/** All records of one kind. */
export interface Collection {
  readonly name: string;
  /** The word for one record, which is also used on the command line: `vacancy`. */
  readonly singular: string;
  readonly companions: readonly Companion[];
  /** The schema that each record must match. */
  readonly schema: z.ZodObject;
  /** The same fields in the form that the rest of the program uses. */
  readonly fields: Fields;
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly rules: readonly Rule[];
  readonly implausible: readonly Suspicion[];
  readonly withheld: readonly WithholdingRule[];
  /** The reference to the parent, if the records form trees. Cycles are reported. */
  readonly parent?: string;
  readonly agreements: readonly Agreement[];
  /** The fields by which people recognise a record, such as its title; empty if there are none. */
  readonly named: readonly string[];
  readonly layout: Layout;
  /**
   * Set if the API has no list of this collection. A record is then published only if a published record embeds it or
   * has its id.
   */
  readonly unlisted?: true;
}

interface Declaration<S extends z.ZodObject> {
  readonly singular: string;
  readonly companions?: readonly Companion[];
  readonly named?: readonly FieldOf<S>[];
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly rules?: readonly Rule<z.input<S>>[];
  readonly implausible?: readonly Suspicion<z.input<S>, FieldOf<S>>[];
  readonly withheld?: readonly WithholdingRule<z.input<S>>[];
  readonly parent?: FieldOf<S>;
  readonly agreements?: readonly Agreement[];
  /** By default a list. */
  readonly layout?: Layout;
  readonly unlisted?: true;
}
type FieldOf<S extends z.ZodObject> = string & keyof S['shape'];

/** Declares a collection. The schema of its records gives its rules their types. */
export function collection<S extends z.ZodObject>(
  name: string,
  schema: S,
  declared: Declaration<S>,
): Collection {
  return {
    name,
    schema,
    fields: fieldsOf(schema, name),
    agreements: [],
    companions: [],
    named: [],
    layout: { kind: 'list' },
    ...declared,
    // The types are right, because the engine calls rules only with records that match the schema.
    rules: ((declared.rules ?? []) as readonly Rule[]).map((rule) => checked(name, rule)),
    implausible: ((declared.implausible ?? []) as readonly Suspicion[]).map((rule) =>
      rule.kind === 'own' ? checked(name, rule) : rule,
    ),
    withheld: ((declared.withheld ?? []) as readonly WithholdingRule[]).map(({ reason, when }) => ({
      reason,
      when: guarded(`${name}: ${reason}`, when),
    })),
  };
}

const checked = <R extends Rule>(collection: string, rule: R): R => ({
  ...rule,
  check: guarded(`${collection}: ${rule.name}`, rule.check),
});

/** Makes a shape from its keys, which are separated by white space and published in this order. */
export function shape(
  keys: string,
  references?: Readonly<Record<string, string>>,
  fields?: z.ZodObject,
): Shape {
  return {
    keys: keys.trim().split(/\s+/),
    ...(references && { references }),
    ...(fields && { fields: fieldsOf(fields, 'shape') }),
  };
}

/** Returns the field that a key of a shape shows. */
export const fieldIn = ({ fields }: Pick<Collection, 'fields'>, shape: Shape, key: string): Field =>
  shape.fields?.[key] ?? fields[key]!;

const LONGEST_NAME = 60;

/** The name of a record: its texts in the fields `named`, joined and shortened; undefined if there are none. */
export function recordName(
  { named }: Pick<Collection, 'named'>,
  record: JsonObject,
): string | undefined {
  const words = named.map((field) => record[field]).filter((word) => typeof word === 'string');
  return shortened(words.join(' ')) || undefined;
}

/** Returns a text on one line, cut to the longest length of a name. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
}
