// The bytes of pieces, read from a store as they are needed. Blocks that were read last are kept,
// up to a bound; what lies in a cache is checked before its first byte is used.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Store } from './store.js';

/** What is in the cache is not what was put there; it has been removed. */
export class DamagedCache extends Error {}

const BLOCK = 1 << 16;
/** How many blocks are kept: 128 MiB. */
const KEPT = 2048;

/** Some bytes: from `start` to `end` of `bytes`. */
export interface Bytes {
  readonly bytes: Buffer;
  readonly start: number;
}

/** All files of pieces of a run. */
export class Pieces {
  readonly #blocks = new Map<number, Buffer>(); // the one used longest ago first
  #files = 0;
  readonly #open: number[] = [];

  constructor(private readonly store: Store) {}

  /** A file of pieces with the SHA-256 that it must have. `unit` goes with it if it is damaged. */
  file(name: string, digest: string, unit: string): PieceFile {
    const number = this.#files++;
    return new PieceFile(
      () => this.#openChecked(name, digest, unit),
      (fd, block) => this.#block(number, fd, block),
    );
  }

  close(): void {
    for (const fd of this.#open.splice(0)) closeSync(fd);
  }

  #openChecked(name: string, digest: string, unit: string): number {
    try {
      const fd = openSync(this.store.path(name), 'r');
      this.#open.push(fd);
      if (this.store.isFresh(name) || digestOf(fd) === digest) return fd;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    this.store.remove(unit);
    throw new DamagedCache(name);
  }

  #block(file: number, fd: number, block: number): Buffer {
    const key = file * 2 ** 24 + block;
    let bytes = this.#blocks.get(key);
    if (bytes) this.#blocks.delete(key);
    else {
      const oldest = this.#blocks.size >= KEPT ? this.#blocks.keys().next().value : undefined;
      if (oldest !== undefined) this.#blocks.delete(oldest);
      bytes = Buffer.allocUnsafeSlow(BLOCK);
      readSync(fd, bytes, 0, BLOCK, block * BLOCK);
    }
    this.#blocks.set(key, bytes);
    return bytes;
  }
}

/** The pieces of one kind of a unit. */
export class PieceFile {
  #fd: number | undefined;
  #last = -1;
  #lastBytes: Buffer | undefined;

  constructor(
    private readonly open: () => number,
    private readonly block: (fd: number, block: number) => Buffer,
  ) {}

  /** The bytes from one place to another. */
  read(from: number, to: number): Bytes {
    this.#fd ??= this.open();
    const first = Math.floor(from / BLOCK);
    if (to > (first + 1) * BLOCK) {
      const bytes = Buffer.allocUnsafe(to - from);
      readSync(this.#fd, bytes, 0, to - from, from);
      return { bytes, start: 0 };
    }
    if (first !== this.#last || !this.#lastBytes) {
      this.#lastBytes = this.block(this.#fd, first);
      this.#last = first;
    }
    return { bytes: this.#lastBytes, start: from - first * BLOCK };
  }
}

function digestOf(fd: number): string {
  const hash = createHash('sha256');
  const bytes = Buffer.allocUnsafe(1 << 20);
  for (let at = 0; ; ) {
    const read = readSync(fd, bytes, 0, bytes.length, at);
    if (read === 0) return hash.digest('hex');
    hash.update(bytes.subarray(0, read));
    at += read;
  }
}
