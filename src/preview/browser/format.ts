// Shows dates in the language of the user, and shortens texts.
import type { Language } from './dto.js';

/** Shows the date `2026-03-01`, or the day of a timestamp in the user's time zone. A text that is no date stays. */
export const dayInWords = (text: string, language: Language): string =>
  inWords(text, new Date(text.length === 10 ? `${text}T12:00:00` : text), language, {
    dateStyle: 'medium',
  });

/** Shows a timestamp in the user's time zone. A text that is no date stays as it is. */
export const timeInWords = (text: string, language: Language): string =>
  inWords(text, new Date(text), language, { dateStyle: 'long', timeStyle: 'short' });

const inWords = (text: string, date: Date, ...how: [Language, Intl.DateTimeFormatOptions]) =>
  Number.isNaN(date.valueOf()) ? text : date.toLocaleString(...how);

/**
 * Shortens a text of more than `most` characters to its beginning and `…`. It is cut between words, or inside a very
 * long word.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  const atSpace = cut.replace(/\s+\S*$/, '');
  return `${atSpace.length > most / 2 ? atSpace : cut}…`;
}
