// Rewrites a record with escapes that JSON.stringify would not write, so that the fast path can read it. Python's
// json.dumps, for example, writes `\u0430` for `а`. Nothing else in the record is changed.
import { BACKSLASH, ESCAPED, NOT_TAKEN, QUOTE } from './tokens.js';

const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const [SLASH, U] = [0x2f, 0x75];
/** For a control character with a short escape, the letter of the escape: 10 is a line feed, whose letter is `n`. */
const SHORT: Readonly<Record<number, number>> = { 8: 0x62, 9: 0x74, 10: 0x6e, 12: 0x66, 13: 0x72 };
const DIGITS = Buffer.from('0123456789abcdef');
/** The value of a hexadecimal digit, indexed by its byte. A large negative number for all other bytes. */
const HEX = new Int32Array(256).fill(-0x10000);
for (const digits of [DIGITS, Buffer.from('0123456789ABCDEF')])
  for (const [value, byte] of digits.entries()) HEX[byte] = value;
/** The most bytes that one escape takes when it is rewritten. */
const LONGEST = 6;

/** Rewrites the escapes of records, one record after another. */
export class Unescaper {
  /** The rewritten record. The next record overwrites it. */
  bytes: Buffer = room(1 << 16);
  /** The length of the rewritten record, in bytes. */
  length = 0;

  /**
   * Rewrites the record that begins at offset `from`. Returns the offset of its end in `record`, or {@link NOT_TAKEN}
   * if it cannot be rewritten, for example because an escape is wrong.
   */
  run(record: Buffer, from: number, to: number): number {
    let isText = false;
    let depth = 0;
    this.length = 0;
    for (let at = from; at < to; ) {
      if (this.length + LONGEST > this.bytes.length) this.#grow();
      const byte = record[at]!;
      if (byte === BACKSLASH) {
        if (!isText) return NOT_TAKEN;
        const next = record[at + 1]!;
        const end = next === U ? this.#character(record, at, to) : this.#escape(next, at);
        if (end === NOT_TAKEN) return NOT_TAKEN;
        at = end;
        continue;
      }
      this.bytes[this.length++] = byte;
      at++;
      if (byte === QUOTE) isText = !isText;
      else if (isText) continue;
      else if (byte === OPEN || byte === OPEN_LIST) depth++;
      else if ((byte === CLOSE || byte === CLOSE_LIST) && --depth === 0) return at;
    }
    return NOT_TAKEN;
  }

  /** Copies a short escape, such as `\n`. Writes `\/` as `/`. */
  #escape(next: number, at: number): number {
    if (ESCAPED[next] === 1) this.bytes[this.length++] = BACKSLASH;
    else if (next !== SLASH) return NOT_TAKEN;
    this.bytes[this.length++] = next;
    return at + 2;
  }

  /** Writes the character for an escape such as `\u0430`, or for the two escapes of a surrogate pair. */
  #character(record: Buffer, at: number, to: number): number {
    const code = unitAt(record, at, to);
    if (code < 0) return NOT_TAKEN;
    if (code < 0xd800 || code > 0xdfff) {
      this.#write(code);
      return at + 6;
    }
    const low =
      record[at + 6] === BACKSLASH && record[at + 7] === U ? unitAt(record, at + 6, to) : 0;
    if (code > 0xdbff || low < 0xdc00 || low > 0xdfff) return NOT_TAKEN; // half of a character
    this.#write(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
    return at + 12;
  }

  #write(code: number): void {
    const { bytes } = this;
    let at = this.length;
    if (code < 0x80) {
      const letter = code === QUOTE || code === BACKSLASH ? code : SHORT[code];
      if (letter !== undefined || code < 0x20) bytes[at++] = BACKSLASH;
      if (letter === undefined && code < 0x20) {
        at += bytes.write('u00', at, 'latin1');
        bytes[at++] = DIGITS[code >> 4]!;
        bytes[at++] = DIGITS[code & 15]!;
      } else bytes[at++] = letter ?? code;
    } else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 63);
    } else {
      if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12);
      else {
        bytes[at++] = 0xf0 | (code >> 18);
        bytes[at++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[at++] = 0x80 | ((code >> 6) & 63);
      bytes[at++] = 0x80 | (code & 63);
    }
    this.length = at;
  }

  #grow(): void {
    const larger = room(this.bytes.length * 2);
    this.bytes.copy(larger);
    this.bytes = larger;
  }
}

/** Makes an aligned buffer, because tokens.ts reads four bytes at once. `allocUnsafe` does not promise to align. */
function room(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size);
}

/** Returns the UTF-16 unit of the escape that begins at `at`. The result is negative if the escape is wrong. */
function unitAt(record: Buffer, at: number, to: number): number {
  if (at + 6 > to) return NOT_TAKEN;
  return (
    HEX[record[at + 2]!]! * 0x1000 +
    HEX[record[at + 3]!]! * 0x100 +
    HEX[record[at + 4]!]! * 0x10 +
    HEX[record[at + 5]!]!
  );
}
