// Finds merge conflicts that git left in a file, and files that Git LFS has not fetched.
import { isObject } from '../../model/fields.js';

/** Whether a text begins with a marker of a merge conflict: `<<<<<<<`, `|||||||`, `=======` or `>>>>>>>`. */
export const isMarker = (text: string): boolean => /^(?:<{7}|\|{7}|={7}|>{7})/.test(text);

/** Matches the marker lines of a conflict. The line `|||||||` begins the common ancestor of the two sides. */
const MARKERS = /^(?:<{7} .*\r?\n|\|{7}.*\r?\n|={7}\r?\n|>{7} .*(?:\r?\n|$))/gm;

interface ConflictInText {
  readonly start: number;
  readonly end: number;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Finds conflicts in one pass over the marker lines. One pattern for a whole conflict would try all combinations of
 * markers, which could take days.
 */
function* conflictsIn(text: string): Generator<ConflictInText> {
  let within: 'nothing' | 'ours' | 'base' | 'theirs' = 'nothing';
  let [start, from, ours] = [0, 0, ''];
  for (const { 0: marker, index } of text.matchAll(MARKERS)) {
    const end = index + marker.length;
    // A marker line that is not the next one of a conflict is part of the text.
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
 * The offset of the first marker line in a text, even if some markers were already removed; -1 if there is none. A line
 * `=======` does not count, because texts may have such lines.
 */
export const conflictIn = (text: string): number => text.search(/^(?:<{7}|\|{7}|>{7})(?: |\r?$)/m);

/** Whether a text is a pointer of Git LFS: git has this short text in place of a large file that it has not fetched. */
export const isLfsPointer = (text: string): boolean =>
  /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\r?\n(?:ext-\d+-\S+ \S+\r?\n)*oid /.test(
    text,
  );

/** Whether both sides of the first conflict in a list consist of whole records, and not of lines inside one record. */
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

/** Returns two versions of a text: one with our side of each conflict, one with their side. */
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
