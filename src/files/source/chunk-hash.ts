// The hash of a data file: the SHA-256 of each of its chunks, one after another. So two hashes also show which chunks
// of the files are the same.
import { createHash, type Hash, hash } from 'node:crypto';

/** Bytes of a chunk; the last one of a file may have fewer. */
export const CHUNK = 1 << 16;
/** Characters of a SHA-256 in base64. */
const LENGTH = 44;

/** Hashes the bytes of a file as they are read. */
export class ChunkHash {
  #all = '';
  /** The hash of the current chunk; undefined at its beginning. */
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

  /** The hash of all bytes. Without any bytes, it is that of one empty chunk. */
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

/** The hash of a file's bytes. */
export function hashOf(bytes: Buffer): string {
  const all = new ChunkHash();
  all.update(bytes);
  return all.digest();
}

/** The SHA-256 of a chunk. */
export const digestOf = (chunk: Buffer): string => hash('sha256', chunk, 'base64');

/** The SHA-256 of a chunk, by its index, in the hash of a file; empty if the file has fewer chunks. */
export const digestAt = (hash: string, chunk: number): string =>
  hash.slice(chunk * LENGTH, (chunk + 1) * LENGTH);
