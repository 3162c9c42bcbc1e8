// Reads JSON tokens in the bytes of a data file. Strings must be written as JSON.stringify writes them. Other escapes, such
// as `\u0430` for `а`, and numbers such as `1.5` and `1e2` are left to JSON.parse.

import { isSpace } from '../../../files/source/value-scan.js';
import type { Instant } from '../../../model/time.js';

/** The bytes to read, and what was found in them. */
export class Reading {
  bytes: Buffer = Buffer.alloc(0);
  /** The offset at which the bytes end. */
  end = 0;
  /** The whole number that was read last. */
  number = 0;
  /** The instant of the timestamp that was read last. */
  instant: Instant | undefined;
  /** Set to false when a value is read whose bytes must not be copied into a fragment. */
  verbatim = true;
  /** `bytes` as 32-bit words. */
  words: Int32Array = new Int32Array(0);

  begin(bytes: Buffer, end: number): void {
    this.end = end;
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  }
}

/** Returned instead of an offset if the slow path has to compile the record. */
export const NOT_TAKEN = -1;
/** Reads a token or a value that begins at offset `at`. Returns the offset of its end, or {@link NOT_TAKEN}. */
export type Read = (reading: Reading, at: number) => number;

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** A double holds every number with this many digits exactly. */
const MAX_DIGITS = 15;

/** 1 for the bytes that JSON.stringify writes after a backslash, except `u`. */
const ESCAPED = new Uint8Array(256);
for (const byte of Buffer.from('"\\bfnrt')) ESCAPED[byte] = 1;

export const readString: Read = (reading, from) => {
  const { bytes, words, end } = reading;
  if (bytes[from] !== QUOTE) return NOT_TAKEN;
  for (let at = from + 1; at < end; at++) {
    if ((at & 3) === 0) {
      at = afterPlain(words, at, end);
      if (at >= end) return NOT_TAKEN;
    }
    const byte = bytes[at]!;
    if (byte === BACKSLASH) {
      if (ESCAPED[bytes[++at]!] !== 1) return NOT_TAKEN;
    } else if (byte <= QUOTE) {
      if (byte === QUOTE) return at + 1;
      if (byte < 0x20) return NOT_TAKEN;
    }
  }
  return NOT_TAKEN;
};

/**
 * Returns the offset of the first 32-bit word, from the word at `from` on, that may contain a quote, a backslash or a
 * control character. Most of the data is text, and checking four bytes at once takes half the time.
 */
function afterPlain(words: Int32Array, from: number, end: number): number {
  const last = end >> 2;
  let at = from >> 2;
  for (; at < last; at++) {
    const four = words[at]!;
    const quotes = four ^ 0x22222222;
    const slashes = four ^ 0x5c5c5c5c;
    // In each of the four bytes `x`, the highest bit of `(x - n) & ~x` is 1 if `x` is less than `n`.
    const found =
      ((four - 0x20202020) & ~four) |
      ((quotes - 0x01010101) & ~quotes) |
      ((slashes - 0x01010101) & ~slashes);
    if ((found & 0x80808080) !== 0) break;
  }
  return at << 2;
}

export const readNumber: Read = (reading, from) => {
  const { bytes } = reading;
  const first = bytes[from] === MINUS ? from + 1 : from;
  let number = 0;
  let at = first;
  while (isDigit(bytes[at]!) && at - first <= MAX_DIGITS) {
    number = number * 10 + bytes[at]! - ZERO;
    at++;
  }
  if (at === first || at - first > MAX_DIGITS) return NOT_TAKEN;
  if (bytes[first] === ZERO && at > from + 1) return NOT_TAKEN; // 007 or -0
  reading.number = first === from ? number : -number;
  return at;
};

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;

/** Makes the reader of one constant, such as `null` or `10`. */
export function literalReader(json: string): Read {
  const literal = Buffer.from(json);
  const isNumber = isDigit(literal[literal.length - 1]!);
  return ({ bytes }, from) => {
    for (let i = 0; i < literal.length; i++) if (bytes[from + i] !== literal[i]) return NOT_TAKEN;
    const end = from + literal.length;
    return isNumber && isDigit(bytes[end]!) ? NOT_TAKEN : end; // 10 begins like 1
  };
}

/** Returns the offset of the first byte, from `from` on, that is not white space. */
export function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at]!)) at++;
  return at;
}
