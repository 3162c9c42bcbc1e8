// A finding with its place: a problem without words yet. Every problem is made from one. It is data
// without a language, so that findings can be compared and stored.
import type { Arguments, MessageName } from './messages/names.js';
import { codeOf, type Finding, type Problem } from './problem.js';

/** A problem without its words, which in-words.ts makes from its name and arguments. */
export interface PlacedFinding<N extends MessageName = MessageName>
  extends Omit<Problem, 'message' | 'hint'>,
    Advice {
  readonly name: N;
  readonly args: Arguments<N>;
}

/** Where a problem is. */
export type Where = Pick<Problem, 'file' | 'line' | 'column' | 'path'>;

/** The setting that decides how severe findings are. */
export interface Strictness {
  /** Unknown ids are errors instead of warnings. */
  readonly strict: boolean;
}

/** What a hint says besides the message's own hint; see {@link Finding}. */
type Advice = Pick<Finding, 'remedy' | 'followers' | 'restore'>;

/** Makes a finding with its place, code and severity. */
export function placed<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  where: Where,
  { strict }: Strictness,
  { remedy, followers, restore }: Advice = {},
): PlacedFinding<N> {
  const code = codeOf(name);
  // What is not read is an error where others refer to what it has.
  const isLacked = code === 'ignored-file' && followers !== undefined;
  const isWarning = (isOnlyWarning({ name }) && !isLacked) || (code === 'unknown-id' && !strict);
  const severity = isWarning ? 'warning' : 'error';
  return { code, severity, ...where, name, args, remedy, followers, restore };
}

/** Codes, and the one name among those of a code of errors. */
const WARNINGS: ReadonlySet<string> = new Set([
  'foreign-file',
  'ignored-file',
  'implausible',
  'search-left-out',
  'import-conflict/versions',
]);

/** Whether a finding never keeps its record from being published. */
export const isOnlyWarning = ({ name }: { readonly name: MessageName }): boolean =>
  WARNINGS.has(codeOf(name)) || WARNINGS.has(name);

/** The place of a problem with a file as a whole. */
export const wholeFile = (file: string): Where => ({ file, line: 1, column: 1, path: '' });
