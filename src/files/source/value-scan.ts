// Scans the bytes of one JSON value quickly. Finds its end, and whether JSON.parse may lose a part of it. If so,
// defects.ts reads the value more closely.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const COMMA = 0x2c;
export const COLON = 0x3a;
const MINUS = 0x2d;
const DOT = 0x2e;

/** A double holds every number with this many digits exactly enough to write the same digits again. */
export const EXACT_DIGITS = 15;

/** Whether a byte is white space in JSON: a space, a tab or a line break. */
export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Scans values. Its properties describe the value that was scanned last. */
export class ValueScan {
  colons = 0;
  /** The number of commas outside of strings, plus the number of `{` and `[`. */
  parts = 0;
  deepest = 0;
  /**
   * Whether the value may have a -0, a number with more digits than a double holds and an exponent or a point, or half of
   * a surrogate pair.
   */
  suspect = false;

  /** Returns the offset after the value that begins at `from`; -1 if the value does not end before `end`. */
  run(bytes: Buffer, from: number, end: number): number {
    this.colons = 0;
    this.parts = 0;
    this.deepest = 0;
    this.suspect = false;
    let depth = 0;
    let at = from;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        at = this.#stringEnd(bytes, at + 1, end);
        if (at < 0) return -1;
        if (depth === 0) return at;
        continue;
      }
      if (byte === COLON) this.colons++;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.parts++;
        this.deepest = Math.max(this.deepest, ++depth);
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at; // it ends the list or object around the value
        if (--depth === 0) return at + 1;
      } else if (byte === MINUS) {
        if (bytes[at + 1] === 0x30 || (bytes[at - 1]! | 0x20) === 0x65) this.suspect = true;
      } else if (byte === DOT) {
        if (digitsAround(bytes, at) > EXACT_DIGITS) this.suspect = true;
      } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return at;
      else if (byte === COMMA) this.parts++;
      at++;
    }
    return -1;
  }

  #stringEnd(bytes: Buffer, from: number, end: number): number {
    for (let at = from; at < end; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) {
        at++;
        // An escape from \ud8.. to \udf.. is half of a surrogate pair.
        if (bytes[at] === 0x75 && (bytes[at + 1]! | 0x20) === 0x64 && bytes[at + 2]! > 0x37) {
          this.suspect = true;
        }
      }
    }
    return -1;
  }
}

/** Counts the digits before and after the decimal point at an offset, and stops when there are too many for a double. */
function digitsAround(bytes: Buffer, point: number): number {
  let [from, to] = [point, point + 1];
  while (isDigit(bytes[from - 1]) && point - from <= EXACT_DIGITS) from--;
  while (isDigit(bytes[to]) && to - from <= EXACT_DIGITS + 1) to++;
  return to - from - 1;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
