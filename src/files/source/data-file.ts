// Reading data files: opening them safely, and holding only as much of one as is needed.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChunkHash } from './chunk-hash.js';
import { ValueScan } from './value-scan.js';

const BLOCK = 1 << 20;
/** Padding after the file's bytes, so that a read past the end stays inside the buffer. */
const MARGIN = 64;
/** How many bytes are hashed at once: as many as a processor keeps in its cache. */
const HASHED = 1 << 18;
/** After so many hashed bytes, other tasks of the event loop get a turn. */
const TURN = 1 << 25;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

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

/** Opens a data file for some work, and closes it. */
export function withFile<T>(path: string, work: (fd: number) => T): T {
  const fd = openData(path);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Visits all of an open file, whatever it holds, as Latin-1 text in blocks that overlap a little. Zero
 * bytes are omitted, so that ASCII characters in UTF-16 can be read as well.
 */
export function readText(fd: number, visit: (text: string) => void): void {
  const block = Buffer.allocUnsafe(BLOCK);
  for (let at = 0; ; at += BLOCK - 64) {
    const read = readSync(fd, block, 0, BLOCK, at);
    visit(block.toString('latin1', 0, read).replaceAll('\0', ''));
    if (read < BLOCK) return;
  }
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

/** Whether a JSON file holds one object, and no list: by its first byte that is no white space. */
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

/** Whether a file holds only white space, and not much. */
export function isBlankFile(path: string): boolean {
  return withFile(
    path,
    (fd) => fstatSync(fd).size < BLANK && readFileSync(fd, 'utf8').trim() === '',
  );
}

/** The digest of a file's bytes in hexadecimal: by `hash` if it is given, or else SHA-256. */
export async function hashFile(
  path: string,
  hash: Hash | ChunkHash = createHash('sha256'),
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

/** Larger files are not blank. */
const BLANK = 1 << 16;

/** The memory of a window that was released, for the next one. */
let spare: Buffer | undefined;

/** A part of a file in memory, which moves forward and grows as the file is read. */
export class Window {
  bytes: Buffer;
  /** The file's offset of `bytes[0]`. */
  base = 0;
  end = 0;
  done = false;

  readonly #hash = new ChunkHash();

  /** `isHashed`: whether {@link digest} will be called. */
  constructor(
    private readonly fd: number,
    private readonly isHashed = true,
  ) {
    this.bytes = spare ?? Buffer.allocUnsafe(Math.min(fstatSync(fd).size + 1, BLOCK) + MARGIN);
    spare = undefined;
    this.fill(0);
    if (this.end >= 3 && this.bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) this.fill(3);
  }

  /** Frees the memory. The window must not be used any more. */
  release(): void {
    if (this.bytes.length === BLOCK + MARGIN) spare = this.bytes;
    this.bytes = Buffer.alloc(0);
    this.end = 0;
  }

  /** Reads the rest of the file, and returns the hash of the whole file. */
  digest(): string {
    while (!this.done) this.fill(this.end);
    return this.#hash.digest();
  }

  /** Reads on to an offset in the file, and returns its index in `bytes`. */
  moveTo(offset: number): number {
    while (offset > this.base + this.end && !this.done) this.fill(this.end);
    return Math.min(offset - this.base, this.end);
  }

  /** Drops the bytes before `keep`, so that `bytes[keep]` becomes `bytes[0]`, and reads more. */
  fill(keep: number): void {
    this.bytes.copyWithin(0, keep, this.end);
    this.base += keep;
    this.end -= keep;
    const room = this.bytes.length - MARGIN;
    if (this.end > room / 2) {
      const larger = Buffer.allocUnsafe(room * 2 + MARGIN);
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    while (this.end < this.bytes.length - MARGIN && !this.done) {
      const free = this.bytes.length - MARGIN - this.end;
      const read = readSync(this.fd, this.bytes, this.end, free, this.base + this.end);
      if (read === 0) this.done = true;
      if (this.isHashed) this.#hash.update(this.bytes.subarray(this.end, this.end + read));
      this.end += read;
    }
  }
}

/** The value that begins at a byte of a file. */
export function readRecordAt(path: string, start: number): unknown {
  return withFile(path, (fd) => JSON.parse(readValueAt(fd, start)));
}
