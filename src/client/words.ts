// Splits a text into the words by which it is searched. `model/words.ts` and `client/words.ts` are the same file,
// because the client imports no other room: what is asked and what is searched must be split in the same way.

/** Finds what is not in usual texts: there, all letters are a–z and а–я, and all digits 0–9. Signs may be there. */
export const UNUSUAL =
  /[^\0-\x7f\xa0-\xa9«°±·»×А-яЁё\u2010-\u2027\u202f-\u205e\u20a0-\u20bf№\u2190-\u22ff\u25a0-\u2775\u{1f300}-\u{1faff}]/u;
/** Invisible characters inside of words: soft hyphens and joiners. */
const INVISIBLE = /[\u00ad\u200c-\u200d\u2060\ufeff]/g;
/** What is no letter, no digit, and no mark on one, such as an accent. */
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu;
/** `½` would become `1⁄2`, and `2½` would become `21⁄2`. */
const FRACTION = /[¼-¾⅐-⅟↉]/g;

/**
 * The words of a text: its letters and digits between all other characters. They are in lower case, without accents
 * (`е` for `ё`, but `й` remains), with `ss` for `ß` and `2` for `²`. So `№536` is `536`, and `КС-45717` is `кс`, `45717`.
 */
export const wordsOf = (text: string): string[] =>
  UNUSUAL.test(text)
    ? (text
        .replace(INVISIBLE, '')
        .replace(SIGNS, ' ') // before `normalize`, which would make `No` of `№`
        .replace(FRACTION, ' $& ')
        .normalize('NFKD')
        .toLowerCase()
        .toUpperCase() // `SS` for `ß`, and `I` for `ı`
        .toLowerCase()
        .replaceAll('и\u0306', 'й')
        .replace(/[\p{M}]/gu, '')
        .match(/[\p{L}\p{N}]+/gu) ?? [])
    : (text
        .toLowerCase()
        .replaceAll('ё', 'е')
        .match(/[a-z\dа-я]+/g) ?? []); // the same, but faster
