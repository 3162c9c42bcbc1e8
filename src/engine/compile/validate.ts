// One record against its collection's schema and rules → findings. What is found is independent of
// every other record.

import type { Withholding } from '../../model/collection.js';
import { type Fields, type JsonObject, partOf, type Type } from '../../model/fields.js';
import { findBare, isBlank } from '../../model/html/implausible.js';
import { findUnsafe } from '../../model/html/safety.js';
import { memo } from '../../model/memo.js';
import { recordSchema } from '../../model/schema.js';
import { type Finding, type Place, pointerStep, pointerSteps } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { CollectionPlan } from '../plan.js';
import { findingsOfIssues } from './issues.js';

/** Gives the findings of a record; none for one that may be published. */
export type Validate = (record: unknown, place: Place) => Finding[];

/** The most elements of a list whose elements have a type. */
export const MAX_LIST = 100_000;
/** The most findings reported of one record; the next check, after corrections, reports the others. */
const MAX_FINDINGS = 1000;

/** How many characters a message shows of bare markup. */
const SHOWN = 12;

/** Makes the check of a collection's records. `frames`: the hosts that HTML may frame. */
export function makeValidator(plan: CollectionPlan, frames: readonly string[]): Validate {
  const html = Object.keys(plan.fields).filter((name) => isHtml(plan.fields[name]!.type));
  const { rules, implausible } = plan.declared;
  const named = [
    ...rules.map(({ name, check }) => ({ name: `inconsistent/${name}` as const, check })),
    ...implausible.flatMap((rule) =>
      rule.kind === 'own' ? [{ name: `implausible/${rule.name}` as const, check: rule.check }] : [],
    ),
  ];
  return (value, place) => {
    // A schema reports every wrong element of a list: millions of reports would exhaust the memory.
    const long = longList(value, plan.fields, '');
    if (long !== undefined) {
      const args = { found: long.length, most: MAX_LIST };
      return [{ name: 'bad-value/length', args, place, path: long.path }];
    }
    // Made for the first record that comes here: many files have none.
    const result = recordSchema(plan.fields).safeParse(value);
    if (!result.success) {
      const { issues } = result.error;
      return findingsOfIssues(issues, value, plan.fields, place, MAX_FINDINGS);
    }
    const record = value as JsonObject; // the schema has checked it
    const findings: Finding[] = [];
    for (const name of html) {
      const text = record[name];
      if (typeof text !== 'string') continue;
      const unsafe = findUnsafe(text, frames);
      if (unsafe) {
        const found = unsafe.found.length > 80 ? `${unsafe.found.slice(0, 80)}…` : unsafe.found;
        findings.push({
          name: `unsafe-html/${unsafe.kind}`,
          args: { found },
          place,
          path: `/${name}`,
          at: unsafe.at,
        });
      }
      const bare = findBare(text);
      if (bare >= 0) {
        const found = [...text.slice(bare, bare + 2 * SHOWN)].slice(0, SHOWN).join('');
        findings.push({
          name: 'implausible/bare-markup',
          args: { found },
          place,
          path: `/${name}`,
          at: bare,
        });
      }
    }
    for (const rule of named) {
      for (const path of rule.check(record)) {
        const [field = ''] = pointerSteps(path);
        const breach = record[field];
        const args = { field, found: breach === undefined ? undefined : quote(breach) };
        findings.push({ name: rule.name, args, place, path });
      }
    }
    checkObject(record, plan.fields, [], '', place, new Map(), findings);
    return findings;
  };
}

/** Whether the values of a type are markup. */
export const isHtml = (type: Type) => type.kind === 'text' && type.html === true;

/** The first reason to withhold a record, counted from 1; 0 for none. */
export function reasonToWithhold(record: JsonObject, reasons: readonly Withholding[]): number {
  return reasons.findIndex((reason) => reason.when(record)) + 1;
}

/** The first list in a record or its parts that has more than {@link MAX_LIST} elements. */
function longList(value: unknown, fields: Fields, path: string): LongList | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name in fields) {
    const { type } = fields[name]!;
    if (type.kind !== 'list' && type.kind !== 'part') continue;
    const member = (value as JsonObject)[name];
    const at = path + pointerStep(name);
    if (type.kind === 'list') {
      if (!Array.isArray(member)) continue;
      if (member.length > MAX_LIST) return { path: at, length: member.length };
      const part = partOf(type.of);
      for (let i = 0; part && i < member.length; i++) {
        const below = longList(member[i], part, `${at}/${i}`);
        if (below !== undefined) return below;
      }
    } else {
      const below = longList(member, type.fields, at);
      if (below !== undefined) return below;
    }
  }
  return undefined;
}

/** The parts of a record by their ids: for each kind of part, the pointer of the first with an id. */
type Ids = Map<Fields, Map<number, string>>;

interface LongList {
  readonly path: string;
  readonly length: number;
}

/**
 * Checks what a schema cannot in an object and its parts: ids that repeat, values that disagree, texts
 * of blanks.
 */
export function checkObject(
  self: JsonObject,
  fields: Fields,
  owners: readonly JsonObject[],
  path: string,
  place: Place,
  ids: Ids,
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
      // Only the first is reported: fields that default to it are missing because it is.
      if (!lacks && absent.kind === 'own' && absent.from(self, ...owners) === undefined) {
        lacks = true;
        findings.push({
          name: 'missing-field/source',
          args: { field: name },
          place,
          path: path + pointerStep(name),
        });
      }
    } else if (type.kind === 'text') {
      if (typeof value === 'string' && isBlank(value, type.html === true)) {
        const at = path + pointerStep(name);
        findings.push({ name: 'implausible/blank-text', args: { field: name }, place, path: at });
      }
    } else if (type.kind === 'part' && value !== null) {
      checkObject(
        value as JsonObject,
        type.fields,
        [self, ...owners],
        path + pointerStep(name),
        place,
        ids,
        findings,
      );
    } else if (type.kind === 'list' && type.of.kind === 'part') {
      checkParts(
        value as readonly JsonObject[],
        type.of.fields,
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
  ids: Ids,
  findings: Finding[],
): void {
  const known = memo(ids, fields, () => new Map<number, string>());
  parts.forEach((part, index) => {
    const at = path + pointerStep(index);
    const id = part['id'];
    if (typeof id === 'number') {
      const part = known.get(id);
      if (part === undefined) known.set(id, at);
      else findings.push({ name: 'duplicate-id', args: { id, part }, place, path: `${at}/id` });
    }
    checkObject(part, fields, owners, at, place, ids, findings);
  });
}
