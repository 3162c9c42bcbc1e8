// Turns the words of a Russian query into the words to search for. Pagefind finds words by their stems, after it has
// replaced ё by е and й by и; this file adds the forms that it misses.

/** Endings of nouns that Pagefind removes to find a stem. */
const ENDING = /(?:ами|ями|ах|ях|ам|ям|ов|ев|ом|ем|ей|ой|ою|ею|[аяыиуюеоь])$/;
const MARKS = '\\p{P}+';
/** Punctuation at either end of a word. */
const AROUND = new RegExp(`^${MARKS}|${MARKS}$`, 'gu');
const VOWEL = /[аеиоуыэюя]/;
const CONSONANT = '[б-джзк-нп-тф-щ]';
/** «котел», «рынок», «елец»: other forms lack the vowel between the last two consonants. */
const COMES = new RegExp(`^(.*${CONSONANT})[ео](${CONSONANT})ь?$`);
/** «котл-ы», «рынк-а», «ельц-а»: other forms have a vowel between the last two consonants. */
const GOES = new RegExp(`^(.+${CONSONANT})ь?(${CONSONANT})$`);

/**
 * The words of a query in a spelling whose stem Pagefind finds: «новый» as `новы`, because «новые» has the same stem.
 */
export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    // In quotes or with a comma, a word such as «котлы» would not have a known stem.
    .map((word) => word.replace(AROUND, '').replace(/([а-яё]{2}[ыиое])й$/, '$1'))
    .filter((word) => word !== '');

/**
 * Stems of other forms of a word, with one vowel more or less: `котл` for «котёл», `котел` and `котол` for «котлы».
 * Most of them are in no text.
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
