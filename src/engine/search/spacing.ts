// Writes texts so that Pagefind finds the words in them that a query has (model/words.ts), while readers see the texts
// unchanged. Pagefind takes for one word what is between white space, without its signs: `КС-45717` would be `кс45717`,
// and `№ 536` two words, one of them without letters. So each word gets exactly one piece between white space.
import { UNUSUAL, wordsOf } from '../../model/words.js';

/** Stands before a space that was added inside of `КС-45717`. The client (client/search.ts) removes both. */
const JOINT = '\x1f';
/** Stands for the white space of `№ 536`. The client makes a space of it. */
const BLANK = '\x1e';

/** The most signs or accents in a row that are found. An endless row would overflow the stack of the pattern. */
const MOST = 9999;

/** The patterns for texts in which `letters` are the parts of words. `notSigns`: excludes what separates no words. */
const patternsOf = (letters: string, notSigns: string, flags: string) => ({
  /** The end of a word, and the signs between it and the next word. */
  joint: new RegExp(`[${letters}]${notSigns}[^${letters}\\s]{1,${MOST}}(?=[${letters}])`, flags),
  /** Signs between white space, with the white space behind them. */
  alone: new RegExp(`(?<!\\S)([^${letters}\\s]{1,${MOST}})\\s+(?=\\S)`, flags),
});
/** For usual texts: much faster. */
const usually = patternsOf('\\dA-Za-zА-яЁё', '', 'g');
/** Accents, soft hyphens and joiners separate no words. */
const always = patternsOf(
  '\\p{L}\\p{N}',
  `(?![\\p{M}\\u00ad\\u200c\\u200d]{1,${MOST}}[\\p{L}\\p{N}])`,
  'gu',
);

/** Returns a text whose pieces between white space are its words. {@link JOINT} and {@link BLANK} tell what to undo. */
export function spaced(text: string): string {
  const { joint, alone } = UNUSUAL.test(text) ? always : usually;
  return text
    .replaceAll(JOINT, ' ')
    .replaceAll(BLANK, ' ')
    .replace(/[\u2060\ufeff]/g, '') // both are invisible; Pagefind's two programs disagree whether they are spaces
    .replace(alone, `$1${BLANK}`)
    .replace(joint, `$&${JOINT} `);
}

/** What Pagefind takes for a part of a word, such as `_`. */
const CONNECTOR = /\p{Pc}/u;

/**
 * The words of a text in which Pagefind may find other words, such as `straße` for `strasse`; empty for usual texts.
 */
export const oddWords = (text: string): string =>
  !UNUSUAL.test(text) && !CONNECTOR.test(text) ? '' : wordsOf(text).join(' ');
