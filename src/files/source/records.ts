// Finds the records in the bytes of a data file, and what JSON.parse would lose of each record. Records become strings
// one by one, because a whole file may be too long for one string.
import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../../model/limits.js';
import { type FileBytes, markLength, readFile } from './data-file.js';
import { type Defect, findDefects, withFractions } from './defects.js';
import { fault, type SyntaxFault, skip, walkJson } from './json.js';
import { isMarker } from './merge-conflict.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  ValueScan,
} from './value-scan.js';

/** A record as it is written in its file. */
export interface RawRecord {
  /** The byte offset of the record in its file. */
  readonly start: number;
  readonly text: string;
  /** The text parsed by JSON.parse. A number that it would round to a whole number is NaN. */
  readonly value: unknown;
  /** Whether the file consists of this one record, and is not a list. */
  readonly single: boolean;
  /** What JSON.parse would lose. Empty for nearly all records. */
  readonly defects: readonly Defect[];
}

/** What makes a file, or a part of it, unreadable. Offsets are in bytes. */
export type ScanFault =
  | { readonly kind: 'syntax'; readonly offset: number; readonly found: string }
  | {
      readonly kind: 'nothing' | 'more' | 'encoding' | 'size' | 'file size';
      readonly offset: number;
    };

/** The beginning of a record that is not parsed yet, and what is known about the record. */
export interface TakenPlace {
  /** The byte offset of the record in its file. */
  readonly start: number;
  /** Whether the file consists of this one record, and is not a list. */
  readonly single: boolean;
  /** Whether nothing but white space may follow the record on its line. */
  readonly whole: boolean;
}

export interface ScanHandler {
  /**
   * Skips records that need not be read again, because an earlier run compiled them. Returns the offset at which
   * reading continues; -1 if the record at `start` must be read.
   */
  readonly known?: (start: number) => number;
  /**
   * Uses the record that begins at `bytes[from]` without parsing it, and returns its end, which is at most `to`.
   * Returns -1 if the record has to be parsed.
   */
  readonly take?: (bytes: Buffer, from: number, to: number, place: TakenPlace) => number;
  readonly record: (record: RawRecord) => void;
  readonly fault: (fault: ScanFault) => void;
}

/** This key names the JSON Schema for text editors, in a file of one record. It is not data. */
export const SCHEMA_KEY = '$schema';

const NEWLINE = 0x0a;
/**
 * After an error, the next record of a list is found by its indent. If a list begins with this many bytes of white
 * space or more, its records are taken as not indented.
 */
const LONGEST_INDENT = 256;

/**
 * Reads the records of a `.json` file or, with `lines`, of an `.ndjson` file, in their order. Begins at byte `from`.
 */
export function scanFile(
  file: FileBytes,
  lines: boolean,
  handler: ScanHandler,
  from = markLength(file),
): void {
  if (file.isTooLarge) handler.fault({ kind: 'file size', offset: 0 });
  else if (lines) scanLines(file, from, handler);
  else scanJson(new Cursor(file, from, handler));
}

/** Reads the records of a data file. Calls `fault` where the file is not readable. */
export function readRecords(
  path: string,
  record: ScanHandler['record'],
  fault: ScanHandler['fault'] = () => {},
): void {
  scanFile(readFile(path), path.endsWith('.ndjson'), { record, fault });
}

/** Reads each line separately, so that a line that is not JSON does not affect the other lines. */
function scanLines({ bytes, end: fileEnd }: FileBytes, from: number, handler: ScanHandler): void {
  const scan = new ValueScan();
  for (let at = from; at < fileEnd; ) {
    const found = bytes.indexOf(NEWLINE, at);
    const end = found < 0 ? fileEnd : Math.min(found, fileEnd);
    while (at < end && isSpace(bytes[at]!)) at++;
    const next = at < end ? (handler.known?.(at) ?? -1) : -1;
    if (next >= 0) {
      at = next;
      continue;
    }
    if (end - at >= LIMITS.recordBytes) {
      handler.fault({ kind: 'size', offset: at });
      return;
    }
    if (at < end && !takeLine(bytes, at, end, handler)) {
      scan.run(bytes, at, end);
      readRecord(bytes, at, end, scan, false, handler);
    }
    at = end + 1;
  }
}

function takeLine(bytes: Buffer, from: number, end: number, handler: ScanHandler): boolean {
  let to = end;
  while (isSpace(bytes[to - 1]!)) to--;
  const place = { start: from, single: false, whole: true };
  return (handler.take?.(bytes, from, to, place) ?? -1) >= 0;
}

/** Reads a file that has one record, or a list of records. */
function scanJson(cursor: Cursor): void {
  const first = cursor.peek();
  if (first < 0) cursor.fault({ kind: 'nothing', offset: cursor.at });
  else if (first === OPEN_BRACKET ? scanList(cursor) : cursor.value(true)) {
    const more = cursor.peek();
    if (more === OPEN_BRACE || more === OPEN_BRACKET) {
      cursor.fault({ kind: 'more', offset: cursor.at });
    } else if (more >= 0) cursor.wrong();
  }
}

/** Reads the list at the present position. Returns false if the rest of the file cannot be read. */
function scanList(cursor: Cursor): boolean {
  cursor.beginList();
  if (cursor.peek() === CLOSE_BRACKET) {
    cursor.at++;
    return true;
  }
  for (;;) {
    cursor.peek();
    if (cursor.pass()) continue;
    if (cursor.value(false)) {
      const next = cursor.peek();
      if (next === COMMA || next === CLOSE_BRACKET) {
        cursor.at++;
        if (next === CLOSE_BRACKET) return true;
        continue;
      }
      cursor.wrong();
    }
    if (!cursor.recover()) return false;
  }
}

/** A position in a file that only moves forward. */
class Cursor {
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly #scan = new ValueScan();
  /** How a record on a line of its own begins in this list: a line break, the indent and a brace, such as `\n  {`. */
  #lineStart = Buffer.from('\n{');
  /**
   * The last error that was found. After an error, a record ends at the latest before the next line that looks like the
   * beginning of a record.
   */
  #fault: ScanFault | undefined;
  /** The offset of the next brace after {@link at} that begins a line, and so probably a record. */
  #nextLine = -1;

  constructor(
    { bytes, end }: FileBytes,
    public at: number,
    private readonly handler: ScanHandler,
  ) {
    this.#bytes = bytes;
    this.#end = end;
  }

  record(record: RawRecord): void {
    this.handler.record(record);
  }

  fault(wrong: ScanFault): void {
    this.#fault = wrong;
    this.handler.fault(wrong);
  }

  /** Moves past the bracket of a list. The white space after it shows how the records of the list are indented. */
  beginList(): void {
    const begin = ++this.at;
    this.peek();
    if (this.at >= begin + LONGEST_INDENT) return;
    const indent = this.#bytes.toString('latin1', begin, this.at).split('\n').at(-1);
    this.#lineStart = Buffer.from(`\n${indent}{`);
  }

  /** Moves past white space. Returns the next byte; -1 at the end of the file. */
  peek(): number {
    while (this.at < this.#end && isSpace(this.#bytes[this.at]!)) this.at++;
    return this.at < this.#end ? this.#bytes[this.at]! : -1;
  }

  /** Reports a syntax error at the present position. */
  wrong(): false {
    const text = this.#bytes.toString('utf8', this.at, Math.min(this.#end, this.at + 4));
    this.fault({ kind: 'syntax', offset: this.at, found: fault(text, 0).found });
    return false;
  }

  /** Skips records that `handler.known` knows. Returns false if it does not know the record at the present position. */
  pass(): boolean {
    const next = this.handler.known?.(this.at) ?? -1;
    if (next >= 0) this.at = next;
    return next >= 0;
  }

  /** Reads the value at the present position. Returns false if the value is faulty or too long. */
  value(single: boolean): boolean {
    const first = this.peek();
    if (first < 0 || first === COMMA || first === CLOSE_BRACKET || first === CLOSE_BRACE) {
      return this.wrong();
    }
    const start = this.at;
    const limit = this.#limit();
    const place = { start, single, whole: false };
    const taken = this.handler.take?.(this.#bytes, start, limit, place) ?? -1;
    if (taken >= 0) {
      this.at = taken;
      return true;
    }
    const end = this.#scan.run(this.#bytes, start, limit);
    const to = end < 0 ? limit : end; // readRecord reports a value that is cut off
    if (to - start >= LIMITS.recordBytes) {
      this.fault({ kind: 'size', offset: start });
      return false;
    }
    if (!readRecord(this.#bytes, start, to, this.#scan, single, this)) return false;
    this.at = to;
    return true;
  }

  /**
   * After a syntax error in a list, moves to the next record: after the end of the broken record, or to the next line
   * that looks like the beginning of a record, whichever comes first. Returns false if neither is found. Also returns
   * false after other faults, and in a merge conflict, because both of its sides have the same records.
   */
  recover(): boolean {
    if (this.#fault?.kind !== 'syntax') return false;
    const [bytes, at] = [this.#bytes, this.#fault.offset];
    if (isMarker(bytes.toString('latin1', at, Math.min(at + 8, this.#end)))) return false;
    if (this.at >= this.#end) return false;
    // A record begins here: only the comma before it is missing.
    if (at === this.at && bytes[at] === OPEN_BRACE) return true;
    const limit = this.#limit();
    let next = this.#scan.run(bytes, this.at, limit);
    while (next >= 0 && next < limit && (isSpace(bytes[next]!) || bytes[next] === COMMA)) next++;
    if (next < 0 || bytes[next] !== OPEN_BRACE) next = limit;
    this.at = next;
    return next < this.#end;
  }

  /**
   * The offset before which the value at the present position must end: the end of the file or, after an error, the
   * next record on a line of its own.
   */
  #limit(): number {
    if (!this.#fault) return this.#end;
    if (this.#nextLine <= this.at) {
      const found = this.#bytes.indexOf(this.#lineStart, this.at);
      this.#nextLine = found < 0 ? this.#end : found + this.#lineStart.length - 1;
    }
    return Math.min(this.#end, this.#nextLine);
  }
}

/**
 * Reads the value from `start` to `to`. Returns false if it is not JSON in UTF-8, because then its end may be wrong,
 * too.
 */
function readRecord(
  bytes: Buffer,
  start: number,
  to: number,
  scan: ValueScan,
  single: boolean,
  handler: Pick<ScanHandler, 'record' | 'fault'>,
): boolean {
  const own = bytes.subarray(start, to);
  if (!isUtf8(own)) {
    handler.fault({ kind: 'encoding', offset: start + firstInvalid(own) });
    return false;
  }
  const text = own.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { at, found } = syntaxFault(text);
    handler.fault({ kind: 'syntax', offset: start + Buffer.byteLength(text.slice(0, at)), found });
    return false;
  }
  const lossless = !scan.suspect && scan.deepest <= LIMITS.depth && survives(value, scan.colons);
  const defects = lossless ? [] : findDefects(text);
  handler.record({ start, text, value: withFractions(value, defects), single, defects });
  return true;
}

function syntaxFault(text: string): SyntaxFault {
  const walked = walkJson(text, 0, {});
  return 'fault' in walked ? walked.fault : fault(text, skip(text, walked.end));
}

/**
 * Whether JSON.parse certainly lost no key and no digit of an integer. `colons`: the number of keys in the JSON text.
 */
export function survives(value: unknown, colons: number): boolean {
  let keys = 0;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'number') {
      if (next > Number.MAX_SAFE_INTEGER || next < -Number.MAX_SAFE_INTEGER) return false;
    } else if (Array.isArray(next)) {
      for (const element of next) pending.push(element);
    } else if (typeof next === 'object') {
      for (const key in next as object) {
        keys++;
        const member = (next as Record<string, unknown>)[key];
        if (typeof member === 'number' || typeof member === 'object') pending.push(member);
      }
    }
  }
  return keys === colons;
}

/** The offset of the first byte that is not valid UTF-8. */
export function firstInvalid(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  const replacement = Buffer.from('\uFFFD');
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    offset += Buffer.byteLength(text.slice(from, at));
    from = at;
    if (!bytes.subarray(offset, offset + 3).equals(replacement)) break;
  }
  return offset;
}
