// A finding, in its place and in words: the one way in which problems come to be.
import { type Arguments, catalogues, type Language, type MessageName, word } from './messages.js';
import { codeOf, type Finding, type Problem } from './problem.js';

/** Where a problem is. */
export type Where = Pick<Problem, 'file' | 'line' | 'column' | 'path'>;

/** How findings become problems. */
export interface Wordings {
  /** Unknown ids are errors. */
  readonly strict: boolean;
  readonly lang: Language;
}

/** What a hint says besides that of the message; see {@link Finding}. */
type Advice = Pick<Finding, 'remedy' | 'followers'>;

/** The problem that a message is about. */
export function makeProblem<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  where: Where,
  { strict, lang }: Wordings,
  { remedy, followers = remedy?.followers ?? 0 }: Advice = {},
): Problem {
  const code = codeOf(name);
  const isWarning = WARNINGS.has(code) || (code === 'unknown-id' && !strict);
  const said = word(name, args, lang);
  const catalogue = catalogues[lang];
  const advice = remedy ? catalogue.missing(remedy) : said.hint;
  const hint =
    followers > 0 ? `${advice ?? ''} (${catalogue.followers(followers)})`.trim() : advice;
  return {
    code,
    severity: isWarning ? 'warning' : 'error',
    ...where,
    message: said.message,
    ...(hint !== undefined && { hint }),
  };
}

const WARNINGS = new Set(['foreign-file', 'ignored-file']);

/** The place of a problem that a file has as a whole. */
export const wholeFile = (file: string): Where => ({ file, line: 1, column: 1, path: '' });
