// Puts findings into words, which makes them problems.
import type { StartedWith } from './commands.js';
import type { Arguments, Language, MessageName, Wording } from './messages/catalogue.js';
import { choose, chooseForMissing, to, type Words } from './messages/choose.js';
import type { PlacedFinding } from './placed.js';
import { type Finding, type Problem, ruleOf } from './problem.js';
import { say, type Text } from './say.js';

/** The message and the hint of a finding. Commands in the hint work on the data of `startedWith`. */
export function word<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  language: Language = 'en',
  startedWith: StartedWith = {},
): Wording {
  const { message, hint } = findingTexts(name, args, startedWith);
  return { message: say(message, language), hint: hint && say(hint, language) };
}

/** As {@link word}, without a language. */
export const findingTexts = <N extends MessageName>(
  name: N,
  args: Arguments<N>,
  startedWith: StartedWith = {},
): Words => choose(name, args, ruleOf({ name, args } as Finding), startedWith);

/** A message with its hint, if it has one. */
export const withHint = ({ message, hint }: Words): Text =>
  hint ? { text: '{message}; {hint}', values: { message, hint } } : message;

/** Returns the problem for a finding, with its message and hint in a language. `startedWith`: see {@link word}. */
export function inWords(
  found: PlacedFinding,
  language: Language,
  startedWith: StartedWith = {},
): Problem {
  const { code, severity, file, line, column, path, name, args, remedy, unchecked, cause } = found;
  const said = word(name, args, language, startedWith);
  const advice = remedy ? say(chooseForMissing(remedy), language) : said.hint;
  const besides = [
    ...(remedy?.followers ? [to('phrase.followers', { count: remedy.followers })] : []),
    ...(unchecked ? [to('phrase.unchecked', { collection: unchecked.collection })] : []),
  ].map((text) => say(text, language));
  const hint = besides.length > 0 ? `${advice ?? ''} (${besides.join('; ')})`.trim() : advice;
  const rule = ruleOf(found);
  return {
    code,
    ...(rule !== undefined && { rule }),
    ...{ severity, file, line, column, path, message: said.message },
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  };
}
