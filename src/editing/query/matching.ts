// Words → where they are in a text. Case, ё or е, and the endings of Russian words are forgiven. Pure.
import { stemmer } from '@orama/stemmers/russian';
import { fold } from '../../model/fold.js';

/** Tells whether a text holds a word. */
export type Holds = (text: string) => boolean;

/** What tells whether a {@link fold folded} text holds each word of a query. */
export const wordsOf = (query: string): Holds[] =>
  patternsOf(query).map((pattern) => (text) => pattern.test(text));

/**
 * A pattern for each word of a query, for {@link fold folded} texts; none for a query without words. A text matches
 * where one of its words begins with the word, or is its stem with at most as many letters more as endings have. Words
 * of one or two letters match only themselves.
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

/** What all forms of a Russian word begin with. Of a short one, such as Анна, the stemmer leaves what much else begins with. */
function stemOf(word: string): string {
  const stem = stemmer(word);
  return stem.length > SHORT ? stem : word.slice(0, -1);
}

const SHORT = 2;
/** The most letters of an ending, such as -ями or -ском. */
const ENDING = 4;
const END = '(?![\\p{L}\\p{N}])';

/** A stem as a pattern, with or without the vowel that comes and goes: котёл and котлы, рынок and рынки. */
const shifting = (stem: string): string =>
  stem.length < 4 ? stem : stem.replace(/([бвгджзклмнпрстфхцчшщ])[ео]?([кцлн])$/, '$1[ео]?$2');
