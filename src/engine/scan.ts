// Bytes of a data file → its records. Reads in blocks and cuts between records, so that neither
// a file nor a list of records is ever one string; tells of each record whether JSON.parse may
// lose something of it.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { findDefects, MAX_DEPTH, type Defect } from './inspect.js';
import { type SyntaxFault, walkJson, fault } from './json.js';

/** A record as it stands in its file. */
export interface RawRecord {
  /** The byte at which it begins. */
  readonly start: number;
  readonly text: string;
  /** What JSON.parse makes of it. */
  readonly value: unknown;
  /** The file is this one record. */
  readonly single: boolean;
  /** What JSON.parse lost; empty for nearly all records. */
  readonly defects: readonly Defect[];
}

/** What makes a file, or a line of it, unreadable. Offsets are in bytes. */
export type ScanFault =
  | { readonly kind: 'syntax'; readonly offset: number; readonly found: string }
  | { readonly kind: 'nothing' | 'more' | 'encoding' | 'size'; readonly offset: number };

export interface ScanHandler {
  readonly record: (record: RawRecord) => void;
  readonly fault: (fault: ScanFault) => void;
}

/** The most bytes of one record: JavaScript holds no longer string for sure. */
export const MAX_RECORD = 256 * 1024 * 1024;
const BLOCK = 1 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const DOT = 0x2e;
const NEWLINE = 0x0a;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Opens a data file for reading; never through a link, never waiting for a pipe. */
export function openData(path: string): number {
  const fd = openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(`${path} is not a file`);
}

/** Reads the records of an open `.json` or `.ndjson` file, in their order. */
export function scanFile(fd: number, lines: boolean, handler: ScanHandler): void {
  const window = new Window(fd);
  if (lines) scanLines(window, handler);
  else scanJson(window, handler);
}

/** The text of the value that begins at a byte of an open file. */
export function readValueAt(fd: number, start: number): string {
  const scan = new ValueScan();
  for (let size = 1 << 14; ; size *= 4) {
    const bytes = Buffer.allocUnsafe(size);
    const read = readSync(fd, bytes, 0, size, start);
    const end = scan.run(bytes, 0, read);
    if (end >= 0 || read < size) return bytes.toString('utf8', 0, end >= 0 ? end : read);
  }
}

/** A part of a file in memory, which moves on and grows as it is read. */
class Window {
  bytes: Buffer;
  /** The file's offset of `bytes[0]`. */
  base = 0;
  end = 0;
  done = false;

  constructor(
    private readonly fd: number,
    start = 0,
  ) {
    this.base = start;
    this.bytes = Buffer.allocUnsafe(Math.max(1, Math.min(fstatSync(fd).size - start + 1, BLOCK)));
    this.fill(0);
    if (start === 0 && this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf && this.end >= 3) {
      this.fill(3);
    }
  }

  /** Drops what stands before `keep`, and reads more; the places of the rest move by `keep`. */
  fill(keep: number): void {
    this.bytes.copyWithin(0, keep, this.end);
    this.base += keep;
    this.end -= keep;
    if (this.end > this.bytes.length / 2) {
      const larger = Buffer.allocUnsafe(this.bytes.length * 2);
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    while (this.end < this.bytes.length && !this.done) {
      const free = this.bytes.length - this.end;
      const read = readSync(this.fd, this.bytes, this.end, free, this.base + this.end);
      if (read === 0) this.done = true;
      this.end += read;
    }
  }
}

function scanLines(window: Window, handler: ScanHandler): void {
  let at = 0;
  for (;;) {
    let newline = window.bytes.subarray(0, window.end).indexOf(NEWLINE, at);
    if (newline < 0) {
      if (!window.done && window.end - at < MAX_RECORD) {
        window.fill(at);
        at = 0;
        continue;
      }
      newline = window.end;
    }
    let start = at;
    while (start < newline && isSpace(window.bytes[start]!)) start++;
    if (start < newline) {
      if (newline - start >= MAX_RECORD) {
        handler.fault({ kind: 'size', offset: window.base + start });
        return;
      }
      const flags = new ValueScan();
      flags.run(window.bytes, start, newline);
      readRecord(window, start, newline, flags, false, handler);
    }
    at = newline + 1;
    if (at > window.end || (window.done && at >= window.end)) return;
  }
}

function scanJson(window: Window, handler: ScanHandler): void {
  let at = 0;
  const peek = (): number => {
    for (;;) {
      while (at < window.end && isSpace(window.bytes[at]!)) at++;
      if (at < window.end) return window.bytes[at]!;
      if (window.done) return -1;
      window.fill(at);
      at = 0;
    }
  };
  const wrong = (): void => {
    const text = window.bytes.toString('utf8', at, Math.min(window.end, at + 4));
    const { found } = fault(text, 0);
    handler.fault({ kind: 'syntax', offset: window.base + at, found });
  };
  /** Reads the value at `at`; false when the file cannot be read on. */
  const value = (single: boolean): boolean => {
    const flags = new ValueScan();
    let end = flags.run(window.bytes, at, window.end);
    while (end < 0 && !window.done) {
      if (window.end - at >= MAX_RECORD) {
        handler.fault({ kind: 'size', offset: window.base + at });
        return false;
      }
      window.fill(at);
      at = 0;
      end = flags.run(window.bytes, at, window.end);
    }
    const whole = end >= 0;
    if (!readRecord(window, at, whole ? end : window.end, flags, single, handler)) return false;
    at = end;
    return whole;
  };

  if (peek() < 0) {
    handler.fault({ kind: 'nothing', offset: window.base + at });
    return;
  }
  if (peek() === OPEN_BRACKET) {
    at++;
    if (peek() === CLOSE_BRACKET) at++;
    else {
      for (;;) {
        const byte = peek();
        if (byte < 0 || byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE) return wrong();
        if (!value(false)) return;
        const next = peek();
        if (next !== COMMA && next !== CLOSE_BRACKET) return wrong();
        at++;
        if (next === CLOSE_BRACKET) break;
      }
    }
  } else if (!value(true)) return;
  const more = peek();
  if (more === OPEN_BRACE || more === OPEN_BRACKET) {
    handler.fault({ kind: 'more', offset: window.base + at });
  } else if (more >= 0) wrong();
}

/** A quick pass over one value: where it ends, and whether it needs a closer look. */
class ValueScan {
  colons = 0;
  deepest = 0;
  /** There may be a negative zero, a number below the least double, or half a character. */
  suspect = false;

  /** The end of the value that begins at `from`, or -1 when it does not end before `end`. */
  run(bytes: Buffer, from: number, end: number): number {
    this.colons = 0;
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
        if (++depth > this.deepest) this.deepest = depth;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at; // a bare value ended before it
        if (--depth === 0) return at + 1;
      } else if (byte === MINUS) {
        if (bytes[at + 1] === 0x30 || (bytes[at - 1]! | 0x20) === 0x65) this.suspect = true;
      } else if (byte === DOT) {
        if (bytes[at + 1] === 0x30 && bytes[at + 2] === 0x30) this.suspect = true;
      } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return at;
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
        // \ud8.. to \udf..: half of a character.
        if (bytes[at] === 0x75 && (bytes[at + 1]! | 0x20) === 0x64 && bytes[at + 2]! > 0x37) {
          this.suspect = true;
        }
      }
    }
    return -1;
  }
}

/** Reads one value; false when it is no JSON, so that what follows it cannot be trusted. */
function readRecord(
  window: Window,
  from: number,
  to: number,
  flags: ValueScan,
  single: boolean,
  handler: ScanHandler,
): boolean {
  const start = window.base + from;
  const bytes = window.bytes.subarray(from, to);
  if (!isUtf8(bytes)) {
    handler.fault({ kind: 'encoding', offset: start + firstInvalid(bytes) });
    return true;
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
  const lossless =
    !flags.suspect && flags.deepest <= MAX_DEPTH && survives(value, flags.colons);
  handler.record({ start, text, value, single, defects: lossless ? [] : findDefects(text) });
  return true;
}

function syntaxFault(text: string): SyntaxFault {
  const walked = walkJson(text, 0, {});
  return 'fault' in walked ? walked.fault : fault(text, text.trimEnd().length);
}

/** Whether JSON.parse kept every key and number: no key twice, no number that a double may not hold. */
function survives(value: unknown, colons: number): boolean {
  let keys = 0;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'number') {
      if (next > Number.MAX_SAFE_INTEGER || next < -Number.MAX_SAFE_INTEGER) return false;
    } else if (Array.isArray(next)) {
      for (const element of next) pending.push(element);
    } else if (typeof next === 'object' && next !== null) {
      for (const key in next) {
        keys++;
        const member = (next as Record<string, unknown>)[key];
        if (typeof member === 'number' || typeof member === 'object') pending.push(member);
      }
    }
  }
  return keys === colons;
}

/** The first byte that is not UTF-8, by halving. */
function firstInvalid(bytes: Buffer): number {
  // isUtf8 of a prefix fails too when the prefix cuts a character: step back to its first byte.
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    let middle = (valid + invalid) >> 1;
    while (middle > valid && (bytes[middle]! & 0xc0) === 0x80) middle--;
    if (middle === valid) {
      middle = (valid + invalid) >> 1;
      while (middle < invalid && (bytes[middle]! & 0xc0) === 0x80) middle++;
      if (middle === invalid) break;
    }
    if (isUtf8(bytes.subarray(valid, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** The value that begins at a byte of a file. */
export function readRecordAt(path: string, start: number): unknown {
  const fd = openData(path);
  try {
    return JSON.parse(readValueAt(fd, start));
  } finally {
    closeSync(fd);
  }
}
