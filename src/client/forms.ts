// The words of a Russian query → the words to search for. Pagefind finds words by their stems, after it has replaced ё
// by е and й by и; the forms that it misses are added here.

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

/** The words of a query, spelled so that Pagefind finds their stems: «новый» as `новы`, since «новые» has its stem. */
export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    // Of a word in quotes or with a comma, such as «котлы», no stem would be found.
    .map((word) => word.replace(AROUND, '').replace(/([а-яё]{2}[ыиое])й$/, '$1'))
    .filter((word) => word !== '');

/**
 * Stems that other forms of a word may have, with a vowel more or less: `котл` for «котёл», `котел` and `котол` for
 * «котлы». Most of them are in no text.
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
