// Findings → problems: the words that a person reads, in one language.
import type { Language, Wording } from './messages/catalogue.js';
import type { Arguments, MessageName } from './messages/names.js';
import { catalogues } from './messages.js';
import type { PlacedFinding } from './placed.js';
import { type Problem, ruleOf } from './problem.js';

/** The message and the hint of a finding. */
export function word<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  language: Language = 'en',
): Wording {
  return catalogues[language].messages[name](args);
}

/** A finding as a problem, with its message and hint in a language. */
export function inWords(found: PlacedFinding, language: Language): Problem {
  const { code, severity, file, line, column, path, name, args, remedy, unchecked, cause } = found;
  const said = word(name, args, language);
  const catalogue = catalogues[language];
  const advice = remedy ? catalogue.missing(remedy) : said.hint;
  const besides = [
    ...(remedy && remedy.followers > 0 ? [catalogue.followers(remedy.followers)] : []),
    ...(unchecked === undefined ? [] : [catalogue.unchecked(unchecked)]),
  ];
  const hint = besides.length > 0 ? `${advice ?? ''} (${besides.join('; ')})`.trim() : advice;
  const rule = ruleOf(found);
  return {
    ...{
      code,
      ...(rule !== undefined && { rule }),
      severity,
      file,
      line,
      column,
      path,
      message: said.message,
    },
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  };
}
