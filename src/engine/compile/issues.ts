// What a schema says of a record → findings in the terms of PROMISES.md §4.1, with what the messages need:
// the value found, what was expected, and what was probably meant.
import type { z } from 'zod';
import {
  elementOf,
  type Fields,
  type JsonObject,
  leastOf,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import type { Expected } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { type Finding, type Place, pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { correctDate, correctTimestamp } from './right-time.js';

type Issue = z.core.$ZodIssue;
type Steps = readonly (string | number)[];

/** The findings of a schema's issues with a record: of `most` issues, and of `most` keys in each. */
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
  const wanted = type ? expectedOf(type) : 'record';
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
      collection: referenceOf(type)?.collection,
      instead: meantValue(value, wanted),
      optional: mayBeAbsent(fields, steps),
    };
    return [{ name: 'wrong-type', args, place, path }];
  }
  switch (issue.code) {
    case 'invalid_value': {
      const choices = issue.values as (string | number)[];
      // Words only: a wrong number is hardly a typing error for another one.
      const words = choices.filter((choice) => typeof choice === 'string');
      const close = nearest(String(value), words);
      return [{ name: 'bad-value/choice', args: { found, choices, nearest: close }, place, path }];
    }
    case 'too_small':
    case 'too_big':
      return [{ name: 'bad-value/range', args: { found, least: leastOf(type!) }, place, path }];
    default: {
      const text = typeof value === 'string' ? value : '';
      return wanted === 'date'
        ? [{ name: 'bad-date', args: { found, ...correctDate(text) }, place, path }]
        : [{ name: 'bad-timestamp', args: { found, ...correctTimestamp(text) }, place, path }];
    }
  }
}

function valueAt(record: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((at, step) => {
    // Own members only: a key may have the name of a method that every object inherits.
    return typeof at === 'object' && at !== null && Object.hasOwn(at, step)
      ? (at as Readonly<Record<string | number, unknown>>)[step]
      : undefined;
  }, record);
}

/** What a message calls the values of a type. */
function expectedOf(type: Type): Expected {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'timestamp':
    case 'date':
    case 'boolean':
      return type.kind;
    case 'integer':
    case 'id':
      return 'int';
    case 'reference':
      return 'id';
    case 'choice':
      return typeof type.values[0] === 'number' ? 'int' : 'string';
    case 'list':
    case 'any-list':
      return 'array';
    case 'part':
      return 'object';
    case 'nothing':
      return 'null';
  }
}

const YES = new Set(['true', '1', 'yes', 'да']);
const NO = new Set(['false', '0', 'no', 'нет', '']);

/** The JSON of the value of the right type that was probably meant, where that is clear. */
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
    type = typeof step === 'number' ? elementOf(type) : at?.[step]?.type;
    at = partOf(type);
  }
  return type;
}

/** The fields of the object that the steps lead to. */
function fieldsAt(fields: Fields, steps: Steps): Fields {
  return steps.length === 0 ? fields : (partOf(typeAt(fields, steps)) ?? {});
}
