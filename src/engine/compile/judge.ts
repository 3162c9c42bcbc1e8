// zod judges a record: its issues → findings, with what the messages need: the value found, what was expected, and what
// was probably meant.
import type { z } from 'zod';
import type { Collection } from '../../model/collection.js';
import {
  elementOf,
  type Fields,
  isObject,
  type JsonObject,
  leastOf,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import type { Expected } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { type Finding, type Place, pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { correctDate, correctTimestamp } from './right-time.js';

type Unplaced<F> = F extends Finding ? Omit<F, 'place' | 'path'> : never;
/** A finding without its place and path. */
export type WithoutPlace = Unplaced<Finding>;

// TypeScript cannot see that the name and the arguments, both of a union, still belong together.
export const placed = (finding: WithoutPlace, place: Place, path: string) =>
  ({ ...finding, place, path }) as Finding;

/** Finds what in a record its schema refuses. */
export function findingsOfTypes(
  record: unknown,
  { schema, fields }: Pick<Collection, 'schema' | 'fields'>,
  place: Place,
): Finding[] {
  const long = longLists(record, fields, '');
  if (long.length > 0) return long.map(([finding, path]) => placed(finding, place, path));
  const { error } = schema.safeParse(record);
  if (!error) return [];
  const found = new Map<string, Finding>(); // by path: one value may break several checks
  for (const issue of error.issues) {
    for (const [finding, path] of findingsOf(issue, record, fields)) {
      if (found.size >= LIMITS.recordProblems) break;
      if (!found.has(path)) found.set(path, placed(finding, place, path));
    }
  }
  return withoutDerived([...found.values()]);
}

/** Drops missing fields whose names are only misspelt: correcting the name corrects both. */
function withoutDerived(findings: readonly Finding[]): Finding[] {
  const meant = new Set<string>();
  for (const finding of findings) {
    if (finding.name !== 'unknown-field' || finding.args.nearest === undefined) continue;
    meant.add(parentOf(finding.path) + pointerStep(finding.args.nearest));
  }
  return findings.filter(({ name, path }) => name !== 'missing-field' || !meant.has(path));
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

type Found = readonly [finding: WithoutPlace, path: string];

/** Lists with too many elements. They are found before zod looks at each element, and would tell of each. */
function longLists(value: unknown, fields: Fields, path: string): Found[] {
  if (!isObject(value)) return [];
  return Object.entries(fields).flatMap(([name, { type }]) =>
    longListsIn(value[name], type, path + pointerStep(name)),
  );
}

function longListsIn(value: unknown, type: Type, path: string): Found[] {
  if (type.kind === 'part') return longLists(value, type.fields, path);
  if (type.kind !== 'list' || !Array.isArray(value)) return [];
  if (value.length > LIMITS.listElements) {
    const args = { found: value.length, most: LIMITS.listElements };
    return [[{ name: 'bad-value/length', args }, path]];
  }
  const { of } = type;
  if (of.kind !== 'part' && of.kind !== 'list') return [];
  return value.flatMap((element, i) => longListsIn(element, of, `${path}/${i}`));
}

/** A value in a record, as it is declared. */
interface Declared {
  readonly value: unknown;
  readonly name: string;
  readonly optional: boolean;
  /** Undefined for the record itself. */
  readonly type?: Type;
  /** The fields of the record or part, if it is one. */
  readonly fields?: Fields | undefined;
}

function* findingsOf(
  issue: z.core.$ZodIssue,
  record: unknown,
  fields: Fields,
): Generator<Found, void> {
  let at: Declared = { value: record, name: '', optional: false, fields };
  for (const step of issue.path) at = inside(at, step);
  const path = issue.path.map((step) => pointerStep(String(step))).join('');
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield [unknownField(key, at), path + pointerStep(key)];
  } else yield [findingOf(issue, at), path];
}

/** What is declared at a key or an index of a value. */
function inside({ value, type, fields }: Declared, step: PropertyKey): Declared {
  const name = String(step);
  const field = fields?.[name];
  const inner = field?.type ?? elementOf(type)!;
  return {
    value: (value as JsonObject)[name], // also the index of an element of a list
    name,
    optional: field !== undefined && !field.required,
    type: inner,
    fields: partOf(inner),
  };
}

function unknownField(key: string, { value, fields = {} }: Declared): WithoutPlace {
  const known = Object.keys(fields);
  const free = known.filter((name) => !Object.hasOwn(value as JsonObject, name));
  const args = { key, nearest: nearest(key, free) ?? nearest(key, known), free };
  return { name: 'unknown-field', args, atKey: true };
}

function findingOf({ code }: z.core.$ZodIssue, at: Declared): WithoutPlace {
  const { value, name, type, optional } = at;
  if (!type) return wrongType(value, 'record', optional);
  const wanted = expectedOf(type);
  if (value === undefined) return { name: 'missing-field', args: { field: name, wanted } };
  const isOfType =
    type.kind === 'choice' ? typeof value === typeof type.values[0] : code !== 'invalid_type';
  return isOfType ? wrongValue(value, type) : wrongType(value, wanted, optional, type);
}

function wrongType(value: unknown, wanted: Expected, optional: boolean, type?: Type): WithoutPlace {
  const args = {
    wanted,
    found: quote(value),
    collection: referenceOf(type)?.collection,
    instead: meantValue(value, wanted),
    optional,
  };
  return { name: 'wrong-type', args };
}

/** What a message calls the values of a type. */
function expectedOf(type: Type): Expected {
  if (type.kind !== 'choice') return EXPECTED[type.kind];
  return typeof type.values[0] === 'number' ? 'int' : 'string';
}

const EXPECTED: Readonly<Record<Exclude<Type['kind'], 'choice'>, Expected>> = {
  text: 'string',
  timestamp: 'timestamp',
  date: 'date',
  integer: 'int',
  id: 'int',
  reference: 'id',
  boolean: 'boolean',
  list: 'array',
  'any-list': 'array',
  'any-object': 'object',
  part: 'object',
  nothing: 'null',
};

/** Returns the finding for a value of the right kind that its type does not allow. */
function wrongValue(value: unknown, type: Type): WithoutPlace {
  const found = quote(value);
  if (type.kind === 'date') {
    return { name: 'bad-date', args: { found, ...correctDate(value as string) } };
  }
  if (type.kind === 'timestamp') {
    return { name: 'bad-timestamp', args: { found, ...correctTimestamp(value as string) } };
  }
  if (type.kind !== 'choice') {
    return { name: 'bad-value/range', args: { found, least: leastOf(type) } };
  }
  const { values: choices } = type;
  // Words only: a wrong number is hardly a typing error for another one.
  const words = choices.filter((choice) => typeof choice === 'string');
  const args = { found, choices, nearest: nearest(String(value), words) };
  return { name: 'bad-value/choice', args };
}

const YES = new Set(['true', '1', 'yes', 'да']);
const NO = new Set(['false', '0', 'no', 'нет', '']);

/** Returns the JSON of the value that was probably meant, which has the right type; undefined if that is not clear. */
function meantValue(value: unknown, wanted: Expected): string | undefined {
  // `String` would throw for an object whose member `toString` is no function.
  const text = typeof value === 'object' ? '' : String(value).trim();
  switch (wanted) {
    case 'null':
      return 'null';
    case 'int':
    case 'id':
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        const { id } = value as JsonObject;
        return wanted === 'id' && typeof id === 'number' ? String(id) : undefined;
      }
      return typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? text : undefined;
    case 'string':
      return typeof value === 'number' ? JSON.stringify(text) : undefined;
    case 'boolean':
      if (typeof value === 'object') return undefined;
      return YES.has(text.toLowerCase())
        ? 'true'
        : NO.has(text.toLowerCase())
          ? 'false'
          : undefined;
    case 'array':
      return typeof value === 'object' ? undefined : `[${quote(value)}]`;
    default:
      return undefined;
  }
}
