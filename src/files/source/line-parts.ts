// Reads parts of some lines of a file. A file may be one line of many megabytes, so only these parts are decoded.
import { type FileBytes, readFile } from './data-file.js';
import { type LineAndColumn, LineWalker } from './lines.js';

/** A part of a line. */
export interface LinePart {
  /**
   * The column of its first character, from 1. It is one more than requested if that was the second half of a
   * surrogate pair.
   */
  readonly column: number;
  readonly text: string;
  /** Whether the line goes on after this part. */
  readonly isCut: boolean;
  /** Whether the part is empty because the file ends before it. */
  readonly isEnd: boolean;
}

const NEWLINE = 0x0a;
/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MOST_BYTES = 3;

/**
 * Returns the parts of lines that begin at these places, each with at most `length` UTF-16 units, in the same order.
 * Undefined for a line that the file does not have. If the line ends before the column, the part is empty. Throws if
 * the file cannot be read.
 */
export function lineParts(
  path: string,
  starts: readonly LineAndColumn[],
  length: number,
): (LinePart | undefined)[] {
  const file = readFile(path);
  const walker = new LineWalker(file);
  const parts: (LinePart | undefined)[] = starts.map(() => undefined);
  const order = starts
    .map((_, i) => i)
    .sort((a, b) => starts[a]!.line - starts[b]!.line || starts[a]!.column - starts[b]!.column);
  for (const i of order) {
    if (!walker.toPlace(starts[i]!)) break;
    parts[i] = partAt(file, walker, length);
  }
  return parts;
}

function partAt(
  { bytes, end }: FileBytes,
  { offset, column }: LineWalker,
  length: number,
): LinePart {
  // Reads one character more, to see whether the line goes on, and enough for a line break.
  const room = bytes.subarray(offset, Math.min(end, offset + (length + 2) * MOST_BYTES));
  const newline = room.indexOf(NEWLINE);
  const text = room.toString('utf8', 0, newline < 0 ? room.length : newline).replace(/\r$/, '');
  return {
    column,
    // If the text ends in the middle of a surrogate pair, its first half is removed.
    text: text.slice(0, length).replace(/[\ud800-\udbff]$/, ''),
    isCut: text.length > length,
    isEnd: room.length === 0,
  };
}
