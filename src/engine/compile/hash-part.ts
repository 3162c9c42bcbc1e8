// A thread's part of hashing files: one after another, until none is left to take.
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { hashFile } from '../../files/source/data-file.js';
import type { Pool } from '../pool/pool.js';
import { MANY_BYTES, next, type Queue, queueOf } from '../pool/queue.js';

/** Files to hash. Plain data. */
interface HashQueue extends Queue {
  readonly paths: readonly string[];
}

/** The hash of a file. */
interface Hashed {
  readonly path: string;
  readonly hash: string;
}

/** Hashes files; tells of each. */
export async function hashPart(queue: HashQueue, say: (hashed: Hashed) => void): Promise<void> {
  for (let at = next(queue); at >= 0; at = next(queue)) {
    const path = queue.paths[at]!;
    say({ path, hash: await hashFile(path, new ChunkHash()) });
  }
}

/** The hash of each of some files, by their paths. `all`: how many bytes they and all others are. */
export async function hashAll(
  files: readonly { readonly path: string; readonly bytes: number }[],
  all: number,
  pool: Pool,
): Promise<ReadonlyMap<string, string>> {
  const isMuch = files.reduce((sum, { bytes }) => sum + bytes, 0) >= MANY_BYTES;
  const queue: HashQueue = { ...queueOf(files.length), paths: files.map(({ path }) => path) };
  const hashes = new Map<string, string>();
  const say = ({ path, hash }: Hashed) => void hashes.set(path, hash);
  await pool.together(async (begin) => {
    await begin('hash', queue, isMuch, say);
    // What is read is compiled next, and much is made of all of it.
    await pool.prepare('compile', all >= MANY_BYTES);
    await hashPart(queue, say);
  });
  return hashes;
}
