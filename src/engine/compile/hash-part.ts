// A thread's part of hashing files: one after another, until none is left to take.
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { hashFile } from '../../files/source/data-file.js';
import type { Crew } from '../crew/crew.js';
import { MANY_BYTES, take, type Work, workOf } from '../crew/work.js';

/** Files to hash. Plain data. */
interface HashWork extends Work {
  readonly paths: readonly string[];
}

/** The hash of a file. */
interface Hashed {
  readonly path: string;
  readonly hash: string;
}

/** Hashes files; tells of each. */
export async function hashPart(work: HashWork, say: (hashed: Hashed) => void): Promise<void> {
  for (let at = take(work); at >= 0; at = take(work)) {
    const path = work.paths[at]!;
    say({ path, hash: await hashFile(path, new ChunkHash()) });
  }
}

/** The hash of each of some files, by their paths. `all`: how many bytes they and all others are. */
export async function hashAll(
  files: readonly { readonly path: string; readonly bytes: number }[],
  all: number,
  crew: Crew,
): Promise<ReadonlyMap<string, string>> {
  const isMuch = files.reduce((sum, { bytes }) => sum + bytes, 0) >= MANY_BYTES;
  const work: HashWork = { ...workOf(files.length), paths: files.map(({ path }) => path) };
  const hashes = new Map<string, string>();
  const say = ({ path, hash }: Hashed) => void hashes.set(path, hash);
  await crew.together(async (begin) => {
    await begin('hash', work, isMuch, say);
    // What is read is compiled next, and much is made of all of it.
    await crew.prepare('compile', all >= MANY_BYTES);
    await hashPart(work, say);
  });
  return hashes;
}
