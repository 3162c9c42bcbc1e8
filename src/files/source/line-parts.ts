// Reads the text at some lines and columns of a file. A file may be one line of many megabytes, so only the requested
// parts become strings.
import { type FileBytes, readFile } from './data-file.js';
import { type LineAndColumn, LineWalker } from './lines.js';

/** A part of a line. */
export interface LinePart {
  /** The column of its first character, from 1; one more than requested if that was inside a surrogate pair. */
  readonly column: number;
  readonly text: string;
  /** Whether the line continues after it. */
  readonly isCut: boolean;
  /** Whether it is empty because the file ends before it. */
  readonly isEnd: boolean;
}

const NEWLINE = 0x0a;
/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MOST_BYTES = 3;

/**
 * Returns the parts of at most `length` UTF-16 units that begin at these places, in the same order; undefined for a
 * line that the file does not have. If the line ends before the column, the part is empty. Throws if the file cannot be
 * read.
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
  // Read one character more, to see whether the line continues, and room for a line break.
  const room = bytes.subarray(offset, Math.min(end, offset + (length + 2) * MOST_BYTES));
  const newline = room.indexOf(NEWLINE);
  const text = room.toString('utf8', 0, newline < 0 ? room.length : newline).replace(/\r$/, '');
  return {
    column,
    // If the text is cut in the middle of a surrogate pair, the first half is left out.
    text: text.slice(0, length).replace(/[\ud800-\udbff]$/, ''),
    isCut: text.length > length,
    isEnd: room.length === 0,
  };
}
