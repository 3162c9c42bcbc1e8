// Data files → the hash of each, without reading those that are as they were. Known hashes are kept
// between runs, as in git's index: under a file's path, with its stat signature and the shard that it was in.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { hashFile } from '../../files/source/data-file.js';
import { argsOf } from '../../problems/problem.js';
import type { Pool } from '../pool/pool.js';
import { MANY_BYTES, next, type Queue, queueOf } from '../pool/queue.js';
import type { Store } from '../shard/store.js';

interface KnownHash {
  /** Empty if it must not be trusted. */
  readonly signature: string;
  readonly hash: string;
  readonly shard?: string;
}

/** What a file holds. */
export interface HashedFile {
  readonly bytes: number;
  /** Of them (source/chunk-hash.ts). */
  readonly hash: string;
  /** Its stat signature when this run hashed it: with the same one it holds the same. None where that does not tell. */
  readonly hashedAt?: string;
  /** The key of the shard that it was in last time. */
  readonly before: string | undefined;
}

/** The hashes of the files in one data folder. */
export class Hashes {
  readonly #name: string;
  readonly #known: ReadonlyMap<string, KnownHash>;
  /** What is known of the files of this run. */
  readonly #now = new Map<string, KnownHash>();
  #isNews = false;

  /** `isTrusting`: whether to believe stat signatures; if not, every file is read. */
  constructor(
    private readonly store: Store,
    folder: string,
    private readonly isTrusting: boolean,
  ) {
    this.#name = `stat-${hash('sha256', folder, 'hex')}`;
    const kept = store.read(this.#name);
    this.#known = (kept ?? new Map()) as ReadonlyMap<string, KnownHash>; // only `keep` writes there
  }

  /** What files hold; those that are not known are read, side by side where they are many bytes. */
  async of(paths: readonly string[], pool: Pool): Promise<HashedFile[]> {
    // Looked at before they are read: a change that comes later shows in the signature, unless the file is racily clean.
    const moment = Date.now();
    const seen = paths.map((path) => {
      const stats = lstatSync(path);
      return {
        path,
        stats,
        bytes: stats.size,
        signature: statSignature(stats),
        known: this.#known.get(path),
      };
    });
    const isKnown = ({ signature, known }: (typeof seen)[number]) =>
      this.isTrusting && known?.signature === signature;
    const unknown = seen.filter((file) => !isKnown(file));
    const all = seen.reduce((sum, { bytes }) => sum + bytes, 0);
    const read = await hashesOf(unknown, all, pool);
    return seen.map(({ path, stats, bytes, signature, known }) => {
      const hash = read.get(path);
      const before = known?.shard;
      if (hash === undefined) {
        this.#now.set(path, known!);
        return { bytes, hash: known!.hash, before };
      }
      const tells = !isRacilyClean(stats, moment);
      if (tells) {
        this.#now.set(path, { ...known, signature, hash });
        this.#isNews = true;
      } else if (known) this.#now.set(path, { ...known, signature: '' });
      const hashedAt = this.isTrusting && tells ? { hashedAt: signature } : {};
      return { bytes, hash, before, ...hashedAt };
    });
  }

  /** Notes the shard that a file is in. */
  put(path: string, shard: string): void {
    const now = this.#now.get(path);
    if (!now || now.shard === shard) return;
    this.#now.set(path, { ...now, shard });
    this.#isNews = true;
  }

  /** Keeps what is known for the next run. */
  keep(): void {
    if (this.#isNews || this.#now.size < this.#known.size) this.store.keep(this.#name, this.#now);
  }

  /** Forgets the file that an error says to have changed since it was hashed: the next run reads it. */
  forgetChanged(error: unknown): void {
    const changed = argsOf(error, 'data/changed');
    if (changed && this.#now.delete(changed.path)) this.store.keep(this.#name, this.#now);
  }
}

/** Files to hash. Plain data. */
interface HashQueue extends Queue {
  readonly paths: readonly string[];
}

/** Hashes files, until none is left to take; tells of each. */
export async function hashPart(
  queue: HashQueue,
  say: (hashed: readonly [path: string, hash: string]) => void,
): Promise<void> {
  for (let at = next(queue); at >= 0; at = next(queue)) {
    const path = queue.paths[at]!;
    say([path, await hashFile(path, new ChunkHash())]);
  }
}

/** The hashes of files, by their paths. `all`: how many bytes they and all others are. */
async function hashesOf(
  files: readonly { readonly path: string; readonly bytes: number }[],
  all: number,
  pool: Pool,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  if (files.length === 0) return hashes;
  const isMuch = files.reduce((sum, { bytes }) => sum + bytes, 0) >= MANY_BYTES;
  const queue: HashQueue = { ...queueOf(files.length), paths: files.map(({ path }) => path) };
  const say = ([path, hash]: readonly [string, string]) => void hashes.set(path, hash);
  await pool.together(async (begin) => {
    await begin('hash', queue, isMuch, say);
    // What is read is compiled next, and much is made of all of it.
    await pool.prepare('compile', all >= MANY_BYTES);
    await hashPart(queue, say);
  });
  return hashes;
}
