// What people write → what the search is asked, in Russian. Pagefind knows words by their stems, and takes ё for е and й
// for и before it looks for a stem; what that misses is added here.

/** Endings of nouns that Pagefind's stems are without. */
const ENDING = /(?:ами|ями|ах|ях|ам|ям|ов|ев|ом|ем|ей|ой|ою|ею|[аяыиуюеоь])$/;
const VOWEL = /[аеиоуыэюя]/;
const CONSONANT = '[б-джзк-нп-тф-щ]';
/** «котел», «рынок», «елец»: the vowel is not there in other forms. */
const COMES = new RegExp(`^(.*${CONSONANT})[ео](${CONSONANT})ь?$`);
/** «котл-ы», «рынк-а», «ельц-а»: in other forms there is a vowel. */
const GOES = new RegExp(`^(.+${CONSONANT})ь?(${CONSONANT})$`);

/** Words as Pagefind finds their stems: of «новый», `новы` has the stem that «новые» has, and `новыи` has not. */
export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/([а-яё]{2}[ыиое])й$/, '$1'));

/**
 * Stems that other forms of a word may have, in which a vowel comes or goes: `котл` for «котёл», `котел` and `котол` for
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
