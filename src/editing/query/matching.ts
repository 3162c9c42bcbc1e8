// Decides whether a text contains a word, or a longer word that begins with it. Ignores case, endings of Russian
// words, and the dots of ё. Pure.
import { stemmer } from '@orama/stemmers/russian';
import { fold } from '../../model/fold.js';

/** Returns whether a {@link fold folded} text contains a certain word. */
export type Holds = (text: string) => boolean;

/** For each word of a query, a function that looks for this word in a text. */
export const wordsOf = (query: string): Holds[] =>
  patternsOf(query).map((pattern) => (text) => pattern.test(text));

/**
 * Returns a regular expression for each word of a query, to be used on {@link fold folded} texts. Each matches words
 * that begin with the query's word, or consist of its stem and at most four more letters. The expression for a word of
 * one or two letters matches only this word.
 */
export function patternsOf(query: string): RegExp[] {
  const words = fold(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].map((word) => {
    const stem = /^[а-я]{3,}$/.test(word) ? stemOf(word) : word;
    const isShort = word.length <= SHORT;
    const forms = isShort
      ? `${word}${END}`
      : `(?:${word}|${shifting(stem)}\\p{L}{0,${ENDING}}${END})`;
    return new RegExp(`(?<![\\p{L}\\p{N}])${forms}`, 'u');
  });
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
const END = '(?![\\p{L}\\p{N}])';

/** A stem as a regular expression. A vowel before its last consonant may be missing: рынок, рынки. */
const shifting = (stem: string): string =>
  stem.length < 4 ? stem : stem.replace(/([бвгджзклмнпрстфхцчшщ])[ео]?([кцлн])$/, '$1[ео]?$2');
