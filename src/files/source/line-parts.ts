// Reads parts of lines of a file, for messages. A line may have many megabytes, so only the parts are decoded.
import { beginning } from '../../problems/say.js';
import { type FileBytes, readFile } from './data-file.js';
import { type LineAndColumn, LineWalker } from './lines.js';

/** A part of a line. */
export interface LinePart {
  /**
   * The column of the part's first character, from 1. If the requested column is the second half of a surrogate pair,
   * this is the column after it.
   */
  readonly column: number;
  readonly text: string;
  /** Whether the line goes on after this part. */
  readonly isCut: boolean;
  /** Whether the part is empty because it begins at the end of the file. */
  readonly isEnd: boolean;
}

const NEWLINE = 0x0a;
/** The most UTF-8 bytes for one UTF-16 unit. */
const MOST_BYTES = 3;

/**
 * Returns one part of a line for each place in `starts`, in the same order: at most `length` UTF-16 units from this
 * place on. A part is undefined if the file does not have the line, and empty if the line ends before the column.
 * Throws if the file cannot be read.
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
  // Reads two characters more: one shows whether the line goes on, the other may be a carriage return.
  const room = bytes.subarray(offset, Math.min(end, offset + (length + 2) * MOST_BYTES));
  const newline = room.indexOf(NEWLINE);
  const text = room.toString('utf8', 0, newline < 0 ? room.length : newline).replace(/\r$/, '');
  return {
    column,
    text: beginning(text, length),
    isCut: text.length > length,
    isEnd: room.length === 0,
  };
}
