// Writes numbers and sizes as people read them.
import type { Language } from '../messages/catalogue.js';
import { decimal, say, sentence, type Text } from '../say.js';

/** Numbers with nouns, such as `3 errors`. */
export const counted = {
  errors: (count: number): Text =>
    sentence('{count, plural, one {# error} other {# errors}}', { count }),
  warnings: (count: number): Text =>
    sentence('{count, plural, one {# warning} other {# warnings}}', { count }),
  records: (count: number): Text =>
    sentence('{count, plural, one {# record} other {# records}}', { count }),
  files: (count: number): Text =>
    sentence('{count, plural, one {# file} other {# files}}', { count }),
  bytes: (count: number): Text =>
    sentence('{count, plural, one {# byte} other {# bytes}}', { count }),
};

const UNITS = [sentence('kB'), sentence('MB'), sentence('GB'), sentence('TB')] as const;

/** A number of bytes in words, such as `1.50 MB`. A kB is 1000 bytes. */
export function sizeInWords(bytes: number, language: Language): string {
  if (bytes < 1000) return say(counted.bytes(bytes), language);
  let value = bytes / 1000;
  let unit = 0;
  // With three digits, 999.5 kB would be `1.00e+3 kB`. It is `1.00 MB`.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const number = decimal(value.toPrecision(3), language);
  return `${number} ${say(UNITS[unit]!, language)}`;
}
