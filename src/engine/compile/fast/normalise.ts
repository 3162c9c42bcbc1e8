// A record with escapes that JSON.stringify would not write (`\u0430` for `а`, as Python's json.dumps writes it) → the
// same record as JSON.stringify writes it, so that the fast path can read it.
import { survives } from '../../../files/source/records.js';
import { ValueScan } from '../../../files/source/value-scan.js';
import { LIMITS } from '../../../model/limits.js';
import { NOT_TAKEN } from './tokens.js';

/** A key that is an index of an array: JSON.stringify writes such keys first. */
const INDEX = /"\d+":/;
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/** Whether a text has a number such as `1.10` or `1e2`, which JSON.stringify may write with other digits. */
const hasDigits = (text: string): boolean => /\d[.eE]|-0/.test(text.replace(STRINGS, ''));

/** Writes records anew, one after another. */
export class Normaliser {
  /** The record that was written last. */
  bytes: Buffer = Buffer.alloc(0);
  readonly #scan = new ValueScan();

  get length(): number {
    return this.bytes.length;
  }

  /** Writes the record that begins at `from`, and returns its end there; {@link NOT_TAKEN} if anything would be lost. */
  run(record: Buffer, from: number, to: number): number {
    const scan = this.#scan;
    const end = scan.run(record, from, to);
    if (end < 0 || scan.suspect || scan.deepest > LIMITS.depth) return NOT_TAKEN;
    try {
      const text = record.toString('utf8', from, end);
      const value: unknown = JSON.parse(text);
      const json = JSON.stringify(value);
      if (!survives(value, scan.colons) || INDEX.test(json) || hasDigits(text)) return NOT_TAKEN;
      // (allocUnsafeSlow, since memory of Node's pool may be unaligned, and tokens.ts reads four bytes at once.)
      this.bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
      this.bytes.write(json);
      return end;
    } catch {
      return NOT_TAKEN; // the slow path finds out what is wrong
    }
  }
}
