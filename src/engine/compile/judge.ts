// Checks a record with zod, and turns zod's issues into findings. Adds what the messages need: the value that was
// found, what was expected, and what was probably meant.
import type { z } from 'zod';
import {
  elementOf,
  isObject,
  type JsonObject,
  partOf,
  rangeOf,
  recordType,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import type { Expected } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { type Finding, type Place, pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { CollectionPlan } from '../plan.js';

type Issue = z.core.$ZodIssue;
/**
 * Returns findings for values that the collection's zod schema refuses. If lists are too long, reports only these.
 * `fractions`: see `Validate` in validate.ts.
 */
export function findingsOfTypes(
  record: unknown,
  { declared: collection }: Pick<CollectionPlan, 'declared'>,
  place: Place,
  fractions: ReadonlyMap<string, string> = new Map(),
): Finding[] {
  const type = recordType(collection);
  const long = longLists(record, type, { place, path: '' });
  if (long.length > 0) return long;
  const { error } = collection.schema.safeParse(record);
  if (!error) return [];
  const found = new Map<string, Finding>(); // by path: one value may break several checks
  for (const issue of error.issues) {
    for (const finding of findingsOf(issue, record, type, place, fractions)) {
      if (found.size >= LIMITS.recordProblems) break;
      if (!found.has(finding.path)) found.set(finding.path, finding);
    }
  }
  return withoutDerived([...found.values()]);
}

/**
 * Drops the finding of a missing field if another finding says that an unknown field is a misspelling of it. Correcting
 * the spelling corrects both.
 */
function withoutDerived(findings: readonly Finding[]): Finding[] {
  const meant = new Set<string>();
  for (const finding of findings) {
    if (finding.name !== 'unknown-field' || finding.args.nearest === undefined) continue;
    meant.add(parentOf(finding.path) + pointerStep(finding.args.nearest));
  }
  return findings.filter(({ name, path }) => name !== 'missing-field' || !meant.has(path));
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

type PlacedValue = Pick<Finding, 'place' | 'path'>;

/** Finds lists with too many elements. Without this, zod could report an issue for each element. */
function longLists(value: unknown, type: Type, { place, path }: PlacedValue): Finding[] {
  if (type.kind === 'part' && isObject(value)) {
    return Object.entries(type.fields).flatMap(([name, field]) =>
      longLists(value[name], field.type, { place, path: path + pointerStep(name) }),
    );
  }
  if (type.kind !== 'list' || !Array.isArray(value)) return [];
  if (value.length > LIMITS.listElements) {
    const args = { found: value.length, most: LIMITS.listElements };
    return [{ name: 'bad-value/length', args, place, path }];
  }
  const { of } = type;
  if (of.kind !== 'part' && of.kind !== 'list') return [];
  return value.flatMap((element, i) => longLists(element, of, { place, path: `${path}/${i}` }));
}

/** A value in a record, and what the portal declares about it. */
interface Declared {
  readonly value: unknown;
  readonly type: Type;
  /** The name of the field, or the index in a list; undefined for the record itself. */
  readonly name?: string;
  readonly optional: boolean;
  readonly where: PlacedValue;
}

function* findingsOf(
  issue: Issue,
  record: unknown,
  type: Type,
  place: Place,
  fractions: ReadonlyMap<string, string>,
): Generator<Finding, void> {
  let at: Declared = { value: record, type, optional: false, where: { place, path: '' } };
  for (const step of issue.path) at = inside(at, String(step));
  const { path } = at.where;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield unknownField(key, at);
  } else yield findingOf(issue, at, fractions.get(path) ?? quote(at.value));
}

/** Returns the value under a key or an index of another value. */
function inside({ value, type, where }: Declared, name: string): Declared {
  const field = partOf(type)?.[name];
  return {
    value: (value as JsonObject)[name], // `name` may also be an index in a list
    type: field?.type ?? elementOf(type)!,
    name,
    optional: field !== undefined && !field.required,
    where: { ...where, path: where.path + pointerStep(name) },
  };
}

function unknownField(key: string, { value, type, where }: Declared): Finding {
  const known = Object.keys(partOf(type)!);
  const free = known.filter((name) => !Object.hasOwn(value as JsonObject, name));
  const args = { key, nearest: nearest(key, free) ?? nearest(key, known), free };
  const path = where.path + pointerStep(key);
  return { name: 'unknown-field', args, atKey: true, ...where, path };
}

/** `found`: what a message shows of the value. */
function findingOf(issue: Issue, at: Declared, found: string): Finding {
  const { value, type, name, where } = at;
  if (value === undefined && name !== undefined)
    return { name: 'missing-field', args: { field: name, wanted: expectedOf(type) }, ...where };
  const isOfType =
    type.kind === 'choice' ? typeof value === typeof type.values[0] : issue.code !== 'invalid_type';
  return isOfType ? wrongValue(issue, at, found) : wrongType(at, found);
}

function wrongType({ value, type, name, optional, where }: Declared, found: string): Finding {
  const wanted = name === undefined ? 'record' : expectedOf(type);
  const args = {
    wanted,
    found,
    collection: referenceOf(type)?.collection,
    instead: meantValue(value, wanted, found),
    optional,
  };
  return { name: 'wrong-type', args, ...where };
}

/** Returns what a message calls the values of a type. */
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

/** Returns the finding for a value that has the right type but is not allowed, such as a number above the maximum. */
function wrongValue(issue: Issue, { value, type, where }: Declared, found: string): Finding {
  switch (type.kind) {
    case 'date':
      return { name: 'bad-date', args: { found }, ...where };
    case 'timestamp':
      return { name: 'bad-timestamp', args: { found }, ...where };
    case 'choice': {
      const { values: choices } = type;
      // For a number there is no suggestion: a wrong number is rarely a misspelling of an allowed one.
      const words = choices.filter((choice) => typeof choice === 'string');
      const args = { found, choices, nearest: nearest(String(value), words) };
      return { name: 'bad-value/choice', args, ...where };
    }
  }
  const range = rangeOf(type);
  if (range) {
    const { least, most } = range;
    const args = { found, least, ...(most < Number.MAX_SAFE_INTEGER && { most }) };
    return { name: 'bad-value/range', args, ...where };
  }
  const isText = typeof value === 'string';
  // The length in characters, as zod counts them. One character may be two UTF-16 units.
  const { length } = isText ? [...value] : (value as readonly unknown[]);
  if (issue.code === 'too_small') {
    const args = { found: length, least: Number(issue.minimum) };
    return { name: isText ? 'bad-value/text-short' : 'bad-value/few', args, ...where };
  }
  if (issue.code === 'too_big') {
    const args = { found: length, most: Number(issue.maximum) };
    return { name: isText ? 'bad-value/text-long' : 'bad-value/length', args, ...where };
  }
  const { format, pattern } = issue as z.core.$ZodIssueInvalidStringFormat; // no other kind of issue is left
  const wanted = format === 'regex' ? `${pattern}` : format;
  return { name: 'bad-value/form', args: { found, wanted }, ...where };
}

const YES = new Set(['true', '1', 'yes', 'да']);
const NO = new Set(['false', '0', 'no', 'нет', '']);

/** Returns the JSON of the value that was probably meant; undefined if that is not clear. */
function meantValue(value: unknown, wanted: Expected, found: string): string | undefined {
  // Objects are excluded, because `String` throws for an object whose member `toString` is not a function.
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
      return typeof value === 'number' ? JSON.stringify(found) : undefined;
    case 'boolean':
      if (typeof value === 'object') return undefined;
      return YES.has(text.toLowerCase())
        ? 'true'
        : NO.has(text.toLowerCase())
          ? 'false'
          : undefined;
    case 'array':
      return typeof value === 'object' ? undefined : `[${found}]`;
    default:
      return undefined;
  }
}
