// Merge conflicts that git left in a file.
import { isObject } from '../../model/fields.js';

/** Whether a text begins with one of the lines that git puts between the sides of a conflict. */
export const isMarker = (text: string): boolean => /^(?:<{7}|\|{7}|={7}|>{7})/.test(text);

/** The lines around the sides of a conflict and, if git shows it, around their common ancestor. */
const MARKERS = /^(?:<{7} .*\r?\n|\|{7}.*\r?\n|={7}\r?\n|>{7} .*(?:\r?\n|$))/gm;

interface ConflictInText {
  readonly start: number;
  readonly end: number;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Finds conflicts in one pass over the markers. (One pattern for a whole conflict would try all combinations of
 * markers: with a thousand of each kind, that takes days.)
 */
function* conflictsIn(text: string): Generator<ConflictInText> {
  let within: 'nothing' | 'ours' | 'base' | 'theirs' = 'nothing';
  let [start, from, ours] = [0, 0, ''];
  for (const { 0: marker, index } of text.matchAll(MARKERS)) {
    const end = index + marker.length;
    // In any other place, the marker is part of the text.
    switch (`${within} ${marker[0]}`) {
      case 'nothing <':
        within = 'ours';
        [start, from] = [index, end];
        break;
      case 'ours |':
      case 'ours =':
        within = marker[0] === '|' ? 'base' : 'theirs';
        ours = text.slice(from, index);
        from = end;
        break;
      case 'base =':
        within = 'theirs';
        from = end;
        break;
      case 'theirs >':
        within = 'nothing';
        yield { start, end, ours, theirs: text.slice(from, index) };
        break;
    }
  }
}

/**
 * Where the first line of a conflict is in a text, even if the conflict is half solved; -1 if there is none. A line of
 * `=` alone may be part of a text.
 */
export const conflictIn = (text: string): number => text.search(/^(?:<{7}|\|{7}|>{7})(?: |\r?$)/m);

/** Whether a text is a pointer that git has instead of a file in Git LFS. */
export const isLfsPointer = (text: string): boolean =>
  /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\r?\n(?:ext-\d+-\S+ \S+\r?\n)*oid /.test(
    text,
  );

/** Whether the sides of the first conflict in a list are whole records, rather than lines inside one record. */
export function isOfRecords(text: string): boolean {
  const [first] = conflictsIn(text);
  const sides = first ? [first.ours, first.theirs] : [];
  return sides.every((side) => {
    try {
      const records: unknown[] = JSON.parse(`[${side.trim().replace(/^,|,$/g, '')}]`);
      return records.every(isObject);
    } catch {
      return false;
    }
  });
}

/** Returns a text with all conflicts replaced by their first sides, and the same with their second sides. */
export function sidesOf(text: string): readonly [string, string] {
  let [ours, theirs, at] = ['', '', 0];
  for (const conflict of conflictsIn(text)) {
    const before = text.slice(at, conflict.start);
    ours += before + conflict.ours;
    theirs += before + conflict.theirs;
    at = conflict.end;
  }
  const rest = text.slice(at);
  return [ours + rest, theirs + rest];
}
