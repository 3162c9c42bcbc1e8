// Checks the records in answers against the declared shapes. Makes a zod schema for each shape from the schemas of
// its fields.
import * as z from 'zod';
import type { Written } from '../../delivery/http/list.js';
import { inWriting } from '../../engine/compile/written.js';
import { BARE, type Collection, fieldIn } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  type Field,
  isAny,
  type Json,
  type JsonObject,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { pointerStep } from '../../problems/problem.js';
import { notingOf } from '../free-values.js';

/**
 * Returns a valid record, with `+00:00` for `Z`, and with a JSON text in the place of each value of any form
 * (free-values.ts). For any other record, says where it differs from its declaration. `written`: where it is written.
 */
export type PublishedShape = (
  record: JsonObject,
  written: () => Written,
) => { readonly record: JsonObject } | { readonly misfit: string };

type Schema = z.core.$ZodType;

/** The checks of all shapes. Each check is made when it is first needed. */
export class PublishedShapes {
  readonly #byName: ReadonlyMap<string, Collection>;
  readonly #made = new Map<string, z.ZodObject>();

  constructor(portal: Portal) {
    this.#byName = new Map(portal.collections.map((collection) => [collection.name, collection]));
  }

  /** Returns the check for records of a collection in a shape. */
  of(collection: string, shape: string): PublishedShape {
    const schema = this.#schema(collection, shape);
    const note = notingOf(this.#byName, collection);
    return (record, written) => {
      note(record, written);
      const { success, data, error } = schema.safeParse(record);
      if (success) return { record: data as JsonObject }; // the schemas of all fields only accept JSON values
      const [{ path, message } = { path: [], message: '' }] = error.issues;
      const place = path.map((step) => pointerStep(String(step))).join('') || 'the record';
      return { misfit: `${place}: ${message}` };
    };
  }

  #schema(collection: string, shapeName: string): z.ZodObject {
    return memo(this.#made, `${collection} ${shapeName}`, () => {
      const declared = this.#byName.get(collection)!;
      const shape = declared.shapes[shapeName]!;
      const fields = shape.keys.map((key): [string, Field] => [key, fieldIn(declared, shape, key)]);
      return this.#object(fields, shape.references);
    });
  }

  /** `embedded`: by field, the shape of the embedded record, if the field declares another shape. */
  #object(
    fields: readonly (readonly [string, Field])[],
    embedded: Readonly<Record<string, string>> = {},
  ): z.ZodObject {
    const members = fields.map(([key, { type, absent }]): [string, Schema] => {
      const schema = this.#value(type, embedded[key]);
      return [key, absent.kind === 'omitted' ? z.optional(schema) : schema];
    });
    return z.strictObject(Object.fromEntries(members));
  }

  #value(type: Type, embedded = referenceOf(type)?.shape ?? BARE): Schema {
    const schema = this.#filled(type, embedded);
    return type.nullable ? z.nullable(schema) : schema;
  }

  /** The schema for values that are not null. `embedded`: the shape of an embedded record. */
  #filled(type: Type, embedded: string): Schema {
    if (type.kind === 'reference' && embedded !== BARE) {
      return z.lazy(() => this.#schema(type.collection, embedded));
    }
    if (type.kind === 'list') return z.array(this.#value(type.of));
    if (type.kind === 'part') return this.#object(Object.entries(type.fields));
    if (isAny(type)) return z.unknown().transform(freeText(type.schema));
    if (type.kind === 'timestamp') return z.preprocess(withOffset, type.schema);
    return type.schema;
  }
}

/** Django writes UTC as `Z`. Data files and the API of a snapshot have `+00:00`. */
const withOffset = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/Z$/, '+00:00') : value;

/** Checks a value of any form by its schema, and returns its text. */
const freeText =
  (schema: Schema) =>
  (value: unknown, context: z.core.$RefinementCtx): Json => {
    const { error } = z.safeParse(schema, value);
    for (const { message } of error?.issues ?? []) context.addIssue(message);
    return inWriting(value as Json);
  };
