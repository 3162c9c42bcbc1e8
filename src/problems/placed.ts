// A finding as a report has it: with its line and column, but not yet in words. So it can be compared and stored.
import type { Arguments, MessageName, MissingId } from './messages/catalogue.js';
import { type Besides, codeOf, type Problem } from './problem.js';

/** A problem without words. in-words.ts makes the words from its name and arguments. */
export interface PlacedFinding<N extends MessageName = MessageName>
  extends Omit<Problem, 'message' | 'hint'>,
    Advice {
  readonly name: N;
  readonly args: Arguments<N>;
  /** The record that contains the place, if it is known and has an id. */
  readonly record?: MissingId;
}

/** Where a problem is. */
export type Where = Pick<Problem, 'file' | 'line' | 'column' | 'path'>;

/** The setting that decides whether some findings are errors. */
export interface Strictness {
  /** Whether unknown ids are errors, not warnings. */
  readonly strict: boolean;
}

/** What changes or completes the hint. */
type Advice = Pick<Besides, 'remedy' | 'unchecked'>;

/** Makes a finding with its place, code and severity. */
export function placed<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  where: Where,
  { strict }: Strictness,
  { remedy, unchecked }: Advice = {},
): PlacedFinding<N> {
  const code = codeOf(name);
  const isWeak = (given: MessageName) => codeOf(given) === 'unknown-id' && !strict;
  // A file that is not read is an error, and not a warning, if it may hide an error: that a record is missing.
  const isLacked = code === 'ignored-file' && unchecked !== undefined && !isWeak(unchecked.hidden);
  const isWarning = (isOnlyWarning({ name }) && !isLacked) || isWeak(name);
  const severity = isWarning ? 'warning' : 'error';
  return { code, severity, ...where, name, args, remedy, unchecked };
}

/** The codes, and some full names, of findings that are warnings. {@link placed} has an exception. */
const WARNINGS: ReadonlySet<string> = new Set([
  'foreign-file',
  'ignored-file',
  'implausible',
  'links-elsewhere',
  'search-left-out',
  'import-conflict/versions',
]);

/** Whether findings of this name are warnings, however strict the settings are. {@link placed} makes an exception. */
export const isOnlyWarning = ({ name }: { readonly name: MessageName }): boolean =>
  WARNINGS.has(codeOf(name)) || WARNINGS.has(name);

/** The place of a problem that concerns a whole file: its first line and column. */
export const wholeFile = (file: string): Where => ({ file, line: 1, column: 1, path: '' });
