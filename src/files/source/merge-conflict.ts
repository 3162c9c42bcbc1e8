// Merge conflicts that git left in a file.
import { isObject } from '../../model/fields.js';

/** Whether a text begins with one of the lines that git puts around the sides of a conflict. */
export const isMarker = (text: string): boolean => /^(?:<{7}|\|{7}|={7}|>{7})/.test(text);

/** A conflict: its two sides, and perhaps between them what was there before. */
const CONFLICT =
  /^<{7} .*\r?\n([\s\S]*?)^(?:\|{7}.*\r?\n[\s\S]*?^)?={7}\r?\n([\s\S]*?)^>{7} .*(?:\r?\n|$)/gm;

/** Where the first conflict begins in a text; -1 where there is none. */
export const conflictIn = (text: string): number => text.search(CONFLICT);

/** Whether the sides of the first conflict in a list are whole records, rather than lines of one that both have. */
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

/** A text as each of the two sides has it. */
export const sidesOf = (text: string): readonly [string, string] => [
  text.replace(CONFLICT, '$1'),
  text.replace(CONFLICT, '$2'),
];
