// Values in words: dates as the reader's language writes them, and beginnings of texts.
import type { Language } from './dto.js';

/** The day of a timestamp, as the reader's clock shows it, or a date, which is the same day everywhere. */
export const dayInWords = (text: string, language: Language): string =>
  inWords(text, new Date(text.length === 10 ? `${text}T12:00:00` : text), language, {
    dateStyle: 'medium',
  });

/** A timestamp as the reader's clock shows it. */
export const timeInWords = (text: string, language: Language): string =>
  inWords(text, new Date(text), language, { dateStyle: 'long', timeStyle: 'short' });

const inWords = (text: string, date: Date, ...how: [Language, Intl.DateTimeFormatOptions]) =>
  Number.isNaN(date.valueOf()) ? text : date.toLocaleString(...how);

/** The beginning of a text, cut between words where there are any. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  const atSpace = cut.replace(/\s+\S*$/, '');
  return `${atSpace.length > most / 2 ? atSpace : cut}…`;
}
