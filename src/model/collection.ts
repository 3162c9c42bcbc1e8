// How the portal declares a collection: its fields, the shapes it is published in, its rules.
import type { z } from 'zod';
import { fieldsOf, guarded } from './declared.js';
import type { Field, Fields, JsonObject } from './fields.js';

/** In a shape, this publishes only the id of a reference, instead of the record. */
export const BARE = 'bare';

/** One published form of a record: its keys in order, and how it shows references. */
export interface Shape {
  readonly keys: readonly string[];
  /** By field: the shape in which a reference is embedded, or `bare` for its id. Others follow their types. */
  readonly references?: Readonly<Record<string, string>>;
  /** Fields that only this shape has, and fields that have another type in this shape than in the collection. */
  readonly fields?: Fields;
}

/**
 * A rule across the fields of one record. In its message and its hint, which are in English, `{field}` stands for the name
 * of the field that breaks the rule, and `{found}` for its value.
 */
export interface Rule<R = unknown> {
  /** In kebab case; the setting `allow` lists the names of suspicions. */
  readonly name: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** Returns the JSON Pointers, within the record, of the values that break the rule. */
  readonly check: (record: R) => readonly string[];
}

/**
 * A rule that finds values that are valid but probably wrong. It gives a warning, which the setting `allow` switches
 * off by the rule's name. Blank texts, plain `<` and `&`, and unlikely dates need no rule: all collections are checked
 * for them.
 */
export type Suspicion<R = unknown, Name = string> =
  | (Rule<R> & { readonly kind: 'own' })
  /** Several records with the same text in `field` and the same reference `within`. */
  | {
      readonly kind: 'same';
      readonly name: string;
      readonly field: Name;
      readonly within: Name;
    }
  /** Records without their companions (see {@link Companion}). */
  | { readonly kind: 'companions'; readonly name: string };

/** A reason to withhold records from the public, such as "it is hidden", and the condition for it. */
export interface WithholdingRule<R = unknown> {
  readonly reason: string;
  readonly when: (record: R) => boolean;
}

/** A field that must have the same value as in the record that `reference` points to. */
export interface Agreement {
  readonly reference: string;
  readonly field: string;
}

/** A record that `new` makes together with a record of another collection. */
export interface Companion {
  readonly collection: string;
  /** The companion's reference to the new record. */
  readonly by: string;
  /**
   * The companion's fields; undefined if the new record needs no companion. `referenced` returns the record that a
   * reference of the new record points to.
   */
  readonly fields: (
    record: JsonObject,
    referenced: (reference: string) => JsonObject | undefined,
  ) => JsonObject | undefined;
}

/**
 * How `import` lays out a collection without files. `list`: one JSON array. `lines`: a line per record, in one file
 * or in one per year of the timestamp `byYearOf`. `files`: a file per record, `0044-slug.json` with 4 `digits`.
 */
export type Layout =
  | { readonly kind: 'list' }
  | { readonly kind: 'lines'; readonly byYearOf?: string }
  | { readonly kind: 'files'; readonly digits: number };

/** All records of one kind. */
export interface Collection {
  readonly name: string;
  /** The word for one record, which is also its name on the command line. */
  readonly singular: string;
  readonly companions: readonly Companion[];
  /** The schema that each record must match. */
  readonly schema: z.ZodObject;
  /** The fields of {@link schema}, in the form that the rest of the program uses. */
  readonly fields: Fields;
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly rules: readonly Rule[];
  readonly implausible: readonly Suspicion[];
  readonly withheld: readonly WithholdingRule[];
  /** The reference by which the records form trees; cycles are problems. */
  readonly parent?: string;
  readonly agreements: readonly Agreement[];
  /** The fields by which people recognise a record, such as its title; empty if there are none. */
  readonly named: readonly string[];
  readonly layout: Layout;
  /**
   * No list shows all records of this collection. A record is published only if a published record embeds or names it.
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
    // The engine calls rules only with records that passed this collection's schema.
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

/** Makes a shape from its keys, in the order in which they are published, separated by white space. */
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
