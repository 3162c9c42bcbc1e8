// Bytes of a file ↔ lines and columns as an editor shows them. Goes through the file once, in blocks:
// a file may be one line of many megabytes.
import { fstatSync, readSync } from 'node:fs';

/** A place as an editor shows it; see Problem. */
export interface LineAndColumn {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units; a byte-order mark is not counted. */
  readonly column: number;
}

const BLOCK = 1 << 20;
const NEWLINE = 0x0a;

/** A place in an open file that moves forward only. */
export class LineWalker implements LineAndColumn {
  line = 1;
  column = 1;
  /** In bytes. */
  offset = 0;
  /** The byte at which the line begins. */
  lineStart = 0;
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

  /** Moves on to a byte, or to the end of the file; never moves back. */
  toByte(offset: number): void {
    while (this.offset < offset && (this.offset < this.#end || this.#fill())) {
      const newline = this.#newline();
      if (newline < offset) {
        this.#nextLine(newline + 1);
        continue;
      }
      const end = Math.min(offset, this.#end);
      while (this.offset < end) this.#step();
    }
  }

  /** Moves on to a place that is not before this one, or to the end of its line; false when the file has no such line. */
  toPlace({ line, column }: LineAndColumn): boolean {
    while (this.line < line) {
      if (this.offset >= this.#end && !this.#fill()) return false;
      const newline = this.#newline();
      if (newline === Infinity) this.offset = this.#end;
      else this.#nextLine(newline + 1);
    }
    while (this.offset < this.#end || this.#fill()) {
      const byte = this.#block[this.offset - this.#base]!;
      if (byte === NEWLINE || (this.column >= column && !isInside(byte))) break;
      this.#step();
    }
    return true;
  }

  /** Where the line ends; infinity if the block does not hold its end. */
  #newline(): number {
    const read = this.#block.subarray(0, this.#end - this.#base);
    const at = read.indexOf(NEWLINE, this.offset - this.#base);
    return at < 0 ? Infinity : this.#base + at;
  }

  /** Moves on by a byte of the line. */
  #step(): void {
    const byte = this.#block[this.offset - this.#base]!;
    if (!isInside(byte)) this.column += byte >= 0xf0 ? 2 : 1;
    this.offset++;
  }

  #nextLine(start: number): void {
    this.line++;
    this.column = 1;
    this.offset = start;
    this.lineStart = start;
  }

  #fill(): boolean {
    const read = readSync(this.fd, this.#block, 0, this.#block.length, this.offset);
    this.#base = this.offset;
    this.#end = this.offset + read;
    return read > 0;
  }
}

/** Whether a byte of UTF-8 is not the first one of its character. */
const isInside = (byte: number) => (byte & 0xc0) === 0x80;
