// A record with escaped texts (`\u0430` for `а`, as Python's json.dumps writes it) → the same record with the escapes
// of JSON.stringify alone, so that the fast path can read it.

import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
} from '../../../files/source/value-scan.js';
import { BACKSLASH, ESCAPED, NOT_TAKEN, QUOTE } from './tokens.js';

const SLASH = 0x2f;
const U = 0x75;
/** The characters with a short escape, such as `\n`, and its letter; others below a space get one like `\u001f`. */
const SHORT = ['"', '\\', '\b', '\f', '\n', '\r', '\t'].map(
  (text) => [text.charCodeAt(0), JSON.stringify(text).charCodeAt(2)] as const,
);
const shortOf = new Uint8Array(0x80);
for (const [unit, letter] of SHORT) shortOf[unit] = letter;

/** The values of hexadecimal digits; -1 for any other byte, with which the result of `unitAt` is negative. */
const HEX = new Int32Array(256).fill(-1);
for (const [digit, letter] of [...'0123456789abcdef'].entries()) {
  HEX[letter.charCodeAt(0)] = digit;
  HEX[letter.toUpperCase().charCodeAt(0)] = digit;
}

/** Rewrites records, one after another; each overwrites the one before. */
export class Unescaper {
  /** The record that was rewritten last, in its first `length` bytes. */
  bytes: Buffer = Buffer.alloc(0);
  length = 0;

  /**
   * Rewrites the record that begins at `from`, and returns its end there; {@link NOT_TAKEN} if it does not end before
   * `to`, or an escape is invalid or outside of a text.
   */
  run(record: Buffer, from: number, to: number): number {
    // The result is never longer than the record, since no escape is shorter than what it stands for.
    // (allocUnsafeSlow, since memory of Node's pool may be unaligned, and tokens.ts reads four bytes at once.)
    if (this.bytes.length < to - from) this.bytes = Buffer.allocUnsafeSlow(to - from);
    const { bytes } = this;
    let depth = 0;
    let isText = false;
    let length = 0;
    for (let at = from; at < to; at++) {
      const byte = record[at]!;
      if (byte === BACKSLASH) {
        if (!isText) return NOT_TAKEN;
        const next = record[at + 1]!;
        if (next === U) {
          const unit = unitAt(record, at + 2);
          // Most escapes stand for letters with two bytes in UTF-8.
          if (unit >= 0x80 && unit < 0x800) {
            bytes[length++] = 0xc0 | (unit >> 6);
            bytes[length++] = 0x80 | (unit & 0x3f);
            at += 5;
            continue;
          }
          const low = unit >= 0xd800 && unit <= 0xdbff ? lowAt(record, at + 6) : 0;
          if (unit < 0 || low < 0 || (unit >= 0xdc00 && unit <= 0xdfff)) return NOT_TAKEN;
          length = write(low > 0 ? joined(unit, low) : unit, bytes, length);
          at += low > 0 ? 11 : 5;
          continue;
        }
        if (ESCAPED[next] === 1) bytes[length++] = byte;
        else if (next !== SLASH) return NOT_TAKEN;
        bytes[length++] = next;
        at++;
        continue;
      }
      bytes[length++] = byte;
      if (byte === QUOTE) isText = !isText;
      else if (isText) continue;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) {
        this.length = length;
        return at + 1;
      }
    }
    return NOT_TAKEN;
  }
}

/** Returns the UTF-16 unit of the four hexadecimal digits at `at`; negative if they are not such digits. */
function unitAt(bytes: Buffer, at: number): number {
  return (
    (HEX[bytes[at]!]! << 12) |
    (HEX[bytes[at + 1]!]! << 8) |
    (HEX[bytes[at + 2]!]! << 4) |
    HEX[bytes[at + 3]!]!
  );
}

/** Returns the second half of a surrogate pair, whose escape is at `at`; -1 if there is none. */
function lowAt(bytes: Buffer, at: number): number {
  const low = bytes[at] === BACKSLASH && bytes[at + 1] === U ? unitAt(bytes, at + 2) : -1;
  return low >= 0xdc00 && low <= 0xdfff ? low : -1;
}

const joined = (high: number, low: number): number =>
  0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);

/** Writes a character as JSON.stringify does; returns its end. */
function write(code: number, bytes: Buffer, at: number): number {
  if (code < 0x80) {
    if (shortOf[code]! > 0) {
      bytes[at] = BACKSLASH;
      bytes[at + 1] = shortOf[code]!;
      return at + 2;
    }
    if (code < 0x20) return at + bytes.write(`\\u${code.toString(16).padStart(4, '0')}`, at);
    bytes[at] = code;
    return at + 1;
  }
  return at + bytes.write(String.fromCodePoint(code), at);
}
