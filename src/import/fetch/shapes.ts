// Checks published records against the declared shapes. No field is named here: all follows from the collections,
// their shapes and the types of their fields.
import * as z from 'zod';
import { BARE, type Collection, fieldIn } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { type Field, type Fields, isObject, referenceOf, type Type } from '../../model/fields.js';
import { pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';

/** Returns in words how a value differs from its declaration; `path` is the value's JSON Pointer. */
export type Misfits = (value: unknown, path: string) => string[];

/** The most misfits that are listed for one record. */
const MAX_MISFITS = 5;

/** Makes the check of each shape of each collection, once, when it is first needed. */
export class PublishedShapes {
  readonly #byName: ReadonlyMap<string, Collection>;
  readonly #made = new Map<string, Misfits>();

  constructor(portal: Portal) {
    this.#byName = new Map(portal.collections.map((collection) => [collection.name, collection]));
  }

  /** Returns the check of records of a collection in a shape. */
  of(collection: string, shape: string): Misfits {
    const name = `${collection} ${shape}`;
    const known = this.#made.get(name);
    if (known) return known;
    const declared = this.#byName.get(collection)!;
    const chosenShape = declared.shapes[shape]!;
    const { keys, references } = chosenShape;
    const misfits = this.#object(
      name,
      keys.map((key) => {
        const field = fieldIn(declared, chosenShape, key);
        const chosen = references?.[key] ?? referenceOf(field.type)?.shape;
        return [key, field, this.#value(field.type, chosen ?? BARE)];
      }),
    );
    this.#made.set(name, misfits);
    return misfits;
  }

  #object(title: string, fields: readonly (readonly [string, Field, Misfits])[]): Misfits {
    const members = fields.map(([key, ...rest]) => [key, pointerStep(key), ...rest] as const);
    return (value, path) => {
      if (!isObject(value)) return [`${at(path)}: ${quote(value)} is no object`];
      const given = Object.keys(value);
      const wanted = members
        .filter(([key, , { absent }]) => absent.kind !== 'omitted' || Object.hasOwn(value, key))
        .map(([key]) => key);
      const isRight =
        given.length === wanted.length && wanted.every((key) => Object.hasOwn(value, key));
      if (!isRight) return [`${at(path)} (${title}): ${keysOff(given, wanted)}`];
      const found: string[] = [];
      for (const [key, step, , misfits] of members) {
        if (!Object.hasOwn(value, key)) continue;
        found.push(...misfits(value[key], path + step));
        if (found.length >= MAX_MISFITS) break;
      }
      return found;
    };
  }

  /** `shape`: the one in which a reference is embedded, or BARE if it is published as an id. */
  #value(type: Type, shape: string): Misfits {
    if (type.kind === 'reference' && shape !== BARE) {
      return orNull(type, (value, path) => this.of(type.collection, shape)(value, path));
    }
    if (type.kind === 'list') return this.#list(type.of);
    if (type.kind === 'part') return orNull(type, this.#part(type.fields));
    const { schema } = type;
    return orNull(type, (value, path) => {
      const result = z.safeParse(schema, value);
      if (result.success) return [];
      const why = result.error.issues[0]?.message ?? '';
      return [`${at(path)}: ${quote(value)} does not fit (${why})`];
    });
  }

  #list(element: Type): Misfits {
    const misfits = this.#value(element, referenceOf(element)?.shape ?? BARE);
    return (value, path) => {
      if (!Array.isArray(value)) return [`${at(path)}: ${quote(value)} is no list`];
      const found: string[] = [];
      for (let i = 0; i < value.length && found.length < MAX_MISFITS; i++) {
        found.push(...misfits(value[i], `${path}/${i}`));
      }
      return found;
    };
  }

  #part(fields: Fields): Misfits {
    const members = Object.entries(fields).map(
      ([key, field]) =>
        [key, field, this.#value(field.type, referenceOf(field.type)?.shape ?? BARE)] as const,
    );
    return this.#object('part', members);
  }
}

function orNull({ nullable }: Type, misfits: Misfits): Misfits {
  return (value, path) => (value === null && nullable ? [] : misfits(value, path));
}

function keysOff(given: readonly string[], wanted: readonly string[]): string {
  const missing = wanted.filter((key) => !given.includes(key));
  const unknown = given.filter((key) => !wanted.includes(key));
  if (missing.length > 0) return `lacks the key ${quote(missing[0])}`;
  return `has the key ${quote(unknown[0])}, which is not declared`;
}

const at = (path: string): string => path || 'the record';
