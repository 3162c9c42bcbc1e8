// What a schema says of a record → findings in the contract's terms, with what the messages need:
// the value found, what was expected, and what was probably meant.
import type { z } from 'zod';
import type { Fields, JsonObject } from '../model/fields.js';
import type { Type } from '../model/types.js';
import { type Expected, quote } from '../problems/messages.js';
import { nearest } from '../problems/nearest.js';
import { type Finding, type Place, pointerStep } from '../problems/problem.js';
import { mendDate, mendTimestamp } from '../problems/right-time.js';

type Issue = z.core.$ZodIssue;
type Steps = readonly (string | number)[];

/** The findings of a schema's issues with a record; at most `most` of them and of unknown keys. */
export function findingsOfIssues(
  issues: readonly Issue[],
  record: unknown,
  fields: Fields,
  place: Place,
  most: number,
): Finding[] {
  const findings = issues
    .slice(0, most)
    .flatMap((issue) => ofIssue(issue, record, fields, place, most));
  return withoutDerived(findings);
}

/** A field whose name is misspelt is not missing too: mending the name mends both. */
function withoutDerived(findings: readonly Finding[]): Finding[] {
  const meant = new Set<string>();
  for (const finding of findings) {
    if (finding.name !== 'unknown-field' || finding.args.nearest === undefined) continue;
    meant.add(parentOf(finding.path) + pointerStep(finding.args.nearest));
  }
  return findings.filter(({ name, path }) => name !== 'missing-field' || !meant.has(path));
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

function ofIssue(
  issue: Issue,
  record: unknown,
  fields: Fields,
  place: Place,
  most: number,
): Finding[] {
  const steps = issue.path as Steps;
  const path = steps.map(pointerStep).join('');
  const value = valueAt(record, steps);
  const found = quote(value);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(fieldsAt(fields, steps));
    const free = known.filter((key) => !Object.hasOwn(value as JsonObject, key));
    return issue.keys.slice(0, most).map((key) => ({
      name: 'unknown-field',
      args: { key, nearest: nearest(key, free) ?? nearest(key, known), free },
      place,
      path: path + pointerStep(key),
      atKey: true,
    }));
  }
  const type = typeAt(fields, steps);
  const wanted = kindOf(issue, type);
  if (value === undefined) {
    const field = String(steps.at(-1));
    return [{ name: 'missing-field', args: { field, wanted }, place, path }];
  }
  const isWrongType =
    issue.code === 'invalid_type' ||
    (issue.code === 'invalid_value' && typeof value !== typeof issue.values[0]);
  if (isWrongType) {
    const args = {
      wanted,
      found,
      collection: type?.reference?.collection,
      instead: meantValue(value, wanted),
      optional: mayBeAbsent(fields, steps),
    };
    return [{ name: 'wrong-type', args, place, path }];
  }
  switch (issue.code) {
    case 'invalid_value': {
      const choices = issue.values as (string | number)[];
      // One number is no slip for another.
      const words = choices.filter((choice) => typeof choice === 'string');
      const close = nearest(String(value), words);
      return [{ name: 'bad-value/choice', args: { found, choices, nearest: close }, place, path }];
    }
    case 'too_small':
    case 'too_big':
      return [{ name: 'bad-value/range', args: { found, least: leastOf(type) }, place, path }];
    default: {
      const text = typeof value === 'string' ? value : '';
      return wanted === 'date'
        ? [{ name: 'bad-date', args: { found, ...mendDate(text) }, place, path }]
        : [{ name: 'bad-timestamp', args: { found, ...mendTimestamp(text) }, place, path }];
    }
  }
}

function valueAt(record: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((at, step) => {
    // Only what the record itself holds: a key may be named like a method of every object.
    return typeof at === 'object' && at !== null && Object.hasOwn(at, step)
      ? (at as Readonly<Record<string | number, unknown>>)[step]
      : undefined;
  }, record);
}

/** What kind of value stands where an issue was found. */
function kindOf(issue: Issue, type: Type | undefined): Expected {
  if (issue.path.length === 0) return 'record';
  if (type?.instant) return 'timestamp';
  if (type?.reference) return 'id';
  if (issue.code === 'custom') return issue.params?.['code'] === 'bad-date' ? 'date' : 'timestamp';
  if (issue.code === 'invalid_value') return typeof issue.values[0] === 'number' ? 'int' : 'string';
  if (issue.code !== 'invalid_type') return 'int';
  if (issue.expected === 'string') return type && isDate(type) ? 'date' : 'string';
  return EXPECTED[issue.expected] ?? 'object';
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  number: 'int',
  int: 'int',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  null: 'null',
};

const accepts = (type: Type, value: unknown) => type.schema.safeParse(value).success;
const isDate = (type: Type) => accepts(type, '2026-03-05') && !accepts(type, 'text');

/** The least number that a type takes. */
function leastOf(type: Type | undefined): number {
  if (!type || accepts(type, Number.MIN_SAFE_INTEGER)) return Number.MIN_SAFE_INTEGER;
  return accepts(type, 0) ? 0 : 1;
}

const YES = new Set(['true', '1', 'yes', 'да']);
const NO = new Set(['false', '0', 'no', 'нет', '']);

/** The JSON of the value that was meant by one of another type, where that is plain. */
function meantValue(value: unknown, wanted: Expected): string | undefined {
  // An object may have a member `toString` that is no function.
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

/** Whether what the steps lead to is a field that may be left out. */
function mayBeAbsent(fields: Fields, steps: Steps): boolean {
  const last = steps.at(-1);
  return typeof last === 'string' && fieldsAt(fields, steps.slice(0, -1))[last]?.required === false;
}

/** The type of what the steps lead to. */
function typeAt(fields: Fields, steps: Steps): Type | undefined {
  let type: Type | undefined;
  let at: Fields | undefined = fields;
  for (const step of steps) {
    type = typeof step === 'number' ? type?.list : at?.[step]?.type;
    at = type?.part;
  }
  return type;
}

/** The fields of the object that the steps lead to. */
function fieldsAt(fields: Fields, steps: Steps): Fields {
  return steps.length === 0 ? fields : (typeAt(fields, steps)?.part ?? {});
}
