// Checks one record against the types and rules of its collection, without looking at other records.

import { conflictIn, isLfsPointer } from '../../files/source/merge-conflict.js';
import type { WithholdingRule } from '../../model/collection.js';
import {
  type Field,
  type Fields,
  isObject,
  type Json,
  type JsonObject,
  type Type,
} from '../../model/fields.js';
import { findBare, isBlank } from '../../model/html/implausible.js';
import { findUnsafe } from '../../model/html/safety.js';
import { findUnclosed } from '../../model/html/tags.js';
import { LIMITS } from '../../model/limits.js';
import { memo } from '../../model/memo.js';
import { isFarYear } from '../../model/time.js';
import type { Arguments, MessageName } from '../../problems/messages/catalogue.js';
import { isOnlyWarning } from '../../problems/placed.js';
import {
  type Finding,
  finding,
  type Place,
  pointerStep,
  pointerSteps,
} from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { beginning, cut } from '../../problems/say.js';
import type { CollectionPlan } from '../plan.js';
import { findingsOfTypes } from './judge.js';

/**
 * Returns the findings of a record: errors and warnings. `fractions`: for numbers that a double cannot hold, how they are
 * written, by their JSON Pointers. The record has NaN in their places.
 */
export type Validate = (
  record: unknown,
  place?: Place,
  fractions?: ReadonlyMap<string, string>,
) => Finding[];

/** The place of a record that is in no file. */
export const NOWHERE: Place = { kind: 'record', file: '', start: 0 };

/** A message shows at most this many characters of a text, beginning with the bare `<` or `&`. */
const BARE_SHOWN = 12;
/** A message shows at most this many characters of unsafe or unclosed markup. */
const MOST_SHOWN = 80;

/** Makes the function that checks a collection's records. `frames`: the hosts whose pages an `iframe` may show. */
export function makeValidator(plan: CollectionPlan, frames: readonly string[]): Validate {
  const html = Object.keys(plan.fields).filter((name) => isHtml(plan.fields[name]!.type));
  const { rules, implausible } = plan.declared;
  const named = [
    ...rules.map((rule) => ({ code: 'inconsistent' as const, ...rule })),
    ...implausible.flatMap((rule) =>
      rule.kind === 'own' ? [{ code: 'implausible' as const, ...rule }] : [],
    ),
  ];
  return (value, place = NOWHERE, fractions = new Map()) => {
    const wrong = findingsOfTypes(value, plan, place, fractions);
    const found = new ContentCheck(place, wrong);
    const record = isObject(value) ? value : {};
    for (const name of html) found.markup(record[name], name, frames);
    if (wrong.length > 0) return found.finish(); // the checks below rely on the types
    for (const { code, name: rule, message, hint, check } of named) {
      for (const path of check(record)) {
        const steps = pointerSteps(path);
        const field = steps.at(-1) ?? '';
        const breach = valueAt(record, steps);
        const value = breach === undefined ? undefined : quote(breach);
        const args = { rule, message, hint, field, found: value };
        found.add(`${code}/rule`, args, path);
      }
    }
    found.object(record, plan.fields, [], '');
    return found.finish();
  };
}

/** Whether the values of a type are markup. */
export const isHtml = (type: Type) => type.kind === 'text' && type.html === true;

/** Returns the number of the first reason to withhold a record, counted from 1; 0 if there is no reason. */
export function reasonToWithhold(record: JsonObject, reasons: readonly WithholdingRule[]): number {
  return reasons.findIndex((reason) => reason.when(record)) + 1;
}

const shown = (found: string) => cut(found, MOST_SHOWN);

/** Returns the value at a JSON Pointer in a record. `steps`: the parts of the pointer. */
const valueAt = (record: JsonObject, steps: readonly string[]) =>
  steps.reduce<Json | undefined>(
    (value, step) => (value as JsonObject | undefined)?.[step], // `step` may also be an index in a list
    record,
  );

/** Whether an object must have a text in a field: the field has no default, also none that is computed. */
function mustSay(
  { required, absent, mayBeEmpty }: Field,
  name: string,
  { [name]: _, ...others }: JsonObject,
  owners: readonly JsonObject[],
): boolean {
  if (mayBeEmpty?.(others)) return false;
  return required || (absent.kind === 'own' && absent.from(others, ...owners) === undefined);
}

/**
 * Finds mistakes in values of the right type, such as unsafe markup, ids that are used twice, values that disagree,
 * blank texts, unlikely years.
 */
export class ContentCheck {
  readonly #findings: Finding[];
  /**
   * Errors and warnings have separate limits. If they had a common limit, many warnings could hide an error. Then the
   * record would be published.
   */
  readonly #counts: { errors: number; warnings: number };
  /**
   * For each kind of object in lists (identified by its fields), the ids of the objects, each with the JSON Pointer of
   * the first object that has it.
   */
  readonly #ids = new Map<Fields, Map<number, string>>();
  /** The objects whose id an earlier object has, too. `part`: the JSON Pointer of the earlier object. */
  readonly #again: { known: Map<number, string>; path: string; id: number; part: string }[] = [];

  /** `wrong`: the errors of the record that are already known. */
  constructor(
    private readonly place: Place,
    wrong: readonly Finding[] = [],
  ) {
    this.#findings = [...wrong];
    this.#counts = { errors: wrong.length, warnings: 0 };
  }

  add<N extends MessageName>(name: N, args: Arguments<N>, path: string, at?: number): void {
    const kind = isOnlyWarning({ name }) ? 'warnings' : 'errors';
    if (this.#counts[kind]++ < LIMITS.recordProblems)
      this.#findings.push(finding(name, args, this.place, path, at === undefined ? {} : { at }));
  }

  markup(text: unknown, field: string, frames: readonly string[]): void {
    if (typeof text !== 'string') return;
    const path = `/${field}`;
    const unsafe = findUnsafe(text, frames);
    for (const { kind, found, at } of unsafe) {
      this.add(`unsafe-html/${kind}`, { found: shown(found) }, path, at);
    }
    const unclosed = unsafe.length === 0 ? findUnclosed(text) : undefined;
    if (unclosed) {
      const args = { found: shown(unclosed.found) };
      this.add('implausible/unclosed-tag', args, path, unclosed.at);
    }
    const at = findBare(text);
    if (at < 0 || unsafe.some((one) => one.at === at)) return;
    const found = beginning(text.slice(at, at + MOST_SHOWN), BARE_SHOWN);
    this.add('implausible/bare-markup', { found }, path, at);
  }

  /** Checks an object and the objects in it. `owners`: the objects around `self`, innermost first. */
  object(self: JsonObject, fields: Fields, owners: readonly JsonObject[], path: string): void {
    let lacks = false;
    for (const name in fields) {
      const field = fields[name]!;
      const { type, absent, computed } = field;
      const value = self[name];
      if (value === undefined) {
        // If an object lacks several fields whose defaults cannot be computed, only the first is reported, because the
        // others are usually computed from it.
        if (lacks || absent.kind !== 'own' || absent.from(self, ...owners) !== undefined) continue;
        lacks = true;
        this.add('missing-field/source', { field: name }, path + pointerStep(name));
        continue;
      }
      if (computed && absent.kind === 'own') {
        const right = absent.from(self, ...owners);
        const args = { field: name, given: value as number, computed: right as number };
        if (value !== right) this.add('disagrees', args, path + pointerStep(name));
      }
      if (value === null) continue;
      if (type.kind === 'timestamp' || type.kind === 'date') {
        if (typeof value !== 'string' || !isFarYear(value)) continue;
        const args = { found: quote(value) };
        this.add('implausible/far-year', args, path + pointerStep(name));
      } else if (type.kind === 'text') {
        if (typeof value === 'string') this.#text(value, name, type.html === true, path);
        if (value === '' && mustSay(field, name, self, owners))
          this.add('implausible/empty-text', { field: name }, path + pointerStep(name));
      } else if (type.kind === 'part') {
        const part = value as JsonObject;
        this.object(part, type.fields, [self, ...owners], path + pointerStep(name));
      } else if (type.kind === 'list' && type.of.kind === 'reference') {
        this.#references(value as readonly number[], name, path + pointerStep(name));
      } else if (type.kind === 'list' && type.of.kind === 'part') {
        const parts = value as readonly JsonObject[];
        this.#parts(parts, type.of.fields, [self, ...owners], path + pointerStep(name));
      }
    }
  }

  #text(text: string, field: string, isMarkup: boolean, path: string): void {
    const args = { field };
    const pointer = path + pointerStep(field);
    if (isBlank(text, isMarkup)) this.add('implausible/blank-text', args, pointer);
    const conflict = conflictIn(text);
    if (conflict >= 0) {
      this.add('syntax/conflict', undefined, pointer, conflict);
    } else if (isLfsPointer(text)) {
      this.add('syntax/format', { format: 'lfs' }, pointer);
    }
    const at = text.indexOf('\0');
    if (at >= 0) this.add('implausible/null-character', args, pointer, at);
  }

  #references(ids: readonly number[], field: string, path: string): void {
    const known = new Set<number>();
    ids.forEach((id, index) => {
      const args = { field, id };
      if (known.has(id)) this.add('implausible/same-reference', args, `${path}/${index}`);
      known.add(id);
    });
  }

  /**
   * Adds the findings of ids that are used twice, each with a free id, and returns all findings. An id is surely free
   * only when all ids are known.
   */
  finish(): Finding[] {
    const last = new Map<object, number>();
    for (const { known, path, id, part } of this.#again) {
      let free = (last.get(known) ?? 0) + 1;
      while (known.has(free)) free++;
      last.set(known, free);
      this.add('duplicate-id', { id, part, free }, path);
    }
    return this.#findings;
  }

  #parts(
    parts: readonly JsonObject[],
    fields: Fields,
    owners: readonly JsonObject[],
    path: string,
  ): void {
    const known = memo(this.#ids, fields, () => new Map<number, string>());
    parts.forEach((self, index) => {
      const at = `${path}/${index}`;
      const id = self['id'];
      if (typeof id === 'number') {
        const part = known.get(id);
        if (part === undefined) known.set(id, at);
        else if (this.#again.length < LIMITS.recordProblems)
          this.#again.push({ known, path: `${at}/id`, id, part });
      }
      this.object(self, fields, owners, at);
    });
  }
}
