// The hash of a data file is one text: the SHA-256 of each 64 KiB of the file, one after another. So the hashes of an
// old and a new version also show which chunks of the file changed.
import { createHash, type Hash, hash } from 'node:crypto';

/** The bytes of a chunk. The last chunk of a file may be shorter. */
export const CHUNK = 1 << 16;
/** The characters of one SHA-256 in base64. */
const LENGTH = 44;

/** Hashes a file that is read piece by piece. */
export class ChunkHash {
  #all = '';
  /** The unfinished hash of the current chunk; undefined at the beginning of a chunk. */
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

  /** The hash of all bytes. For an empty file, it is the SHA-256 of no bytes. */
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

/** The SHA-256 of a chunk, in base64. */
export const digestOf = (chunk: Buffer): string => hash('sha256', chunk, 'base64');

/** The SHA-256 of the chunk with this index, cut out of the hash of a file; empty if there is no such chunk. */
export const digestAt = (hash: string, chunk: number): string =>
  hash.slice(chunk * LENGTH, (chunk + 1) * LENGTH);
