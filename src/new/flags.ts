// The fields of a collection as flags of `new`, and what was given in them → fields of a record.
import type { Field, Fields, Json, JsonObject } from '../model/fields.js';
import type { Type } from '../model/types.js';
import { UsageError } from '../problems/problem.js';
import { describe, whenNotGiven } from '../schema/describe.js';
import { typeSchema } from '../schema/json-schema.js';

/** A flag for a field, or for a field of a part. */
export interface FieldFlag {
  /** `title`, or `profile.city`. */
  readonly name: string;
  readonly field: Field;
  /** What its value is, as usage shows it: `<id>`. */
  readonly value: string;
  readonly about: string;
  /** It must be given: it has no default, and cannot be worked out. */
  readonly needed: boolean;
}

/** What was given in each flag, in its order. */
export type Given = ReadonlyMap<string, readonly string[]>;

/** The flags of all fields but ids, which `new` gives, and what is worked out anyway. */
export function flagsOf(fields: Fields, holder: string): FieldFlag[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isOpen(name, field)) return [];
    const { part } = field.type;
    const inner = part ? flagsOf(part, name).filter((flag) => !flag.field.type.part) : [];
    return [
      {
        name,
        field,
        value: valueName(field.type),
        about: describe(name, field, holder, whenNotGiven(field)),
        needed: field.required && field.filled === undefined,
      },
      ...inner.map((flag) => ({ ...flag, name: `${name}.${flag.name}`, needed: false })),
    ];
  });
}

/** The fields that flags give. Throws a {@link UsageError}. */
export function fieldsFrom(fields: Fields, given: Given): JsonObject {
  const record: Record<string, Json> = {};
  for (const [name, { type }] of Object.entries(fields)) {
    const texts = given.get(name);
    if (texts) record[name] = valueFrom(name, type, texts);
    if (!type.part) continue;
    const inner = fieldsFrom(type.part, below(given, `${name}.`));
    if (Object.keys(inner).length === 0) continue;
    const whole = record[name] ?? {};
    if (isObject(whole)) record[name] = { ...whole, ...inner };
  }
  return record;
}

function isOpen(name: string, { type, computed }: Field): boolean {
  return name !== 'id' && !computed && kindOf(type) !== 'null';
}

/** The JSON type of a value, null aside. */
function kindOf(type: Type): string {
  const { type: kind } = typeSchema(type, '');
  return String(Array.isArray(kind) ? kind[0] : kind);
}

function valueName(type: Type): string {
  const kind = kindOf(type.list ?? type);
  if (kind === 'boolean') return '[true|false]';
  if (kind === 'array' || kind === 'object') return '<json>';
  if ((type.list ?? type).reference) return '<id>';
  if (kind !== 'string') return '<number>';
  return type.instant ? '<timestamp>' : '<text>';
}

function valueFrom(name: string, type: Type, texts: readonly string[]): Json {
  if (kindOf(type) === 'array') return texts.flatMap((text) => elementsFrom(name, type, text));
  if (texts.length > 1) throw new UsageError(`--${name} is given ${texts.length} times`);
  return oneFrom(name, type, texts[0]!);
}

/** What one use of a repeatable flag adds to its list: an element, or all of a JSON list. */
function elementsFrom(name: string, { list }: Type, text: string): readonly Json[] {
  const json = parsed(text);
  if (Array.isArray(json)) return json;
  if (list) return [oneFrom(name, list, text)];
  if (json === undefined) throw notJson(name, text);
  return [json];
}

/** What does not look like its type is left a text: the check of the record will say so. */
function oneFrom(name: string, type: Type, text: string): Json {
  const kind = kindOf(type);
  if (kind === 'string') return text;
  const json = parsed(text);
  if (kind === 'object') {
    if (json === undefined) throw notJson(name, text);
    return json;
  }
  return json === undefined || typeof json === 'object' ? (json === null ? null : text) : json;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const notJson = (name: string, text: string) =>
  new UsageError(`--${name} takes JSON, such as {"id": 1}, not ${JSON.stringify(text)}`);

function below(given: Given, prefix: string): Given {
  return new Map(
    [...given].flatMap(([name, texts]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), texts] as const] : [],
    ),
  );
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
