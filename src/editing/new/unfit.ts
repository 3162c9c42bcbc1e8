// Refuses values that no record of a collection can have: on the command line, and at the fields of a form.
import { makeValidator } from '../../engine/compile/validate.js';
import type { CollectionPlan } from '../../engine/plan.js';
import type { JsonObject } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import { word } from '../../problems/in-words.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { pointerSteps, UsageError } from '../../problems/problem.js';
import { say } from '../../problems/say.js';
import type { DataSettings } from '../workspace/portal-data.js';

/**
 * Thrown for values that a record cannot have. `problems`: a message for each wrong value, with the value's JSON
 * Pointer. `details`: the same problems as lines for a terminal.
 */
export class Unfit extends UsageError {
  constructor(
    message: string,
    readonly problems: readonly { readonly path: string; readonly message: string }[],
    details: readonly string[] = [],
  ) {
    super(message, details);
  }
}

interface Fitting {
  readonly settings: Pick<DataSettings, 'frames' | 'startedWith'>;
  /** The fields whose problems are reported. By default, all are. */
  readonly only?: { has(field: string): boolean };
  /** For names of records that are unknown or ambiguous, lines that explain this, by the JSON Pointer of the name. */
  readonly unclear?: ReadonlyMap<string, readonly string[]>;
  /**
   * For a new record: the line that describes a missing field; undefined if another missing field will fill it in. Then
   * the field is not asked for. Without this function, a missing field is a problem like any other.
   */
  readonly lacking?: (field: string, missing: ReadonlySet<string>) => string | undefined;
  readonly lang: Language;
}

/** Throws an {@link Unfit} if the record has values that it cannot have, or lacks values that it needs. */
export function mustFit(
  plan: CollectionPlan,
  record: JsonObject,
  { settings: { frames, startedWith }, only, unclear, lacking, lang }: Fitting,
): void {
  const problems: { path: string; message: string }[] = [];
  const missing = new Set<string>();
  for (const finding of makeValidator(plan, frames)(record)) {
    const { name, args, path } = finding;
    const [field = ''] = pointerSteps(path);
    if (isOnlyWarning(finding) || only?.has(field) === false) continue;
    const { message, hint } = word(name, args, lang, startedWith);
    const isMissing = lacking && record[field] === undefined;
    if (isMissing) missing.add(field);
    problems.push({
      path,
      message: isMissing
        ? say('This is needed.', lang)
        : (unclear?.get(path)?.join('\n') ??
          (hint === undefined ? message : `${message}; ${hint}`)),
    });
  }
  if (problems.length === 0) return;
  const { singular } = plan.declared;
  const needs = new Map(
    [...missing].flatMap((field) => {
      const line = lacking?.(field, missing);
      return line === undefined ? [] : [[field, line] as const];
    }),
  );
  const fieldOf = ({ path }: { readonly path: string }) => pointerSteps(path)[0] ?? '';
  const wrong = problems.filter((one) => !missing.has(fieldOf(one)));
  const asked = problems.filter((one) => wrong.includes(one) || needs.has(fieldOf(one)));
  const [first = '', ...details] = [
    ...(wrong.length > 0
      ? [
          say('this cannot be in a {singular}:', lang, { singular }),
          ...wrong.flatMap(({ path, message }) => `  --${path.slice(1)}: ${message}`.split('\n')),
        ]
      : []),
    ...(needs.size > 0
      ? [
          say('a new {singular} needs also (or fill in its form: {command}):', lang, {
            singular,
            command: commandFor(startedWith, 'preview'),
          }),
          ...needs.values(),
        ]
      : []),
  ];
  throw new Unfit(first, asked, details);
}
