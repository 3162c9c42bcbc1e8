// Values in words: dates, numbers, money, as the reader's language writes them.
import type { Language } from './told.js';

const memo = <T>(make: (language: Language) => T) => {
  const made: Partial<Record<Language, T>> = {};
  return (language: Language): T => {
    made[language] ??= make(language);
    return made[language];
  };
};

const dates = memo((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }));
const times = memo(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }),
);
const numbers = memo((language) => new Intl.NumberFormat(language));

/** A date without a time: it is the same day everywhere. */
export function dateInWords(text: string, language: Language): string {
  const date = new Date(`${text.slice(0, 10)}T12:00:00`);
  return Number.isNaN(date.valueOf()) ? text : dates(language).format(date);
}

/** A timestamp as the reader's clock shows it. */
export function timeInWords(text: string, language: Language): string {
  const date = new Date(text);
  return Number.isNaN(date.valueOf()) ? text : times(language).format(date);
}

export const numberInWords = (value: number, language: Language): string =>
  numbers(language).format(value);

/** `currency`: as ISO 4217 calls it. */
export const moneyInWords = (value: number, language: Language, currency: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currencyDisplay: 'narrowSymbol',
    currency,
    maximumFractionDigits: 0,
  }).format(value);

/** The beginning of a text, cut between words where there are any. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  const atSpace = cut.replace(/\s+\S*$/, '');
  return `${atSpace.length > most / 2 ? atSpace : cut}…`;
}
