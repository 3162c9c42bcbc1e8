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

/** The most bytes of a value. */
const MAX_VALUE = 32 * 1024 * 1024;
/** The most parts of a value at all depths, and the most members, whose names take more memory. */
const MAX_PARTS = 2_000_000;
const MAX_MEMBERS = 300_000;
/** Of longer values only one is held in memory at a time, however many texts are read at once. */
const LARGE = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** A text that cannot be read any further; the message says why. */
export class UnreadableText extends Error {}

export class ValueStream {
  #block: Buffer = Buffer.alloc(0);
  #at = 0;
  #passed = 0;

  constructor(private readonly blocks: AsyncIterator<Buffer>) {}

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

  /** Consumes the byte that `peek` gave. */
  pass(): void {
    this.#at++;
  }

  /** Consumes the value that begins here; `use` gets its bytes, whose buffer is reused. */
  async value<T>(use: (bytes: Buffer) => T): Promise<T> {
    const end = new ValueEnd();
    const from = this.#at;
    const at = end.find(this.#block, from);
    if (at >= 0) {
      this.#at = at;
      return use(this.#block.subarray(from, at));
    }
    const bytes = new Growing();
    bytes.append(this.#block.subarray(from));
    this.#at = this.#block.length;
    let release: (() => void) | undefined;
    try {
      while (await this.#next()) {
        const at = end.find(this.#block, 0);
        if (bytes.length > LARGE) release ??= await takeTurn();
        this.#at = at < 0 ? this.#block.length : at;
        bytes.append(this.#block.subarray(0, this.#at));
        if (bytes.length > MAX_VALUE) {
          throw new UnreadableText(`a value of more than ${MAX_VALUE} bytes`);
        }
        if (at >= 0) return use(bytes.bytes);
      }
      throw new UnreadableText(`it is not JSON: it breaks off at byte ${this.place}`);
    } finally {
      release?.();
    }
  }

  async #next(): Promise<boolean> {
    this.#passed += this.#block.length;
    this.#at = 0;
    const { done, value } = await this.blocks.next();
    this.#block = done ? Buffer.alloc(0) : value;
    return !done;
  }
}

/** Finds where a value ends, block by block. Throws {@link UnreadableText} for one that is too large. */
class ValueEnd {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #parts = 0;
  #members = 0;

  /** The end of the value in a block, or -1 when it goes on after the block. */
  find(block: Buffer, from: number): number {
    let [depth, parts, members] = [this.#depth, this.#parts, this.#members];
    let at = from;
    for (; at < block.length; at++) {
      if (this.#isText) {
        at = this.#endOfText(block, at);
        if (at < 0) break;
        if (depth === 0) return at;
      }
      const byte = block[at];
      if (byte === QUOTE) this.#isText = true;
      else if (byte === COLON) members++;
      else if (byte === COMMA || (byte !== undefined && isSpace(byte))) {
        if (depth === 0) return at; // a bare value ended before it
        if (byte === COMMA) parts++;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        parts++;
        if (++depth > LIMITS.depth) {
          throw new UnreadableText(`it is nested deeper than ${LIMITS.depth} levels`);
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
      }
    }
    this.#depth = depth;
    this.#parts = parts;
    this.#members = members;
    if (parts > MAX_PARTS) throw new UnreadableText(`a value of more than ${MAX_PARTS} parts`);
    if (members > MAX_MEMBERS)
      throw new UnreadableText(`a value of more than ${MAX_MEMBERS} members`);
    return -1;
  }

  /** The place after a string's closing quote, or -1 when the string goes on after the block. */
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

/** Ends when nobody holds a long value any more. */
let longValue: Promise<unknown> = Promise.resolve();

/** Waits until nobody else holds a long value; the function that it returns lets the next one. */
async function takeTurn(): Promise<() => void> {
  const before = longValue;
  let end = () => {};
  longValue = new Promise<void>((resolve) => {
    end = resolve;
  });
  await before;
  return end;
}
