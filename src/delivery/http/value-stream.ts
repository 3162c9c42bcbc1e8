// Splits a JSON text that arrives in blocks into its values, each as bytes: a list need not fit into
// memory, a single value must.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
} from '../../files/source/value-scan.js';
import { LIMITS } from '../../model/limits.js';
import { Growing } from './body.js';

/** The limits of a JSON text that is read. */
export interface TextBounds {
  /** The most bytes of a value, which is parsed as a whole. */
  readonly value: number;
  /** The most lists, objects and commas of a value: parsed, they may take a hundred times as much memory as bytes. */
  readonly parts: number;
  /** The most records of a list: readers may keep something of each. */
  readonly records: number;
}

/** The limits of what another server sends. */
export const OF_STRANGERS: TextBounds = {
  value: 4 * 1024 * 1024,
  parts: 250_000,
  records: 1_000_000,
};
/** For what this tool made no limits are needed: those of data files hold already. */
export const OF_OURS: TextBounds = {
  value: Number.POSITIVE_INFINITY,
  parts: Number.POSITIVE_INFINITY,
  records: Number.POSITIVE_INFINITY,
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Thrown for a text that cannot be read any further; the message states why. */
export class UnreadableText extends Error {}

export class ValueStream {
  #block: Buffer = Buffer.alloc(0);
  #at = 0;
  #passed = 0;

  constructor(
    private readonly blocks: AsyncIterator<Buffer>,
    readonly bounds: TextBounds,
  ) {}

  /** How many bytes were consumed. */
  get place(): number {
    return this.#passed + this.#at;
  }

  /** The next byte that is no white space, without consuming it; undefined at the end. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      while (this.#at < this.#block.length && isSpace(this.#block[this.#at]!)) this.#at++;
      if (this.#at < this.#block.length) return this.#block[this.#at];
      if (!(await this.#next())) return undefined;
    }
  }

  /** Consumes the byte that `peek` returned. */
  pass(): void {
    this.#at++;
  }

  /** Consumes the value at the current byte; calls `use` with its bytes, in a buffer that is reused. */
  async value<T>(use: (bytes: Buffer) => T): Promise<T> {
    const end = new ValueEnd(this.bounds.parts);
    const from = this.#at;
    const at = end.find(this.#block, from);
    if (at >= 0) {
      this.#at = at;
      return use(this.#block.subarray(from, at));
    }
    const bytes = new Growing();
    bytes.append(this.#block.subarray(from));
    this.#at = this.#block.length;
    while (await this.#next()) {
      const at = end.find(this.#block, 0);
      this.#at = at < 0 ? this.#block.length : at;
      bytes.append(this.#block.subarray(0, this.#at));
      if (bytes.length > this.bounds.value) {
        throw new UnreadableText(`a value of more than ${this.bounds.value} bytes`);
      }
      if (at >= 0) return use(bytes.bytes);
    }
    throw new UnreadableText(`it is not JSON: it breaks off at byte ${this.place}`);
  }

  async #next(): Promise<boolean> {
    this.#passed += this.#block.length;
    this.#at = 0;
    const { done, value } = await this.blocks.next();
    this.#block = done ? Buffer.alloc(0) : value;
    return !done;
  }
}

/**
 * Throws {@link UnreadableText} if the value that begins these bytes is too deep or has more parts than `most`.
 * JSON.parse accepts any depth, but the code that works with the value recurses.
 */
export function limitParts(bytes: Buffer, most: number): void {
  let from = 0;
  while (from < bytes.length && isSpace(bytes[from]!)) from++;
  new ValueEnd(most).find(bytes, from);
}

/** Finds the end of a value, block by block. Throws {@link UnreadableText} if it is too deep or has too many parts. */
class ValueEnd {
  #depth = 0;
  #parts = 0;
  #isText = false;
  #isEscaped = false;

  constructor(private readonly mostParts: number) {}

  /** The index after the value's last byte in a block, or -1 if the value continues in the next block. */
  find(block: Buffer, from: number): number {
    for (let at = from; at < block.length; at++) {
      if (this.#isText) {
        at = this.#endOfText(block, at);
        if (at < 0) return -1;
        if (this.#depth === 0) return at;
      }
      const byte = block[at];
      if (byte === QUOTE) this.#isText = true;
      else if (byte === COMMA || (byte !== undefined && isSpace(byte))) {
        if (this.#depth === 0) return at; // a number or a literal ended before this byte
        if (byte === COMMA) this.#count();
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++this.#depth > LIMITS.depth) {
          throw new UnreadableText(`it is nested deeper than ${LIMITS.depth} levels`);
        }
        this.#count();
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#depth === 0) return at;
        if (--this.#depth === 0) return at + 1;
      }
    }
    return -1;
  }

  #count(): void {
    if (++this.#parts > this.mostParts) {
      throw new UnreadableText(`a value of more than ${this.mostParts} parts`);
    }
  }

  /** The index after a string's closing quote, or -1 if the string continues in the next block. */
  #endOfText(block: Buffer, from: number): number {
    for (let at = from; at < block.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (block[at] === BACKSLASH) this.#isEscaped = true;
      else if (block[at] === QUOTE) {
        this.#isText = false;
        return at + 1;
      }
    }
    return -1;
  }
}
