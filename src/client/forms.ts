// Turns a Russian query into words for Pagefind. Pagefind compares the stems of words, after replacing ё by е and й
// by и. This file adds forms that it would miss.

/** Endings of nouns, which Pagefind removes. */
const ENDING = /(?:ами|ями|ах|ях|ам|ям|ов|ев|ом|ем|ей|ой|ою|ею|[аяыиуюеоь])$/;
const MARKS = '\\p{P}+';
/** Punctuation at the beginning or the end of a word. */
const AROUND = new RegExp(`^${MARKS}|${MARKS}$`, 'gu');
const VOWEL = /[аеиоуыэюя]/;
const CONSONANT = '[б-джзк-нп-тф-щ]';
/** «котел», «рынок», «елец»: other forms of the word do not have the vowel between the last two consonants. */
const COMES = new RegExp(`^(.*${CONSONANT})[ео](${CONSONANT})ь?$`);
/** «котл-ы», «рынк-а», «ельц-а»: other forms of the word have an additional vowel between the last two consonants. */
const GOES = new RegExp(`^(.+${CONSONANT})ь?(${CONSONANT})$`);

/**
 * The words of a query, changed so that Pagefind finds the right stem: «новый» becomes `новы`, whose stem is also
 * that of «новые».
 */
export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    // Punctuation is removed, because with it Pagefind does not find a stem.
    .map((word) => word.replace(AROUND, '').replace(/([а-яё]{2}[ыиое])й$/, '$1'))
    .filter((word) => word !== '');

/**
 * Stems of other forms of a word, with a vowel more or less: `котл` for «котёл», `котел` and `котол` for «котлы».
 * Most of these do not exist.
 */
export function otherStems(word: string): string[] {
  const plain = word.replaceAll('ё', 'е');
  const [, from = '', to = ''] = COMES.exec(plain) ?? [];
  const [, before = '', last = ''] = GOES.exec(plain.replace(ENDING, '')) ?? [];
  return [
    ...(VOWEL.test(from) ? [from + to, `${from}ь${to}`] : []),
    ...(VOWEL.test(before) ? [`${before}е${last}`, `${before}о${last}`] : []),
  ];
}
