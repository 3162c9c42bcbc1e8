// Changes Russian words for the search program Pagefind, which compares stems of words, after replacing й by и. This
// file adds stems that Pagefind would miss.

/** Endings of nouns. Pagefind cuts them off to get the stem. */
const ENDING = /(?:ами|ями|ах|ях|ам|ям|ов|ев|ом|ем|ей|ой|ою|ею|[аяыиуюеоь])$/;
const VOWEL = /[аеиоуыэюя]/;
const CONSONANT = '[б-джзк-нп-тф-щ]';
/** Nouns such as «котел», «рынок», «елец»: their other forms lose the vowel before the last consonant («котла»). */
const LOSES_VOWEL = new RegExp(`^(.*${CONSONANT})[ео](${CONSONANT})ь?$`);
/** Stems such as «котл-ы», «рынк-а», «ельц-а»: other forms add a vowel before the last consonant («котел»). */
const GAINS_VOWEL = new RegExp(`^(.+${CONSONANT})ь?(${CONSONANT})$`);

/** A word so that Pagefind finds the right stem: «новый» becomes `новы`, which has the same stem as «новые». */
export const stemmable = (word: string): string => word.replace(/([а-я]{2}[ыиое])й$/, '$1');

/**
 * The stems that other forms of a word might have, with one vowel less or more: `котл` for «котёл», `котел` and `котол`
 * for «котлы». Many of these stems do not exist.
 */
export function otherStems(word: string): string[] {
  const [, from = '', to = ''] = LOSES_VOWEL.exec(word) ?? [];
  const [, before = '', last = ''] = GAINS_VOWEL.exec(word.replace(ENDING, '')) ?? [];
  return [
    ...(VOWEL.test(from) ? [from + to, `${from}ь${to}`] : []),
    ...(VOWEL.test(before) ? [`${before}е${last}`, `${before}о${last}`] : []),
  ];
}
