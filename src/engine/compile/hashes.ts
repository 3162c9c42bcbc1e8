// Computes the hashes of data files, usually without reading unchanged files. As in git's index, the hashes are kept
// from run to run by path, together with the file's stat signature and the key of its shard.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { hashFile } from '../../files/source/data-file.js';
import { memo } from '../../model/memo.js';
import { refusalOf } from '../../problems/problem.js';
import type { Pool } from '../pool/pool.js';
import { MANY_BYTES, next, type Queue, queueOf } from '../pool/queue.js';
import type { Store } from '../shard/store.js';

interface KnownHash {
  /** The stat signature of the file; empty if the hash must not be trusted. */
  readonly signature: string;
  readonly hash: string;
  readonly shard?: string;
}

export interface HashedFile {
  readonly bytes: number;
  /** The hash of the bytes (files/source/chunk-hash.ts). */
  readonly hash: string;
  /**
   * The stat signature of the file when this run hashed it. While a file has this signature, its bytes are the same.
   * Undefined if this run did not hash the file, or must not rely on the signature, for example because the file has
   * just changed.
   */
  readonly hashedAt?: string;
  /** The key of the shard that contained the file in an earlier run. */
  readonly before: string | undefined;
}

/** A file to be hashed, and the group of files to which it belongs (shards.ts). Hashes are kept group by group. */
interface FileOfGroup {
  readonly path: string;
  readonly group: string;
}

interface GroupHashes {
  readonly name: string;
  readonly known: ReadonlyMap<string, KnownHash>;
  /** The hashes to keep for the next run. */
  readonly now: Map<string, KnownHash>;
  isNews: boolean;
}

/**
 * The hashes of the files in one data folder. Each group of files has an entry of its own in the store, so that several
 * machines with a common store can work on different groups.
 */
export class Hashes {
  readonly #groups = new Map<string, GroupHashes>();

  /** `isTrusting`: whether a file with an unchanged stat signature is not read again. If false, every file is read. */
  constructor(
    private readonly store: Store,
    private readonly folder: string,
    private readonly isTrusting: boolean,
  ) {}

  /**
   * Returns the hashes in the order of `files`. Reads the files whose hash is not known, in several threads if they
   * have many bytes.
   */
  async of(files: readonly FileOfGroup[], pool: Pool): Promise<HashedFile[]> {
    // The signatures are taken before the files are read. So a file that changes while it is read will have
    // another signature in the next run.
    const moment = Date.now();
    const seen = files.map(({ path, group }) => {
      const stats = lstatSync(path);
      const own = this.#group(group);
      return {
        path,
        own,
        stats,
        bytes: stats.size,
        signature: statSignature(stats),
        known: own.known.get(path),
      };
    });
    const isKnown = ({ signature, known }: (typeof seen)[number]) =>
      this.isTrusting && known?.signature === signature;
    const unknown = seen.filter((file) => !isKnown(file));
    const all = seen.reduce((sum, { bytes }) => sum + bytes, 0);
    const read = await hashesOf(unknown, all, pool);
    return seen.map(({ path, own, stats, bytes, signature, known }) => {
      const hash = read.get(path);
      const before = known?.shard;
      if (hash === undefined) {
        own.now.set(path, known!);
        return { bytes, hash: known!.hash, before };
      }
      const tells = !isRacilyClean(stats, moment);
      if (tells) {
        own.now.set(path, { ...known, signature, hash });
        own.isNews = true;
      } else if (known) own.now.set(path, { ...known, signature: '' });
      const hashedAt = this.isTrusting && tells ? { hashedAt: signature } : {};
      return { bytes, hash, before, ...hashedAt };
    });
  }

  /** Remembers the key of the shard to which a file belongs. */
  put({ path, group }: FileOfGroup, shard: string): void {
    const own = this.#group(group);
    const now = own.now.get(path);
    if (!now || now.shard === shard) return;
    own.now.set(path, { ...now, shard });
    own.isNews = true;
  }

  /** Keeps the hashes for the next run. */
  keep(): void {
    for (const { name, known, now, isNews } of this.#groups.values()) {
      if (isNews || now.size < known.size) this.store.keep(name, now, this.folder);
    }
  }

  /**
   * If `error` says that a file changed while it was read, forgets the file's hash, so that the next run reads the
   * file.
   */
  forgetChanged(error: unknown): void {
    const changed = refusalOf(error, 'changed');
    for (const { name, now } of this.#groups.values()) {
      if (changed && now.delete(String(changed.values?.['path'])))
        this.store.keep(name, now, this.folder);
    }
  }

  #group(group: string): GroupHashes {
    return memo(this.#groups, group, () => {
      const name = `stat-${hash('sha256', `${this.folder} ${group}`, 'hex')}`;
      const kept = this.store.read(name);
      const known = (kept ?? new Map()) as ReadonlyMap<string, KnownHash>; // only `keep` writes there
      return { name, known, now: new Map<string, KnownHash>(), isNews: false };
    });
  }
}

/** Files to hash. Plain data, which can be sent to threads. */
interface HashQueue extends Queue {
  readonly paths: readonly string[];
}

/** Hashes files of the queue until none is left. Calls `say` with the path and the hash of each file. */
export async function hashPart(
  queue: HashQueue,
  say: (hashed: readonly [path: string, hash: string]) => void,
): Promise<void> {
  for (let at = next(queue); at >= 0; at = next(queue)) {
    const path = queue.paths[at]!;
    say([path, await hashFile(path, new ChunkHash())]);
  }
}

/** Returns the hashes of `files`, by path. `all`: the size of all data files, also of those with known hashes. */
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
    // Meanwhile, the worker threads load the code that compiles, because these files are compiled next. If there is
    // much data in all, worker threads are started even for few changed files, because later tasks need them.
    await pool.prepare('compile', all >= MANY_BYTES);
    await hashPart(queue, say);
  });
  return hashes;
}
