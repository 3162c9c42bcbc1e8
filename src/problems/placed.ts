// A finding with its place: a problem that is not in words yet. It is data without a language, so that findings can be
// compared and stored.
import type { Arguments, MessageName } from './messages/arguments.js';
import type { MissingId } from './messages/catalogue.js';
import { codeOf, type Finding, type Problem } from './problem.js';

/** A problem without its words. in-words.ts makes the words of its name and arguments. */
export interface PlacedFinding<N extends MessageName = MessageName>
  extends Omit<Problem, 'message' | 'hint'>,
    Advice {
  readonly name: N;
  readonly args: Arguments<N>;
  /** The record that it is in; undefined outside of records, and in one without an id. */
  readonly record?: MissingId;
}

/** Where a problem is. */
export type Where = Pick<Problem, 'file' | 'line' | 'column' | 'path'>;

/** The setting that decides how severe findings are. */
export interface Strictness {
  /** Unknown ids are errors instead of warnings. */
  readonly strict: boolean;
}

/** What is added to the hint of a message; see {@link Finding}. */
type Advice = Pick<Finding, 'remedy' | 'unchecked'>;

/** Makes a finding with its place, code and severity. */
export function placed<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  where: Where,
  { strict }: Strictness,
  { remedy, unchecked }: Advice = {},
): PlacedFinding<N> {
  const code = codeOf(name);
  // A file that is not read is an error if references may lead to its records.
  const isLacked = code === 'ignored-file' && unchecked !== undefined;
  const isWarning = (isOnlyWarning({ name }) && !isLacked) || (code === 'unknown-id' && !strict);
  const severity = isWarning ? 'warning' : 'error';
  return { code, severity, ...where, name, args, remedy, unchecked };
}

/** Codes whose findings are all warnings, and names of single findings that are warnings. */
const WARNINGS: ReadonlySet<string> = new Set([
  'foreign-file',
  'ignored-file',
  'implausible',
  'search-left-out',
  'import-conflict/versions',
]);

/** Whether the finding is a warning with all settings, so that the record is published. */
export const isOnlyWarning = ({ name }: { readonly name: MessageName }): boolean =>
  WARNINGS.has(codeOf(name)) || WARNINGS.has(name);

/** The place of a problem with a file as a whole. */
export const wholeFile = (file: string): Where => ({ file, line: 1, column: 1, path: '' });
