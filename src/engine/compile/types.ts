// The values of a record against the types of its fields → findings, with what the messages need: the value
// found, what was expected, and what was probably meant.
import {
  type Fields,
  isObject,
  type JsonObject,
  leastOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { isDate, isTimestamp } from '../../model/time.js';
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

/** Finds what in a record has the wrong type or range, is missing, or is not declared. */
export function findingsOfTypes(record: unknown, fields: Fields, place: Place): Finding[] {
  const check = new TypeCheck(place);
  if (isObject(record)) check.object(record, fields, '');
  else check.wrongType(record, 'record', '');
  return withoutDerived(check.findings);
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

class TypeCheck {
  readonly findings: Finding[] = [];

  constructor(private readonly place: Place) {}

  object(value: JsonObject, fields: Fields, path: string): void {
    let known = 0;
    for (const name in fields) {
      const { type, required } = fields[name]!;
      const member = value[name];
      if (member !== undefined) {
        known++;
        this.#value(member, type, path, name, !required);
      } else if (required) {
        const args = { field: name, wanted: expectedOf(type) };
        this.#add({ name: 'missing-field', args }, path + pointerStep(name));
      }
    }
    const keys = Object.keys(value);
    if (keys.length > known) this.#unknown(keys, value, fields, path);
  }

  wrongType(value: unknown, wanted: Expected, path: string, type?: Type, optional = false): void {
    const args = {
      wanted,
      found: quote(value),
      collection: referenceOf(type)?.collection,
      instead: meantValue(value, wanted),
      optional,
    };
    this.#add({ name: 'wrong-type', args }, path);
  }

  /** `step`: the name or index of the value in the object or list at `path`. */
  #value(value: unknown, type: Type, path: string, step: string | number, optional: boolean): void {
    if (value === null && type.nullable) return;
    if (!hasType(value, type)) {
      this.wrongType(value, expectedOf(type), path + pointerStep(step), type, optional);
    } else if (type.kind === 'part') {
      this.object(value as JsonObject, type.fields, path + pointerStep(step));
    } else if (type.kind === 'list') {
      this.#list(value as readonly unknown[], type.of, path + pointerStep(step));
    } else if (!isAllowed(value, type)) {
      this.#add(wrongValue(value, type), path + pointerStep(step));
    }
  }

  #list(value: readonly unknown[], type: Type, path: string): void {
    if (value.length > LIMITS.listElements) {
      const args = { found: value.length, most: LIMITS.listElements };
      this.#add({ name: 'bad-value/length', args }, path);
      return;
    }
    for (let i = 0; i < value.length && this.findings.length < LIMITS.recordProblems; i++) {
      this.#value(value[i], type, path, i, false);
    }
  }

  #unknown(keys: readonly string[], value: JsonObject, fields: Fields, path: string): void {
    const known = Object.keys(fields);
    const free = known.filter((name) => !Object.hasOwn(value, name));
    for (const key of keys) {
      if (Object.hasOwn(fields, key) || this.findings.length >= LIMITS.recordProblems) continue;
      const args = { key, nearest: nearest(key, free) ?? nearest(key, known), free };
      this.#add({ name: 'unknown-field', args, atKey: true }, path + pointerStep(key));
    }
  }

  #add(finding: WithoutPlace, path: string): void {
    if (this.findings.length < LIMITS.recordProblems)
      this.findings.push(placed(finding, this.place, path));
  }
}

/** Whether a value is of the kind of JSON that a type requires. */
const hasType = (value: unknown, type: Type): boolean =>
  type.kind === 'choice' ? typeof value === typeof type.values[0] : KINDS[type.kind].is(value);

/** What a message calls the values of a type. */
function expectedOf(type: Type): Expected {
  if (type.kind !== 'choice') return KINDS[type.kind].wanted;
  return typeof type.values[0] === 'number' ? 'int' : 'string';
}

const isString = (value: unknown) => typeof value === 'string';

const KINDS: Readonly<
  Record<
    Exclude<Type['kind'], 'choice'>,
    { readonly wanted: Expected; readonly is: (value: unknown) => boolean }
  >
> = {
  text: { wanted: 'string', is: isString },
  timestamp: { wanted: 'timestamp', is: isString },
  date: { wanted: 'date', is: isString },
  integer: { wanted: 'int', is: Number.isInteger },
  id: { wanted: 'int', is: Number.isInteger },
  reference: { wanted: 'id', is: Number.isInteger },
  boolean: { wanted: 'boolean', is: (value) => typeof value === 'boolean' },
  list: { wanted: 'array', is: Array.isArray },
  'any-list': { wanted: 'array', is: Array.isArray },
  'any-object': { wanted: 'object', is: isObject },
  part: { wanted: 'object', is: isObject },
  nothing: { wanted: 'null', is: (value) => value === null },
};

/** Whether a value of the right kind is one that its type allows. */
function isAllowed(value: unknown, type: Type): boolean {
  switch (type.kind) {
    case 'timestamp':
      return isTimestamp(value as string); // hasType has checked that, and the other casts below
    case 'date':
      return isDate(value as string);
    case 'integer':
    case 'id':
    case 'reference':
      return Number.isSafeInteger(value) && (value as number) >= leastOf(type);
    case 'choice':
      return type.values.includes(value as string | number);
    default:
      return true;
  }
}

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
