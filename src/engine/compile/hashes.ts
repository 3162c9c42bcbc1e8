// Computes the hashes of data files, without reading unchanged ones. As in git's index, hashes are kept between runs by
// path, each with the file's stat signature and its shard.
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
  /** The stat signature; empty if the hash must not be trusted. */
  readonly signature: string;
  readonly hash: string;
  readonly shard?: string;
}

/** The size and the hash of a file. */
export interface HashedFile {
  readonly bytes: number;
  /** The hash of its bytes (files/source/chunk-hash.ts). */
  readonly hash: string;
  /**
   * The stat signature of the file when this run hashed it. If the file still has this signature, it has the same
   * bytes. Undefined if this run did not hash the file, or if the file may have changed too quickly to notice.
   */
  readonly hashedAt?: string;
  /** The key of the shard that contained the file in an earlier run. */
  readonly before: string | undefined;
}

/** A file to be hashed, and the group of files that it belongs to (shards.ts). Hashes are kept for each group. */
interface FileOfGroup {
  readonly path: string;
  readonly group: string;
}

/** The hashes of the files of one group. */
interface GroupHashes {
  readonly name: string;
  readonly known: ReadonlyMap<string, KnownHash>;
  /** The hashes that this run keeps for the next run. */
  readonly now: Map<string, KnownHash>;
  isNews: boolean;
}

/**
 * The hashes of the files in one data folder. Each group of files is a separate entry in the store, so that machines
 * which share a store can work on different groups.
 */
export class Hashes {
  readonly #groups = new Map<string, GroupHashes>();

  /** `isTrusting`: whether a file with the same stat signature is not read again. Otherwise every file is read. */
  constructor(
    private readonly store: Store,
    private readonly folder: string,
    private readonly isTrusting: boolean,
  ) {}

  /** Returns the hashes of files, in the same order. Reads unknown files, in several threads if they are large. */
  async of(files: readonly FileOfGroup[], pool: Pool): Promise<HashedFile[]> {
    // The signatures are read before the files. So if a file changes while it is read, its signature changes, too.
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

  /** Remembers the shard that a file belongs to. */
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

  /** Forgets the hash of the file that an error names as changed, so that the next run reads that file. */
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

/** Files to hash. Plain data. */
interface HashQueue extends Queue {
  readonly paths: readonly string[];
}

/** Hashes files of the queue until none is left. Calls `say` with the path and the hash of each. */
export async function hashPart(
  queue: HashQueue,
  say: (hashed: readonly [path: string, hash: string]) => void,
): Promise<void> {
  for (let at = next(queue); at >= 0; at = next(queue)) {
    const path = queue.paths[at]!;
    say([path, await hashFile(path, new ChunkHash())]);
  }
}

/**
 * Returns the hashes of files, by path. `all`: the size of all data files, also of those that are not hashed here.
 */
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
    // Meanwhile, other threads load the compiler, because these files are compiled next. Threads are started if there
    // is much data in all, even if few files are new, because they will be needed for making pages.
    await pool.prepare('compile', all >= MANY_BYTES);
    await hashPart(queue, say);
  });
  return hashes;
}
