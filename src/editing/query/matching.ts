// Decides whether texts contain the words of a query, or longer words that begin with them. Ignores case, endings of
// Russian words, accents, and all characters but letters and digits. Pure.
import { stemmer } from '@orama/stemmers/russian';
import { wordsOf } from '../../model/words.js';

/** The words of texts, each between spaces: ` приказ 536 о котлах `. */
export const asWords = (texts: readonly string[]): string =>
  ` ${wordsOf(texts.join('\n')).join(' ')} `;

/** Returns whether texts, given {@link asWords as words}, have all words of a certain query. */
export type Matches = (words: string) => boolean;

/** Returns a function that looks for all words of a query; undefined if the query has no letter and no digit. */
export function matching(query: string): Matches | undefined {
  const patterns = [...new Set(wordsOf(query))].map(patternOf);
  if (patterns.length === 0) return undefined;
  return (words) => patterns.every((pattern) => pattern.test(words));
}

/**
 * Returns a regular expression for a word of a query. It matches words that begin with the query's word, or consist of
 * its stem and at most four more letters. The expression for a word of one or two letters matches only this word.
 */
function patternOf(word: string): RegExp {
  if (word.length <= SHORT) return new RegExp(` ${word} `);
  const stem = /^[а-я]+$/.test(word) ? stemOf(word) : word;
  return new RegExp(` (?:${word}|${shifting(stem)}\\p{L}{0,${ENDING}} )`, 'u');
}

/**
 * The stem of a Russian word. If the stemmer would leave at most two letters, as of `Анна`, only the last letter of
 * the word is removed: `Анн`.
 */
function stemOf(word: string): string {
  const stem = stemmer(word);
  return stem.length > SHORT ? stem : word.slice(0, -1);
}

const SHORT = 2;
/** The most letters of an ending, such as -ями. */
const ENDING = 4;

/** A stem as a regular expression. A vowel before its last consonant may be missing: рынок, рынки. */
const shifting = (stem: string): string =>
  stem.length < 4 ? stem : stem.replace(/([бвгджзклмнпрстфхцчшщ])[ео]?([кцлн])$/, '$1[ео]?$2');
