// Opens data files safely. Reads whole files, or one value in a file.
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../model/limits.js';
import { ValueScan } from './value-scan.js';

/** The buffer has at least this many bytes more than the file (see {@link FileBytes}). */
const MARGIN = 64;
/** The most bytes that are hashed in one call. A block of this size stays in the processor's cache. */
const HASHED = 1 << 18;
/** After this many hashed bytes, other tasks of the process get a turn. */
const TURN = 1 << 25;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Opens a data file for reading. Throws for a folder, a pipe and, except on Windows, a symbolic link. Never waits for a
 * pipe.
 */
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

/** Returns the JSON text of the value that begins at byte `start` of a file. */
export const valueAt = (file: Pick<FileBytes, 'bytes' | 'end'>, start: number): string =>
  bytesAt(file, start).toString();

/** As {@link valueAt}, as bytes. They share the memory of the file's bytes. */
export function bytesAt({ bytes, end }: Pick<FileBytes, 'bytes' | 'end'>, start: number): Buffer {
  const found = new ValueScan().run(bytes, start, end);
  return bytes.subarray(start, found < 0 ? end : found);
}

/** As {@link valueAt}, but reads from an open file, in growing pieces until the value ends. */
export function readValueAt(fd: number, start: number): string {
  const scan = new ValueScan();
  for (let size = 1 << 14; ; size *= 4) {
    const bytes = Buffer.allocUnsafe(size);
    const read = readSync(fd, bytes, 0, size, start);
    const end = scan.run(bytes, 0, read);
    if (end >= 0 || read < size) return bytes.toString('utf8', 0, end >= 0 ? end : read);
  }
}

/** Whether the first character of a JSON file is `{`. White space and a byte-order mark do not count. */
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

/** What {@link hashFile} needs of a hash: `createHash` of Node returns such an object. */
interface BytesHash {
  readonly update: (bytes: Buffer) => unknown;
  readonly digest: (encoding: 'hex') => string;
}

/** Returns the digest of a file's bytes: SHA-256 in hexadecimal, unless `hash` is another hash. */
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
 * The bytes of a data file are `bytes` from 0 up to `end`. The buffer is longer than that, so that code may read a few
 * bytes beyond the end.
 */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly end: number;
  /** Whether the file is too large to be read. If it is, `end` is 0. */
  readonly isTooLarge: boolean;
}

/** A buffer that is used again for each file. */
export interface FileMemory {
  bytes: Buffer;
}

/** Reads all of an open file. `memory`: a buffer to reuse, which is replaced if it is too short. */
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

/** Reads whole files. The file that was read last is kept, so it is not read again while only this file is asked for. */
export class FileReader {
  readonly #memory: FileMemory = { bytes: Buffer.alloc(0) };
  #last: { readonly path: string; readonly file: FileBytes } | undefined;

  /** The bytes of a file. The next file overwrites them. */
  readonly read = (path: string): FileBytes => {
    if (this.#last?.path !== path) {
      this.#last = undefined;
      this.#last = { path, file: withFile(path, (fd) => readData(fd, this.#memory)) };
    }
    return this.#last.file;
  };
}

/** The length of a byte-order mark (U+FEFF) at the beginning of a file: 3, or 0 if there is none. */
export function markLength({ bytes, end }: FileBytes): number {
  return end >= 3 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
}

/** Reads and parses the JSON value that begins at byte `start` of a file. */
export function readRecordAt(path: string, start: number): unknown {
  return withFile(path, (fd) => JSON.parse(readValueAt(fd, start)));
}
