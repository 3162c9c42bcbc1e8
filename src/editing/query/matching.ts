// Decides whether a text contains a word. Upper and lower case, endings of Russian words, and ё or е do not matter.
// Pure.
import { stemmer } from '@orama/stemmers/russian';
import { fold } from '../../model/fold.js';

/** Returns whether a text holds a word. */
export type Holds = (text: string) => boolean;

/** For each word of a query, a function that returns whether a {@link fold folded} text contains it. */
export const wordsOf = (query: string): Holds[] =>
  patternsOf(query).map((pattern) => (text) => pattern.test(text));

/**
 * A regular expression for each word of a query, for texts after {@link fold}. It matches words that begin with the
 * query's word, or with its stem and at most four more letters. A word of one or two letters must be the whole word.
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
 * The stem of a Russian word. For short words, such as Анна, the stemmer would leave too little, so only one letter
 * is removed.
 */
function stemOf(word: string): string {
  const stem = stemmer(word);
  return stem.length > SHORT ? stem : word.slice(0, -1);
}

const SHORT = 2;
/** The most letters that an ending has, such as -ями or -ском. */
const ENDING = 4;
const END = '(?![\\p{L}\\p{N}])';

/**
 * A stem as a regular expression. A vowel between the last two consonants is optional, as in котёл and котлы, рынок
 * and рынки.
 */
const shifting = (stem: string): string =>
  stem.length < 4 ? stem : stem.replace(/([бвгджзклмнпрстфхцчшщ])[ео]?([кцлн])$/, '$1[ео]?$2');
