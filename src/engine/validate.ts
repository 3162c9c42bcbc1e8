// One record against its collection's schema and rules → findings. What is found is independent of
// every other record.
import { z } from 'zod';
import { findUnsafe } from '../html/safety.js';
import type { Rule, Withholding } from '../model/collection.js';
import { type Fields, type JsonObject, schemaOf } from '../model/fields.js';
import { isTimestamp } from '../model/time.js';
import type { Type } from '../model/types.js';
import { type Expected, quote } from '../problems/messages.js';
import { nearest } from '../problems/nearest.js';
import { type Finding, type Place, pointerStep } from '../problems/problem.js';
import { memo } from './memo.js';
import type { CollectionPlan } from './plan.js';

/** Gives the findings of a record; none for one that may be published. */
export type Validate = (record: unknown, place: Place) => Finding[];

/** The most elements of a list whose elements have a type. */
const MAX_LIST = 100_000;
/** The most findings of one record; who mends these will find the others. */
const MAX_FINDINGS = 1000;

/** Makes the check of a collection's records. `frames`: the hosts that HTML may frame. */
export function makeValidator(plan: CollectionPlan, frames: readonly string[]): Validate {
  const schema = z.compile(schemaOf(plan.fields));
  const html = Object.keys(plan.fields).filter((name) => plan.fields[name]!.type.html);
  const { rules } = plan.declared;
  return (value, place) => {
    // A schema reports every element of a list that is wrong: of millions, that would be fatal.
    const long = longList(value, plan.fields, '');
    if (long !== undefined) {
      return [{ name: 'bad-value/length', args: { most: MAX_LIST }, place, path: long }];
    }
    const result = schema.safeParse(value);
    if (!result.success) {
      return result.error.issues
        .slice(0, MAX_FINDINGS)
        .flatMap((issue) => ofIssue(issue, value, plan.fields, place));
    }
    const record = value as JsonObject; // the schema says so
    const findings: Finding[] = [];
    for (const name of html) {
      const text = record[name];
      const unsafe = typeof text === 'string' ? findUnsafe(text, frames) : undefined;
      if (unsafe) {
        const found = unsafe.found.length > 80 ? `${unsafe.found.slice(0, 80)}…` : unsafe.found;
        findings.push({
          name: `unsafe-html/${unsafe.kind}`,
          args: { found },
          place,
          path: `/${name}`,
        });
      }
    }
    for (const rule of rules as readonly Rule[]) {
      for (const path of rule.check(record)) {
        findings.push({ name: `inconsistent/${rule.name}`, args: undefined as never, place, path });
      }
    }
    checkObject(record, plan.fields, [], '', place, new Map(), findings);
    return findings;
  };
}

/** The first reason to withhold a record, counted from 1; 0 for none. */
export function reasonToWithhold(record: JsonObject, reasons: readonly Withholding[]): number {
  return reasons.findIndex((reason) => reason.when(record)) + 1;
}

/** The pointer of a list in a record, or in a part of it, that is longer than any should be. */
function longList(value: unknown, fields: Fields, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name in fields) {
    const { type } = fields[name]!;
    if (!type.list && !type.part) continue;
    const member = (value as JsonObject)[name];
    const at = path + pointerStep(name);
    if (Array.isArray(member) && type.list) {
      if (member.length > MAX_LIST) return at;
      const { part } = type.list;
      for (let i = 0; part && i < member.length; i++) {
        const below = longList(member[i], part, `${at}/${i}`);
        if (below !== undefined) return below;
      }
    } else if (type.part) {
      const below = longList(member, type.part, at);
      if (below !== undefined) return below;
    }
  }
  return undefined;
}

/** What a schema cannot say of an object and the parts in it: ids that repeat, values that disagree. */
function checkObject(
  self: JsonObject,
  fields: Fields,
  owners: readonly JsonObject[],
  path: string,
  place: Place,
  ids: Map<Fields, Set<number>>,
  findings: Finding[],
): void {
  let lacks = false;
  for (const name in fields) {
    const { type, absent, computed } = fields[name]!;
    const value = self[name];
    if (computed && absent.kind === 'own' && value !== undefined) {
      const right = absent.from(self, ...owners);
      if (value !== right) {
        findings.push({
          name: 'disagrees',
          args: { field: name, given: value as number, computed: right as number },
          place,
          path: path + pointerStep(name),
        });
      }
    }
    if (value === undefined) {
      // One is enough: the others would be taken from it.
      if (!lacks && absent.kind === 'own' && absent.from(self, ...owners) === undefined) {
        lacks = true;
        findings.push({
          name: 'missing-field/source',
          args: { field: name },
          place,
          path: path + pointerStep(name),
        });
      }
    } else if (type.part && value !== null) {
      checkObject(
        value as JsonObject,
        type.part,
        [self, ...owners],
        path + pointerStep(name),
        place,
        ids,
        findings,
      );
    } else if (type.list?.part) {
      checkParts(
        value as readonly JsonObject[],
        type.list.part,
        [self, ...owners],
        path + pointerStep(name),
        place,
        ids,
        findings,
      );
    }
  }
}

function checkParts(
  parts: readonly JsonObject[],
  fields: Fields,
  owners: readonly JsonObject[],
  path: string,
  place: Place,
  ids: Map<Fields, Set<number>>,
  findings: Finding[],
): void {
  const known = memo(ids, fields, () => new Set<number>());
  parts.forEach((part, index) => {
    const at = path + pointerStep(index);
    const id = part['id'];
    if (typeof id === 'number') {
      if (known.has(id)) {
        findings.push({
          name: 'duplicate-id',
          args: { id, first: undefined },
          place,
          path: `${at}/id`,
        });
      }
      known.add(id);
    }
    checkObject(part, fields, owners, at, place, ids, findings);
  });
}

type Issue = z.core.$ZodIssue;

/** A zod issue in the contract's terms. */
function ofIssue(issue: Issue, record: unknown, fields: Fields, place: Place): Finding[] {
  const steps = issue.path as (string | number)[];
  const path = steps.map(pointerStep).join('');
  const value = steps.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown>)?.[step],
    record,
  );
  const found = quote(value);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = Object.keys(fieldsAt(fields, steps));
      return issue.keys.slice(0, MAX_FINDINGS).map((key) => ({
        name: 'unknown-field',
        args: { key, nearest: nearest(key, known) },
        place,
        path: path + pointerStep(key),
        atKey: true,
      }));
    }
    case 'invalid_type': {
      if (value === undefined) {
        return [{ name: 'missing-field', args: { field: String(steps.at(-1)) }, place, path }];
      }
      const wanted = (issue.expected in EXPECTED ? EXPECTED[issue.expected] : 'object') as Expected;
      return [{ name: 'wrong-type', args: { wanted, found }, place, path }];
    }
    case 'invalid_value': {
      const choices = issue.values as (string | number)[];
      if (value === undefined) {
        return [{ name: 'missing-field', args: { field: String(steps.at(-1)) }, place, path }];
      }
      if (typeof value !== typeof choices[0]) {
        const wanted = typeof choices[0] === 'number' ? 'int' : 'string';
        return [{ name: 'wrong-type', args: { wanted, found }, place, path }];
      }
      const close = nearest(String(value), choices.map(String));
      return [{ name: 'bad-value/choice', args: { found, choices, nearest: close }, place, path }];
    }
    case 'too_small':
    case 'too_big':
      return [
        {
          name: 'bad-value/range',
          args: { found, least: issue.code === 'too_small' ? Number(issue.minimum) : 1 },
          place,
          path,
        },
      ];
    default: {
      if (issue.code === 'custom' && issue.params?.['code'] === 'bad-date') {
        return [{ name: 'bad-date', args: { found }, place, path }];
      }
      return [
        {
          name: 'bad-timestamp',
          args: { found, instead: timestampFrom(String(value)) },
          place,
          path,
        },
      ];
    }
  }
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  string: 'string',
  number: 'int',
  int: 'int',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  null: 'null',
};

/** The fields of the object that the steps lead to. */
function fieldsAt(fields: Fields, steps: readonly (string | number)[]): Fields {
  let type: Type | undefined;
  let at: Fields | undefined = fields;
  for (const step of steps) {
    type = typeof step === 'number' ? type?.list : at?.[step]?.type;
    at = type?.part;
  }
  return at ?? {};
}

/** The timestamp that was meant, for the usual mistakes. */
function timestampFrom(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const guess = text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/z$/i, '+00:00')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)([+-])/, '$1:00$2');
  return isTimestamp(guess) ? guess : undefined;
}
