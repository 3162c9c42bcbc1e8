// A finding in its place: a problem in all but words. The one way in which problems come to be; what
// it gives is data in no language, so that it can be compared and kept.
import type { Arguments, MessageName } from './messages/catalogue.js';
import { codeOf, type Finding, type Problem } from './problem.js';

/** A problem but for its words, which are made of its name and arguments; see in-words.ts. */
export interface PlacedFinding<N extends MessageName = MessageName>
  extends Omit<Problem, 'message' | 'hint'>,
    Advice {
  readonly name: N;
  readonly args: Arguments<N>;
}

/** Where a problem is. */
export type Where = Pick<Problem, 'file' | 'line' | 'column' | 'path'>;

/** How grave findings are. */
export interface Strictness {
  /** Unknown ids are errors. */
  readonly strict: boolean;
}

/** What a hint says besides that of the message; see {@link Finding}. */
type Advice = Pick<Finding, 'remedy' | 'followers'>;

/** A finding, by its name and arguments, in its place. */
export function placed<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  where: Where,
  { strict }: Strictness,
  { remedy, followers }: Advice = {},
): PlacedFinding<N> {
  const code = codeOf(name);
  const isWarning = WARNINGS.has(code) || (code === 'unknown-id' && !strict);
  const severity = isWarning ? 'warning' : 'error';
  return { code, severity, ...where, name, args, remedy, followers };
}

const WARNINGS = new Set(['foreign-file', 'ignored-file']);

/** The place of a problem that a file has as a whole. */
export const wholeFile = (file: string): Where => ({ file, line: 1, column: 1, path: '' });
