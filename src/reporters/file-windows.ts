// Lines and columns of a file → the texts that stand there. One pass over the file, in blocks: a
// file may be one line of many megabytes, and only the windows that are asked for become strings.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openData } from '../engine/data-file.js';

/** A part of a line. */
export interface Window {
  /** The column of its first character, from 1; greater than asked for inside of a pair. */
  readonly column: number;
  readonly text: string;
  /** Whether the line goes on behind it. */
  readonly isCut: boolean;
  /** Whether the file ends with it. */
  readonly isLast: boolean;
}

/** Where a window begins; see Problem. */
export interface WindowStart {
  readonly line: number;
  readonly column: number;
}

const BLOCK = 1 << 20;
const NEWLINE = 0x0a;
/** Bytes of UTF-8 a UTF-16 unit, at most. */
const MOST_BYTES = 3;

/**
 * The windows of at most `length` UTF-16 units that begin at these places, in their order; undefined
 * for a line that the file does not have. A line that ends earlier gives an empty window. Throws what
 * reading throws.
 */
export function readWindows(
  path: string,
  starts: readonly WindowStart[],
  length: number,
): (Window | undefined)[] {
  const fd = openData(path);
  try {
    const cursor = new Cursor(fd);
    const windows: (Window | undefined)[] = starts.map(() => undefined);
    const order = starts
      .map((_, i) => i)
      .sort((a, b) => starts[a]!.line - starts[b]!.line || starts[a]!.column - starts[b]!.column);
    for (const i of order) {
      if (!cursor.moveTo(starts[i]!)) break;
      windows[i] = readWindow(fd, cursor, length);
    }
    return windows;
  } finally {
    closeSync(fd);
  }
}

function readWindow(fd: number, { offset, column }: Cursor, length: number): Window {
  // One unit more, to see whether the line goes on, and room for a line break.
  const bytes = Buffer.alloc((length + 2) * MOST_BYTES);
  const read = readSync(fd, bytes, 0, bytes.length, offset);
  const newline = bytes.subarray(0, read).indexOf(NEWLINE);
  const text = bytes.toString('utf8', 0, newline < 0 ? read : newline).replace(/\r$/, '');
  return {
    column,
    // Half of a pair is not shown.
    text: text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text,
    isCut: text.length > length,
    isLast: newline < 0 && read < bytes.length,
  };
}

/** A place in a file that only moves on. Counts as engine/places.ts does. */
class Cursor {
  offset = 0;
  column = 1;
  #line = 1;
  readonly #block: Buffer;
  #base = 0;
  #end = 0;

  constructor(private readonly fd: number) {
    this.#block = Buffer.allocUnsafe(Math.min(fstatSync(fd).size + 1, BLOCK));
    this.#fill();
    // A byte-order mark is not counted.
    if (this.#block[0] === 0xef && this.#block[1] === 0xbb && this.#block[2] === 0xbf) {
      this.offset = Math.min(3, this.#end);
    }
  }

  /** Moves on to a place, or to the end of its line; false when the file has no such line. */
  moveTo({ line, column }: WindowStart): boolean {
    while (this.#line < line) {
      if (this.offset >= this.#end && !this.#fill()) return false;
      const at = this.#block
        .subarray(0, this.#end - this.#base)
        .indexOf(NEWLINE, this.offset - this.#base);
      if (at < 0) {
        this.offset = this.#end;
        continue;
      }
      this.offset = this.#base + at + 1;
      this.#line++;
      this.column = 1;
    }
    for (;;) {
      if (this.offset >= this.#end && !this.#fill()) return true;
      const byte = this.#block[this.offset - this.#base]!;
      const isInside = (byte & 0xc0) === 0x80; // inside a character
      if (byte === NEWLINE || (this.column >= column && !isInside)) return true;
      if (!isInside) this.column += byte >= 0xf0 ? 2 : 1;
      this.offset++;
    }
  }

  #fill(): boolean {
    const read = readSync(this.fd, this.#block, 0, this.#block.length, this.offset);
    this.#base = this.offset;
    this.#end = this.offset + read;
    return read > 0;
  }
}
