// Opens data files safely, and reads a whole file or a value in it.
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../model/limits.js';
import { ValueScan } from './value-scan.js';

const BLOCK = 1 << 20;
/** By how many bytes, at least, the buffer is longer than the file (see {@link FileBytes}). */
const MARGIN = 64;
/** How many bytes are hashed in one call: so many that they stay in the processor's cache. */
const HASHED = 1 << 18;
/** After this many hashed bytes, other tasks of the process get a turn. */
const TURN = 1 << 25;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Opens a data file for reading. Follows no symbolic link, and does not wait if it is a pipe. */
export function openData(path: string): number {
  const fd = openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(`${path} is not a file`);
}

/** Opens a data file, runs `work`, and closes the file. */
export function withFile<T>(path: string, work: (fd: number) => T): T {
  const fd = openData(path);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Calls `visit` with the content of an open file as Latin-1 text, in blocks that overlap a little. Zero bytes are
 * left out, so that ASCII characters in UTF-16 can be recognised.
 */
export function readText(fd: number, visit: (text: string) => void): void {
  const block = Buffer.allocUnsafe(BLOCK);
  for (let at = 0; ; at += BLOCK - 64) {
    const read = readSync(fd, block, 0, BLOCK, at);
    visit(block.toString('latin1', 0, read).replaceAll('\0', ''));
    if (read < BLOCK) return;
  }
}

/** The JSON text of the value that begins at an offset in the bytes of a file. */
export function valueAt({ bytes, end }: Pick<FileBytes, 'bytes' | 'end'>, start: number): string {
  const found = new ValueScan().run(bytes, start, end);
  return bytes.toString('utf8', start, found < 0 ? end : found);
}

/** As {@link valueAt}, but reads from an open file only as much as is necessary. */
export function readValueAt(fd: number, start: number): string {
  const scan = new ValueScan();
  for (let size = 1 << 14; ; size *= 4) {
    const bytes = Buffer.allocUnsafe(size);
    const read = readSync(fd, bytes, 0, size, start);
    const end = scan.run(bytes, 0, read);
    if (end >= 0 || read < size) return bytes.toString('utf8', 0, end >= 0 ? end : read);
  }
}

/** Whether a JSON file contains one object, not a list. The first byte that is not white space decides. */
export function isObjectFile(path: string): boolean {
  return withFile(path, (fd) => {
    const block = Buffer.allocUnsafe(1 << 12);
    for (let at = 0; ; at += block.length) {
      const read = readSync(fd, block, 0, block.length, at);
      const first = /[^\xef\xbb\xbf \t\r\n]/.exec(block.toString('latin1', 0, read));
      if (first || read === 0) return first?.[0] === '{';
    }
  });
}

/** Hashes bytes as they are read. */
interface BytesHash {
  readonly update: (bytes: Buffer) => unknown;
  readonly digest: (encoding: 'hex') => string;
}

/** Returns the digest of a file's bytes: by `hash` if it is given, otherwise SHA-256 in hexadecimal. */
export async function hashFile(
  path: string,
  hash: BytesHash = createHash('sha256'),
): Promise<string> {
  const fd = openData(path);
  try {
    const block = Buffer.allocUnsafe(Math.min(fstatSync(fd).size + 1, HASHED));
    for (let at = 0; ; ) {
      const read = readSync(fd, block, 0, block.length, at);
      if (read === 0) return hash.digest('hex');
      hash.update(block.subarray(0, read));
      at += read;
      if (at % TURN === 0) await nextTurn();
    }
  } finally {
    closeSync(fd);
  }
}

/**
 * The bytes of a data file: `bytes` up to `end`. The buffer is longer than the file, so that code may read a few bytes
 * past the end.
 */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly end: number;
  /** Whether the file is too large to be read. Then there are no bytes. */
  readonly isTooLarge: boolean;
}

/** A buffer into which one file after another is read. */
export interface FileMemory {
  bytes: Buffer;
}

/** Reads an open file as a whole. `memory`: the buffer to read into; what it contained before is lost. */
export function readData(fd: number, memory: FileMemory = { bytes: Buffer.alloc(0) }): FileBytes {
  const { size } = fstatSync(fd);
  if (size > LIMITS.fileBytes) return { bytes: memory.bytes, end: 0, isTooLarge: true };
  if (memory.bytes.length < size + MARGIN) memory.bytes = Buffer.allocUnsafe(size + MARGIN);
  const { bytes } = memory;
  let end = 0;
  for (let read = -1; end < size && read !== 0; end += read) {
    read = readSync(fd, bytes, end, size - end, end);
  }
  return { bytes, end, isTooLarge: false };
}

/** Reads all of the file at a path. */
export const readFile = (path: string): FileBytes => withFile(path, (fd) => readData(fd));

/** The length of the byte-order mark with which a file begins. */
export function markLength({ bytes, end }: FileBytes): number {
  return end >= 3 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
}

/** The value that begins at a byte of a file. */
export function readRecordAt(path: string, start: number): unknown {
  return withFile(path, (fd) => JSON.parse(readValueAt(fd, start)));
}
