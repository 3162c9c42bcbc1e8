// Bytes of a data file → its records. Reads in blocks and cuts between records, so that neither
// a file nor a list of records is ever one string. Finds for each record what JSON.parse loses
// of it.
import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../../model/limits.js';
import { Window, withFile } from './data-file.js';
import { type Defect, findDefects } from './defects.js';
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

/** A record as it stands in its file. */
export interface RawRecord {
  /** The byte at which it begins. */
  readonly start: number;
  readonly text: string;
  /** The text parsed by JSON.parse. */
  readonly value: unknown;
  /** Whether the file is this one record, without a list. */
  readonly single: boolean;
  /** What JSON.parse lost; empty for nearly all records. */
  readonly defects: readonly Defect[];
}

/** What makes a file, or a line of it, unreadable. Offsets are in bytes. */
export type ScanFault =
  | { readonly kind: 'syntax'; readonly offset: number; readonly found: string }
  | { readonly kind: 'nothing' | 'more' | 'encoding' | 'size'; readonly offset: number };

/** The place of a record that was not read yet. */
export interface TakenPlace {
  /** The byte of its file at which it begins. */
  readonly start: number;
  /** Whether the file is this one record, without a list. */
  readonly single: boolean;
  /** Whether the record must end where the bytes end. */
  readonly whole: boolean;
}

export interface ScanHandler {
  /**
   * If known records begin at `start`, returns the offset at which the first record after them begins.
   * -1 if the record at `start` is not known.
   */
  readonly known?: (start: number) => number;
  /**
   * Uses the record that begins at `bytes[from]` without parsing it, and returns its end; -1 if it has to
   * be parsed. The bytes end at `to`, perhaps within the record.
   */
  readonly take?: (bytes: Buffer, from: number, to: number, place: TakenPlace) => number;
  readonly record: (record: RawRecord) => void;
  readonly fault: (fault: ScanFault) => void;
}

/** The key by which a file of one record may name its JSON Schema, for editors. It is not data. */
export const SCHEMA_KEY = '$schema';

const NEWLINE = 0x0a;
/** Records that are indented by more are not told apart by that. */
const LONGEST_INDENT = 256;

/** Reads the records of a `.json` or (`lines`) `.ndjson` file, in their order. */
export function scanFile(window: Window, lines: boolean, handler: ScanHandler): void {
  if (lines) scanLines(window, handler);
  else scanJson(window, handler);
}

/** Reads the records of the data file at a path, which may have faults. */
export function readRecords(
  path: string,
  record: ScanHandler['record'],
  fault: ScanHandler['fault'] = () => {},
): void {
  withFile(path, (fd) => {
    scanFile(new Window(fd, false), path.endsWith('.ndjson'), { record, fault });
  });
}

/** Reads each line on its own: one that is not JSON does not keep the others from being read. */
function scanLines(window: Window, handler: ScanHandler): void {
  const scan = new ValueScan();
  let at = 0;
  for (;;) {
    const found = window.bytes.subarray(0, window.end).indexOf(NEWLINE, at);
    if (found < 0 && !window.done && window.end - at < LIMITS.recordBytes) {
      window.fill(at);
      at = 0;
      continue;
    }
    const end = found < 0 ? window.end : found;
    while (at < end && isSpace(window.bytes[at]!)) at++;
    const next = at < end ? (handler.known?.(window.base + at) ?? -1) : -1;
    if (next >= 0) {
      at = window.moveTo(next);
      continue;
    }
    if (end - at >= LIMITS.recordBytes) {
      handler.fault({ kind: 'size', offset: window.base + at });
      return;
    }
    if (at < end && !takeLine(window, at, end, handler)) {
      scan.run(window.bytes, at, end);
      readRecord(window, at, end, scan, false, handler);
    }
    if (found < 0) return;
    at = found + 1;
  }
}

function takeLine({ bytes, base }: Window, from: number, end: number, handler: ScanHandler) {
  let to = end;
  while (isSpace(bytes[to - 1]!)) to--;
  const place = { start: base + from, single: false, whole: true };
  return (handler.take?.(bytes, from, to, place) ?? -1) >= 0;
}

/** Reads a record, or a list of records. */
function scanJson(window: Window, handler: ScanHandler): void {
  const cursor = new Cursor(window, handler);
  const first = cursor.peek();
  if (first < 0) handler.fault({ kind: 'nothing', offset: cursor.offset });
  else if (first === OPEN_BRACKET ? scanList(cursor) : cursor.value(true)) {
    const more = cursor.peek();
    if (more === OPEN_BRACE || more === OPEN_BRACKET) {
      handler.fault({ kind: 'more', offset: cursor.offset });
    } else if (more >= 0) cursor.wrong();
  }
}

/** Reads the list at the cursor; false when it cannot be read to its end. */
function scanList(cursor: Cursor): boolean {
  cursor.beginList();
  if (cursor.peek() === CLOSE_BRACKET) {
    cursor.step();
    return true;
  }
  for (;;) {
    cursor.peek();
    if (cursor.pass()) continue;
    if (cursor.value(false)) {
      const next = cursor.peek();
      if (next === COMMA || next === CLOSE_BRACKET) {
        cursor.step();
        if (next === CLOSE_BRACKET) return true;
        continue;
      }
      cursor.wrong();
    }
    if (!cursor.recover()) return false;
  }
}

/** A place in a file that is read from its beginning to its end. */
class Cursor {
  #at = 0;
  readonly #scan = new ValueScan();
  /** What stands before each record of a list that begins a line, and the brace of the record. */
  #lineStart = Buffer.from('\n{');
  /** The last fault; after it, no record of a list goes beyond the line with which the next one begins. */
  #fault: ScanFault | undefined;
  /** The offset of the first brace after {@link #at} that begins a line as records do; Infinity for none. */
  #nextLine = -1;

  constructor(
    private readonly window: Window,
    private readonly handler: ScanHandler,
  ) {}

  record(record: RawRecord): void {
    this.handler.record(record);
  }

  fault(wrong: ScanFault): void {
    this.#fault = wrong;
    this.handler.fault(wrong);
  }

  /** Passes the bracket here. The white space after it shows how records of the list are indented. */
  beginList(): void {
    const begin = this.offset + 1;
    this.step();
    this.peek();
    const { bytes, base } = this.window;
    const indent = bytes
      .toString('latin1', Math.max(0, begin - base), this.#at)
      .split('\n')
      .at(-1);
    if (this.#at < begin - base + LONGEST_INDENT) this.#lineStart = Buffer.from(`\n${indent}{`);
  }

  get offset(): number {
    return this.window.base + this.#at;
  }

  /** The next byte that is not white space; -1 at the end. */
  peek(): number {
    const { window } = this;
    for (;;) {
      while (this.#at < window.end && isSpace(window.bytes[this.#at]!)) this.#at++;
      if (this.#at < window.end) return window.bytes[this.#at]!;
      if (window.done) return -1;
      this.#fill();
    }
  }

  step(): void {
    this.#at++;
  }

  /** Reports a syntax fault here. */
  wrong(): false {
    const { bytes, end } = this.window;
    const text = bytes.toString('utf8', this.#at, Math.min(end, this.#at + 4));
    this.fault({ kind: 'syntax', offset: this.offset, found: fault(text, 0).found });
    return false;
  }

  /** Skips known records; false if the one here is not known. */
  pass(): boolean {
    const next = this.handler.known?.(this.offset) ?? -1;
    if (next >= 0) this.#at = this.window.moveTo(next);
    return next >= 0;
  }

  /** Reads the value here; false when the file cannot be read on. */
  value(single: boolean): boolean {
    const first = this.peek();
    if (first < 0 || first === COMMA || first === CLOSE_BRACKET || first === CLOSE_BRACE) {
      return this.wrong();
    }
    const { window, handler } = this;
    const place = { start: this.offset, single, whole: false };
    const taken = handler.take?.(window.bytes, this.#at, this.#limit(), place) ?? -1;
    if (taken >= 0) {
      this.#at = taken;
      return true;
    }
    let end = this.#scan.run(window.bytes, this.#at, this.#limit());
    while (end < 0 && !window.done) {
      if (window.end - this.#at >= LIMITS.recordBytes) {
        this.fault({ kind: 'size', offset: this.offset });
        return false;
      }
      this.#fill();
      end = this.#scan.run(window.bytes, this.#at, window.end);
    }
    const to = end < 0 ? this.#limit() : end; // readRecord reports a value that is cut off
    if (!readRecord(window, this.#at, to, this.#scan, single, this)) return false;
    this.#at = to;
    return true;
  }

  /**
   * Goes from a syntax error in a list to the next record: behind the brackets of the one here, but not beyond a line
   * that begins as records do. False where neither tells: in a merge conflict, too, whose sides have the same records.
   */
  recover(): boolean {
    const { window } = this;
    while (!window.done && window.end - this.#at < LIMITS.recordBytes) this.#fill();
    const { bytes, base } = window;
    if (this.#fault?.kind !== 'syntax' || !window.done) return false;
    const at = this.#fault.offset - base;
    if (isMarker(bytes.toString('latin1', at, Math.min(at + 8, window.end)))) return false;
    if (this.#at >= window.end) return false;
    // A comma lacks before the record here.
    if (at === this.#at && bytes[at] === OPEN_BRACE) return true;
    const limit = this.#limit();
    let next = this.#scan.run(bytes, this.#at, limit);
    while (next >= 0 && next < limit && (isSpace(bytes[next]!) || bytes[next] === COMMA)) next++;
    if (next < 0 || bytes[next] !== OPEN_BRACE) next = limit;
    this.#at = next;
    return next < window.end;
  }

  /** The index in the window before which the value here ends: after a fault, where the next line begins a record. */
  #limit(): number {
    const { window } = this;
    if (!this.#fault) return window.end;
    if (this.#nextLine <= this.offset) {
      const found = window.bytes.subarray(0, window.end).indexOf(this.#lineStart, this.#at);
      this.#nextLine =
        found < 0 ? Number.POSITIVE_INFINITY : window.base + found + this.#lineStart.length - 1;
    }
    return Math.min(window.end, this.#nextLine - window.base);
  }

  #fill(): void {
    this.window.fill(this.#at);
    this.#at = 0;
  }
}

/** Reads one value; false when it is not JSON, so that what follows it cannot be trusted. */
function readRecord(
  window: Window,
  from: number,
  to: number,
  scan: ValueScan,
  single: boolean,
  handler: ScanHandler,
): boolean {
  const start = window.base + from;
  const bytes = window.bytes.subarray(from, to);
  if (!isUtf8(bytes)) {
    handler.fault({ kind: 'encoding', offset: start + firstInvalid(bytes) });
    return false;
  }
  const text = window.bytes.toString('utf8', from, to);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { at, found } = syntaxFault(text);
    handler.fault({ kind: 'syntax', offset: start + Buffer.byteLength(text.slice(0, at)), found });
    return false;
  }
  const lossless = !scan.suspect && scan.deepest <= LIMITS.depth && survives(value, scan.colons);
  handler.record({ start, text, value, single, defects: lossless ? [] : findDefects(text) });
  return true;
}

function syntaxFault(text: string): SyntaxFault {
  const walked = walkJson(text, 0, {});
  return 'fault' in walked ? walked.fault : fault(text, skip(text, walked.end));
}

/** Whether JSON.parse kept every key and number: no repeated key, no integer too large to be exact. */
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

/** The offset of the first byte that is not UTF-8: decoding yields U+FFFD there, which the bytes do not contain. */
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
