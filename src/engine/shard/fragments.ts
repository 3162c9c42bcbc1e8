// Reads the bytes of fragments from their files, in blocks. Recently used blocks stay in memory, up to a limit. A block
// that an earlier run wrote is checked when it is read.
import { closeSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { openData } from '../../files/source/data-file.js';
import { isOutOfFiles } from '../../problems/failure.js';
import { BLOCK } from './bytes.js';
import { DamagedCache } from './store.js';

/** How many files are kept open at most. */
const OPEN = 64;
/** More blocks than any file has. The key of a kept block is (number of the file × BLOCKS + index of the block). */
const BLOCKS = 2 ** 24;

/** A file with the fragments of one kind of a shard. Plain data, which can be sent to threads. */
export interface FragmentFile {
  /** A number that identifies the file for {@link Fragments}. */
  readonly number: number;
  readonly path: string;
  /** The CRC-32 of each block; undefined if the blocks need no check, because this run wrote the file. */
  readonly sums: Uint32Array | undefined;
}

/** The bytes `[start, end)` of a buffer. */
export interface ByteRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether `bytes` is a copy. If not, the next read may overwrite the bytes. */
  readonly isCopy: boolean;
}

/** Returns `bytes` if there is room for `more` bytes after `end`; otherwise a larger copy of the first `end` bytes. */
export function withRoom(bytes: Buffer, end: number, more: number): Buffer {
  const needed = end + more;
  if (needed <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2));
  bytes.copy(larger, 0, 0, end);
  return larger;
}

/** For this many bytes or more, `Buffer.copy` is faster than a loop. */
const WORTH_CALLING = 64;

/** Copies the bytes `[start, end)` of `from` to `place` in `into`. Returns the place after the copied bytes. */
export function copyBytes(
  from: Buffer,
  start: number,
  end: number,
  into: Buffer,
  place: number,
): number {
  if (end - start >= WORTH_CALLING) return place + from.copy(into, place, start, end);
  let to = place;
  for (let at = start; at < end; at++) into[to++] = from[at]!;
  return to;
}

interface OpenFile {
  readonly fd: number;
  last: number;
  lastBytes: Buffer;
}

const NOTHING = Buffer.alloc(0);

export class Fragments {
  readonly #blocks = new Map<number, Buffer>(); // in the order in which they were looked up
  readonly #open = new Map<number, OpenFile>(); // in the order in which they were opened
  /** All reads return this one object, because making an object for each of millions of reads would take time. */
  readonly #found: { -readonly [key in keyof ByteRange]: ByteRange[key] } = {
    bytes: NOTHING,
    start: 0,
    end: 0,
    isCopy: false,
  };

  /** `kept`: how many bytes of blocks stay in memory at most. */
  constructor(private readonly kept: number) {}

  /**
   * Returns the bytes `[from, to)` of a file. They are valid until the next call, unless they are a copy. Throws {@link
   * DamagedCache} if reading a block fails, or if its CRC-32 is wrong.
   */
  read(file: FragmentFile, from: number, to: number): ByteRange {
    const found = this.#found;
    const first = Math.floor(from / BLOCK);
    found.isCopy = to > (first + 1) * BLOCK;
    if (!found.isCopy) {
      found.start = from - first * BLOCK;
      found.bytes = this.#block(file, first);
    } else {
      found.start = 0;
      found.bytes = this.#joined(file, from, to);
    }
    found.end = found.start + to - from;
    return found;
  }

  close(): void {
    for (const { fd } of this.#open.values()) closeSync(fd);
    this.#open.clear();
  }

  #block(file: FragmentFile, block: number): Buffer {
    const open = this.#open.get(file.number) ?? this.#opened(file);
    if (open.last === block) return open.lastBytes;
    const key = file.number * BLOCKS + block;
    const known = this.#blocks.get(key);
    if (known) this.#blocks.delete(key);
    const bytes = known ?? this.#room();
    if (!known && !readBlock(open.fd, block, file.sums, bytes)) {
      throw new DamagedCache(file.path);
    }
    this.#blocks.set(key, bytes);
    open.last = block;
    open.lastBytes = bytes;
    return bytes;
  }

  /** Returns a copy of bytes that span several blocks. */
  #joined(file: FragmentFile, from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let at = from; at < to; ) {
      const index = Math.floor(at / BLOCK);
      const end = Math.min(to, (index + 1) * BLOCK);
      this.#block(file, index).copy(bytes, at - from, at - index * BLOCK, end - index * BLOCK);
      at = end;
    }
    return bytes;
  }

  #opened(file: FragmentFile): OpenFile {
    const [oldest] = this.#open;
    if (oldest && this.#open.size >= OPEN) {
      closeSync(oldest[1].fd);
      this.#open.delete(oldest[0]);
    }
    try {
      const open = { fd: openData(file.path), last: -1, lastBytes: Buffer.alloc(0) };
      this.#open.set(file.number, open);
      return open;
    } catch (error) {
      throw isOutOfFiles(error) ? error : new DamagedCache(file.path);
    }
  }

  /**
   * Returns memory for a block: new memory or, at the limit, the memory of the block that was looked up longest ago.
   */
  #room(): Buffer {
    const [oldest] = this.#blocks.size * BLOCK >= this.kept ? this.#blocks : [];
    if (!oldest) return Buffer.allocUnsafeSlow(BLOCK);
    const [key, bytes] = oldest;
    this.#blocks.delete(key);
    const open = this.#open.get(Math.floor(key / BLOCKS));
    if (open?.last === key % BLOCKS) open.last = -1;
    return bytes;
  }
}

/** Reads a block of a file into `bytes`. Returns false if that fails, or if the CRC-32 of the block is wrong. */
function readBlock(
  fd: number,
  block: number,
  sums: Uint32Array | undefined,
  bytes: Buffer,
): boolean {
  try {
    const read = readSync(fd, bytes, 0, BLOCK, block * BLOCK);
    return !sums || crc32(bytes.subarray(0, read)) === sums[block];
  } catch {
    return false;
  }
}
