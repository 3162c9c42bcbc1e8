// A thread's part of hashing files: one after another, until none is left to take.
import { hashFile } from '../../source/data-file.js';
import type { Crew } from '../crew/crew.js';
import { take, type Work, workOf } from '../crew/work.js';

/** Files of fewer bytes, all together, are sooner hashed by one thread. */
const WORTH_THREADS = 48 << 20;

/** Files to hash. Plain data. */
interface HashWork extends Work {
  readonly paths: readonly string[];
}

/** The SHA-256 of a file, by its place among all. */
interface Hashed {
  readonly at: number;
  readonly hash: string;
}

/** Hashes files; tells of each. */
export async function hashPart(work: HashWork, say: (hashed: Hashed) => void): Promise<void> {
  for (let at = take(work); at >= 0; at = take(work)) {
    say({ at, hash: await hashFile(work.paths[at]!) });
  }
}

/** The SHA-256 of each of some files. */
export async function hashAll(
  files: readonly { readonly path: string; readonly bytes: number }[],
  crew: Crew,
): Promise<string[]> {
  const isMuch = files.reduce((sum, { bytes }) => sum + bytes, 0) >= WORTH_THREADS;
  // So many bytes will be compiled next.
  if (isMuch) await crew.prepare('compile', isMuch);
  const work: HashWork = { ...workOf(files.length), paths: files.map(({ path }) => path) };
  const hashes: string[] = [];
  const say = ({ at, hash }: Hashed) => {
    hashes[at] = hash;
  };
  await crew.do('hash', work, isMuch, () => hashPart(work, say), say);
  return hashes;
}
