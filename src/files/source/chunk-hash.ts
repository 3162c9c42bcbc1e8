// The hash of a data file: the SHA-256 of each of its chunks, one after another. Files hold the same exactly
// when it is the same; where it is not, it tells what is as it was.
import { createHash, type Hash, hash } from 'node:crypto';

/** Bytes of a chunk; the last one of a file may have fewer. */
export const CHUNK = 1 << 16;
/** A SHA-256 in base64. */
const LENGTH = 44;

/** Hashes the bytes of a file, which come one after another. */
export class ChunkHash {
  #all = '';
  /** Of a chunk of which some bytes came. */
  #hash: Hash | undefined;
  #bytes = 0;

  constructor(private readonly size = CHUNK) {}

  update(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.size - this.#bytes);
      at += part.length;
      if (part.length === this.size) this.#all += digestOf(part);
      else {
        this.#hash ??= createHash('sha256');
        this.#hash.update(part);
        this.#bytes += part.length;
        if (this.#bytes === this.size) this.#end(this.#hash);
      }
    }
  }

  /** Of all bytes; of none, it is one of a chunk with none. */
  digest(): string {
    if (this.#hash || this.#all === '') this.#end(this.#hash ?? createHash('sha256'));
    return this.#all;
  }

  #end(hash: Hash): void {
    this.#all += hash.digest('base64');
    this.#hash = undefined;
    this.#bytes = 0;
  }
}

/** The SHA-256 of a chunk. */
export const digestOf = (chunk: Buffer): string => hash('sha256', chunk, 'base64');

/** The SHA-256 of a chunk in the hash of a file; empty if there are not so many. */
export const digestAt = (hash: string, chunk: number): string =>
  hash.slice(chunk * LENGTH, (chunk + 1) * LENGTH);
