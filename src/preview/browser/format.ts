// Values in words: dates, numbers, money, as the reader's language writes them.
import type { Language } from './dto.js';

/** A date without a time: it is the same day everywhere. */
export const dateInWords = (text: string, language: Language): string =>
  inWords(text, new Date(`${text.slice(0, 10)}T12:00:00`), language, { dateStyle: 'long' });

/** A timestamp as the reader's clock shows it. */
export const timeInWords = (text: string, language: Language): string =>
  inWords(text, new Date(text), language, { dateStyle: 'long', timeStyle: 'short' });

const inWords = (text: string, date: Date, ...how: [Language, Intl.DateTimeFormatOptions]) =>
  Number.isNaN(date.valueOf()) ? text : date.toLocaleString(...how);

/** A sum of money; `currency`: its ISO 4217 code. */
export const moneyInWords = (value: number, language: Language, currency: string): string =>
  value.toLocaleString(language, {
    style: 'currency',
    currencyDisplay: 'narrowSymbol',
    currency,
    maximumFractionDigits: 0,
  });

/** The beginning of a text, cut between words where there are any. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  const atSpace = cut.replace(/\s+\S*$/, '');
  return `${atSpace.length > most / 2 ? atSpace : cut}…`;
}
