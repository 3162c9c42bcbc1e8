// Lines and columns of a file → the text at those places. One pass over the file, in blocks: a file
// may be one line of many megabytes, and only the requested windows become strings.
import { readSync } from 'node:fs';
import { withFile } from './data-file.js';
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
/** The most bytes that UTF-8 takes for one UTF-16 unit. */
const MOST_BYTES = 3;

/**
 * The windows of at most `length` UTF-16 units that begin at these places, in the same order;
 * undefined for a line that the file does not have. If the line ends before the column, the window is
 * empty. Throws what reading throws.
 */
export function readWindows(
  path: string,
  starts: readonly LineAndColumn[],
  length: number,
): (LinePart | undefined)[] {
  return withFile(path, (fd) => {
    const walker = new LineWalker(fd);
    const windows: (LinePart | undefined)[] = starts.map(() => undefined);
    const order = starts
      .map((_, i) => i)
      .sort((a, b) => starts[a]!.line - starts[b]!.line || starts[a]!.column - starts[b]!.column);
    for (const i of order) {
      if (!walker.toPlace(starts[i]!)) break;
      windows[i] = readWindow(fd, walker, length);
    }
    return windows;
  });
}

function readWindow(fd: number, { offset, column }: LineWalker, length: number): LinePart {
  // One unit more, to see whether the line goes on, and room for a line break.
  const bytes = Buffer.alloc((length + 2) * MOST_BYTES);
  const read = readSync(fd, bytes, 0, bytes.length, offset);
  const newline = bytes.subarray(0, read).indexOf(NEWLINE);
  const text = bytes.toString('utf8', 0, newline < 0 ? read : newline).replace(/\r$/, '');
  return {
    column,
    // Half of a surrogate pair at the cut is omitted.
    text: text.slice(0, length).replace(/[\ud800-\udbff]$/, ''),
    isCut: text.length > length,
    isEnd: read === 0,
  };
}
