// How the portal declares a collection: its fields, the shapes it is published in, its rules.
import type { z } from 'zod';
import { cut } from '../problems/say.js';
import { collectionForm, mustHaveForm, recordForm } from './check/form.js';
import { fieldsOf, guarded } from './declared.js';
import { type Field, type Fields, type JsonObject, targetOf } from './fields.js';

/** In `Shape.references`: publishes only the id of the referenced record, and does not embed the record. */
export const BARE = 'bare';

/** One published form of a record: its keys in order, and how it shows references. */
export interface Shape<Key extends string = string> {
  readonly keys: readonly Key[];
  /**
   * For a reference field, the shape in which the referenced record is embedded, or `bare` to publish only its id:
   * `{ author: 'short', blog: BARE }`. For a field that is not named here, the field's own type decides.
   */
  readonly references?: Readonly<Record<string, string>>;
  /** Fields that only this shape has, or that have another type in this shape than in the collection. */
  readonly fields?: Fields;
}

/**
 * A rule for the fields of one record. In its message and its hint, which are in English, `{field}` stands for the
 * name of the field that breaks the rule, and `{found}` for its value.
 */
export interface Rule<R = unknown> {
  /** In kebab case, such as `same-slug`. If the rule gives only warnings, the setting `allow` can name it. */
  readonly name: string;
  readonly message: string;
  /** How to correct the data. */
  readonly hint: string;
  /** Returns the JSON Pointers, within the record, of the values that break the rule. */
  readonly check: (record: R) => readonly string[];
}

/**
 * A rule that finds values that are valid but probably wrong. It gives warnings, which are switched off if the setting
 * `allow` names the rule. No collection needs such a rule for blank texts, a bare `<` or `&`, and unlikely dates,
 * because the rules in rules.ts find them everywhere.
 */
export type ImplausibleRule<R = unknown, Name = string> =
  | (Rule<R> & { readonly kind: 'own' })
  /** Finds records with the same text in `field` and the same reference in `within`: one slug twice in a blog. */
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

/** `{ reference: 'parent', field: 'post' }`: a comment must have the same post as its parent. */
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
   * Returns the fields of the companion except `by`, or undefined if the new record needs no companion. `referenced`
   * takes the name of a reference of the new record, and returns the record to which it refers.
   */
  readonly fields: (record: JsonObject, referenced: Referenced) => JsonObject | undefined;
}

type Referenced = (reference: string) => JsonObject | undefined;

/** All fields that a companion of a record is given. `find`: looks up the records to which that record refers. */
export function companionFields(
  companion: Companion,
  { fields }: Pick<Collection, 'fields'>,
  record: JsonObject,
  find: (collection: string, id: number) => JsonObject | undefined,
): JsonObject | undefined {
  const given = companion.fields(record, (reference) => {
    const id = record[reference];
    return typeof id === 'number' ? find(targetOf(fields[reference]!), id) : undefined;
  });
  return given && { ...given, [companion.by]: record['id']! };
}

/**
 * How the first records of a collection are written, as long as it has no files. `list`: one JSON array. `lines`: one file with a line for
 * each record; with `byYearOf`, the name of a timestamp field, one such file for each year. `files`: one file for each
 * record, such as `0044-slug.json` with 4 `digits`.
 */
export type Layout =
  | { readonly kind: 'list' }
  | { readonly kind: 'lines'; readonly byYearOf?: string }
  | { readonly kind: 'files'; readonly digits: number };

/** The declaration of a collection: all records of one kind. */
export interface Collection {
  readonly name: string;
  /** The word for one record, such as `vacancy`. Commands use it, too: `portal-snapshot new vacancy`. */
  readonly singular: string;
  readonly companions: readonly Companion[];
  /** The schema that each record must match. */
  readonly schema: z.ZodObject;
  /** The fields of `schema`, in the form that the rest of the program uses. */
  readonly fields: Fields;
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly rules: readonly Rule[];
  readonly implausible: readonly ImplausibleRule[];
  readonly withheld: readonly WithholdingRule[];
  /** If the records form trees, the field that refers to the parent record. A cycle of parents is reported. */
  readonly parent?: string;
  readonly agreements: readonly Agreement[];
  /** The fields by which people recognise a record, such as its title; empty if there are none. */
  readonly named: readonly string[];
  readonly layout: Layout;
  /**
   * Set if the API has no list of this collection. A record is then published only if a published record embeds it or
   * contains its id.
   */
  readonly unlisted?: true;
}

interface Declaration<S extends z.ZodObject> {
  readonly singular: string;
  readonly companions?: readonly Companion[];
  readonly named?: readonly FieldOf<S>[];
  /** `all` stands for a shape with all fields, in the order of the schema. By default the only shape is `full: 'all'`. */
  readonly shapes?: Readonly<Record<string, Shape<FieldOf<S>> | 'all'>>;
  readonly rules?: readonly Rule<z.input<S>>[];
  readonly implausible?: readonly ImplausibleRule<z.input<S>, FieldOf<S>>[];
  readonly withheld?: readonly WithholdingRule<z.input<S>>[];
  readonly parent?: FieldOf<S>;
  readonly agreements?: readonly Agreement[];
  /** `{ kind: 'list' }` by default. */
  readonly layout?: Layout;
  readonly unlisted?: true;
}
type FieldOf<S extends z.ZodObject> = string & keyof S['shape'];

/** Declares a collection. The functions in its rules get records of the type that `schema` describes. */
export function collection<S extends z.ZodObject>(
  name: string,
  schema: S,
  declared: Declaration<S>,
): Collection {
  mustHaveForm(name, recordForm, schema);
  mustHaveForm(name, collectionForm, declared);
  const fields = fieldsOf(schema, name);
  const shapes = Object.entries(declared.shapes ?? { full: 'all' as const });
  return {
    name,
    schema,
    fields,
    agreements: [],
    companions: [],
    named: [],
    layout: { kind: 'list' },
    ...declared,
    shapes: Object.fromEntries(
      shapes.map(([key, shape]) => [key, shape === 'all' ? { keys: Object.keys(fields) } : shape]),
    ),
    // The casts are right, because the engine calls rules only with records that match the schema.
    rules: ((declared.rules ?? []) as readonly Rule[]).map((rule) => checked(name, rule)),
    implausible: ((declared.implausible ?? []) as readonly ImplausibleRule[]).map((rule) =>
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

/**
 * Makes a shape with these keys: `shape(['id', 'name'])`. `fields`: fields that only this shape has. All other keys must
 * be fields of the collection: a misspelt key does not compile.
 */
export function shape<const Key extends string, Own extends z.ZodRawShape = Record<never, never>>(
  keys: readonly Key[],
  references?: Readonly<Record<string, string>>,
  fields?: z.ZodObject<Own>,
): Shape<Exclude<Key, keyof Own>> {
  return {
    // The type names only the keys that the collection must have.
    keys: keys as readonly Exclude<Key, keyof Own>[],
    ...(references && { references }),
    ...(fields && { fields: fieldsOf(fields, 'shape') }),
  };
}

/** Returns the declaration of the field that a shape publishes under this key. */
export const fieldIn = ({ fields }: Pick<Collection, 'fields'>, shape: Shape, key: string): Field =>
  shape.fields?.[key] ?? fields[key]!;

const LONGEST_NAME = 60;

/** The name of a record: its texts in the fields `named`, joined and shortened; undefined if they are all empty. */
export function recordName(
  { named }: Pick<Collection, 'named'>,
  record: JsonObject,
): string | undefined {
  const words = named.map((field) => record[field]).filter((word) => typeof word === 'string');
  return shortened(words.join(' ')) || undefined;
}

/** Puts a text on one line, and cuts it to {@link LONGEST_NAME} characters, of which the last is then `…`. */
export function shortened(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), LONGEST_NAME);
}
