// Converts byte offsets in a file to lines and columns, as text editors show them, and back.
import { type FileBytes, markLength } from './data-file.js';

/** A place in a file, as text editors show it. */
export interface LineAndColumn {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units; a byte-order mark is not counted. */
  readonly column: number;
}

const NEWLINE = 0x0a;

/** A position in the bytes of a file, with its line and column. It only moves forward. */
export class LineWalker implements LineAndColumn {
  line = 1;
  column = 1;
  /** In bytes. */
  offset: number;
  /** The byte at which the line begins. */
  lineStart = 0;
  readonly #bytes: Buffer;
  #lineEnd: number;

  constructor(file: FileBytes) {
    this.#bytes = file.bytes.subarray(0, file.end);
    this.offset = markLength(file);
    this.#lineEnd = this.#endOfLine();
  }

  /** Moves forward to a byte offset, or to the end of the file. */
  toByte(offset: number): void {
    while (this.#lineEnd < offset && this.#nextLine()) {}
    while (this.offset < Math.min(offset, this.#lineEnd)) this.#step();
  }

  /** Moves forward to a line and a column, or to the end of that line. Returns false if the file has no such line. */
  toPlace({ line, column }: LineAndColumn): boolean {
    while (this.line < line) if (!this.#nextLine()) return false;
    while (this.offset < this.#lineEnd) {
      if (this.column >= column && !isInside(this.#bytes[this.offset]!)) break;
      this.#step();
    }
    return true;
  }

  #endOfLine(): number {
    const at = this.#bytes.indexOf(NEWLINE, this.offset);
    return at < 0 ? this.#bytes.length : at;
  }

  /** Moves forward by one byte of the line. */
  #step(): void {
    const byte = this.#bytes[this.offset]!;
    if (!isInside(byte)) this.column += byte >= 0xf0 ? 2 : 1;
    this.offset++;
  }

  /** Moves to the next line; returns false if there is none. */
  #nextLine(): boolean {
    if (this.#lineEnd === this.#bytes.length) return false;
    this.line++;
    this.column = 1;
    this.offset = this.#lineEnd + 1;
    this.lineStart = this.offset;
    this.#lineEnd = this.#endOfLine();
    return true;
  }
}

/** Whether a byte continues a UTF-8 character, and is not its first byte. */
const isInside = (byte: number) => (byte & 0xc0) === 0x80;
