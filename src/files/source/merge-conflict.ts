// Merge conflicts that git left in a file.
import { isObject } from '../../model/fields.js';

/** Whether a text begins with one of the lines that git puts around the sides of a conflict. */
export const isMarker = (text: string): boolean => /^(?:<{7}|\|{7}|={7}|>{7})/.test(text);

/** A conflict: its two sides and perhaps, between them, their common ancestor. */
const CONFLICT =
  /^<{7} .*\r?\n([\s\S]*?)^(?:\|{7}.*\r?\n[\s\S]*?^)?={7}\r?\n([\s\S]*?)^>{7} .*(?:\r?\n|$)/gm;

/** Where the first conflict begins in a text; -1 where there is none. */
export const conflictIn = (text: string): number => text.search(CONFLICT);

/** Whether the sides of the first conflict in a list are whole records, rather than lines inside one record. */
export function isOfRecords(text: string): boolean {
  const [, ...sides] = text.matchAll(CONFLICT).next().value ?? [];
  return sides.every((side) => {
    try {
      const records: unknown[] = JSON.parse(`[${side.trim().replace(/^,|,$/g, '')}]`);
      return records.every(isObject);
    } catch {
      return false;
    }
  });
}

/** A text with all conflicts replaced by their first sides, and by their second ones. */
export const sidesOf = (text: string): readonly [string, string] => [
  text.replace(CONFLICT, '$1'),
  text.replace(CONFLICT, '$2'),
];
