// A file of bytes in a store. It is written once, from start to end, in blocks that can be checked one by one.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Bytes in a block. Each block has a CRC-32 of its own, so that it can be checked without the others. */
export const BLOCK = 1 << 16;

/** Node cannot write 2 GiB or more in one call. */
const MOST_AT_ONCE = 1 << 30;

/** Writes a file of bytes and computes the CRC-32 of each of its blocks. */
export class BytesWriter {
  readonly #fd: number;
  readonly #sums: number[] = [];
  #sum = 0;
  #summed = 0;
  #isOpen = true;

  /**
   * `put` moves the finished file to its place. `attempt` runs each write and `put`, and may replace an error by a
   * clearer one.
   */
  constructor(
    private readonly path: string,
    private readonly put: () => void,
    private readonly attempt: (write: () => void) => void,
  ) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK - this.#summed);
      this.#sum = crc32(part, this.#sum);
      this.#summed += part.length;
      at += part.length;
      if (this.#summed === BLOCK) this.#endBlock();
    }
    this.attempt(() => {
      for (let at = 0; at < bytes.length; ) {
        at += writeSync(this.#fd, bytes, at, Math.min(MOST_AT_ONCE, bytes.length - at));
      }
    });
  }

  /** Moves the file to its place, and returns the CRC-32 of each block. */
  finish(): Uint32Array {
    if (this.#summed > 0) this.#endBlock();
    this.#close();
    this.attempt(this.put);
    return new Uint32Array(this.#sums);
  }

  /** Removes the file if it is not finished. */
  abandon(): void {
    this.#close();
    rmSync(this.path, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  #endBlock(): void {
    this.#sums.push(this.#sum);
    this.#sum = 0;
    this.#summed = 0;
  }
}
