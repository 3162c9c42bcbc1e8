// Refuses values that no record of a collection can have: on the command line, and at the fields of a form.
import { makeValidator } from '../../engine/compile/validate.js';
import type { CollectionPlan } from '../../engine/plan.js';
import type { JsonObject } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import { findingTexts, withHint } from '../../problems/in-words.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { pointerSteps, UsageError } from '../../problems/problem.js';
import { inLanguage, type Line, sentence } from '../../problems/say.js';
import type { DataSettings } from '../workspace/portal-data.js';

/** A value that a record cannot have: its JSON Pointer, and what is wrong with it. */
interface UnfitValue {
  readonly path: string;
  readonly lines: readonly Line[];
  /** Set if somebody else has changed the value since the form showed it. */
  readonly isChangedMeanwhile?: boolean;
}

/** Thrown for values that a record cannot have. The lines of the error say the same of `problems` on a terminal. */
export class Unfit extends UsageError {
  constructor(
    what: Line,
    readonly problems: readonly UnfitValue[],
    details: readonly Line[] = [],
  ) {
    super(what, details);
  }
}

interface Fitting {
  readonly settings: Pick<DataSettings, 'frames' | 'startedWith'>;
  /** The fields whose problems are reported. By default, all are. */
  readonly only?: { has(field: string): boolean };
  /** For names of records that are unknown or ambiguous, lines that explain this, by the JSON Pointer of the name. */
  readonly unclear: ReadonlyMap<string, readonly Line[]>;
  /**
   * For a new record: the line that describes a missing field; undefined if another missing field will fill it in. Then
   * the field is not asked for. Without this function, a missing field is a problem like any other.
   */
  readonly lacking?: (field: string, missing: ReadonlySet<string>) => Line | undefined;
}

/** Throws an {@link Unfit} if the record has values that it cannot have, or lacks values that it needs. */
export function mustFit(
  plan: CollectionPlan,
  record: JsonObject,
  { settings: { frames, startedWith }, only, unclear, lacking }: Fitting,
): void {
  const wrong: UnfitValue[] = [];
  const missing = new Map<string, UnfitValue>();
  for (const finding of makeValidator(plan, frames)(record)) {
    const { name, args, path } = finding;
    const [field = ''] = pointerSteps(path);
    if (isOnlyWarning(finding) || only?.has(field) === false) continue;
    if (lacking && record[field] === undefined) {
      missing.set(field, { path, lines: [sentence('This is needed.')] });
      continue;
    }
    const lines = unclear.get(path) ?? [withHint(findingTexts(name, args, startedWith))];
    wrong.push({ path, lines });
  }
  const needs = [...missing].flatMap(([field, value]) => {
    const line = lacking?.(field, new Set(missing.keys()));
    return line === undefined ? [] : [{ value, line }];
  });
  const { singular } = plan.declared;
  const form = { singular, command: commandFor(startedWith, 'preview') };
  const [first, ...details]: Line[] = [
    ...(wrong.length > 0 ? [sentence('this cannot be in a {singular}:', { singular })] : []),
    ...wrong.flatMap(({ path, lines: [first = '', ...more] }): Line[] => [
      (lang) => `  --${path.slice(1)}: ${inLanguage(first, lang)}`,
      ...more,
    ]),
    ...(needs.length > 0
      ? [sentence('a new {singular} needs also (or fill in its form: {command}):', form)]
      : []),
    ...needs.map(({ line }) => line),
  ];
  if (first) throw new Unfit(first, [...wrong, ...needs.map(({ value }) => value)], details);
}
