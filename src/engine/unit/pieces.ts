// The bytes of pieces, read from a store as they are needed. Blocks that were read last are kept,
// up to a bound; each block that lies in a cache is checked before its first byte is used.
import { hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { BLOCK, DamagedCache, DIGEST_BYTES, type Store } from './store.js';

/** How many blocks are kept: 128 MiB. */
const KEPT = 2048;

/** Bytes that begin at `start` in `bytes`. */
export interface Bytes {
  readonly bytes: Buffer;
  readonly start: number;
}

/** The files of pieces that a run reads. */
export class Pieces {
  readonly #blocks = new Map<number, Buffer>(); // the one used longest ago first
  #files = 0;
  readonly #open: number[] = [];

  constructor(private readonly store: Store) {}

  /**
   * A file of pieces. `digests`: the SHA-256 of each block. `unit`: the value to remove from the store
   * if a block is damaged, so that the unit is compiled again.
   */
  file(name: string, digests: Uint8Array, unit: string): PieceFile {
    const number = this.#files++;
    const damaged = () => {
      this.store.remove(unit);
      return new DamagedCache(name);
    };
    // What this run wrote itself need not be checked.
    const right = this.store.isFresh(name) ? undefined : Buffer.from(digests);
    let fd: number | undefined;
    return new PieceFile((block) => {
      const key = number * 2 ** 24 + block;
      const known = this.#blocks.get(key);
      if (known) this.#blocks.delete(key);
      fd ??= this.#openFile(name, damaged);
      const bytes = known ?? readBlock(fd, block, right);
      if (!bytes) throw damaged();
      this.#keep(key, bytes);
      return bytes;
    });
  }

  close(): void {
    for (const fd of this.#open.splice(0)) closeSync(fd);
  }

  #openFile(name: string, damaged: () => DamagedCache): number {
    try {
      const fd = openSync(this.store.path(name), 'r');
      this.#open.push(fd);
      return fd;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? damaged() : error;
    }
  }

  #keep(key: number, bytes: Buffer): void {
    const oldest = this.#blocks.size >= KEPT ? this.#blocks.keys().next().value : undefined;
    if (oldest !== undefined) this.#blocks.delete(oldest);
    this.#blocks.set(key, bytes);
  }
}

/** The pieces of one kind of a unit. */
export class PieceFile {
  #last = -1;
  #lastBytes: Buffer = Buffer.alloc(0);

  constructor(private readonly block: (index: number) => Buffer) {}

  /** The bytes from one place to another. */
  read(from: number, to: number): Bytes {
    const first = Math.floor(from / BLOCK);
    const start = from - first * BLOCK;
    if (to <= (first + 1) * BLOCK) return { bytes: this.#block(first), start };
    const bytes = Buffer.allocUnsafe(to - from);
    for (let at = from; at < to; ) {
      const index = Math.floor(at / BLOCK);
      const end = Math.min(to, (index + 1) * BLOCK);
      this.#block(index).copy(bytes, at - from, at - index * BLOCK, end - index * BLOCK);
      at = end;
    }
    return { bytes, start: 0 };
  }

  #block(index: number): Buffer {
    if (index !== this.#last) {
      this.#lastBytes = this.block(index);
      this.#last = index;
    }
    return this.#lastBytes;
  }
}

/** A block of a file; undefined if its SHA-256 is not the one in `right`. */
function readBlock(fd: number, block: number, right: Buffer | undefined): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(BLOCK);
  const read = readSync(fd, bytes, 0, BLOCK, block * BLOCK);
  if (!right) return bytes;
  const digest = hash('sha256', bytes.subarray(0, read), 'buffer');
  const at = block * DIGEST_BYTES;
  return digest.equals(right.subarray(at, at + DIGEST_BYTES)) ? bytes : undefined;
}
