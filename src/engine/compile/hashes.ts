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
   * The stat signature at the time when this run hashed the file: while it stays the same, so do the bytes. Undefined
   * if this run did not hash the file, or if the signature does not prove that.
   */
  readonly hashedAt?: string;
  /** The key of the shard in which an earlier run put the file. */
  readonly before: string | undefined;
}

/** A file to be hashed, and its group (shards.ts): hashes are kept group by group. */
interface FileOfGroup {
  readonly path: string;
  readonly group: string;
}

/** The hashes of the files of one group. */
interface GroupHashes {
  readonly name: string;
  readonly known: ReadonlyMap<string, KnownHash>;
  /** The hashes of the files of this run, for the next one. */
  readonly now: Map<string, KnownHash>;
  isNews: boolean;
}

/**
 * The hashes of the files in one data folder. Each group is an entry of its own in the store: machines that share the
 * store hash different groups.
 */
export class Hashes {
  readonly #groups = new Map<string, GroupHashes>();

  /** `isTrusting`: whether an unchanged stat signature proves unchanged bytes. If not, every file is read. */
  constructor(
    private readonly store: Store,
    private readonly folder: string,
    private readonly isTrusting: boolean,
  ) {}

  /** Returns the hashes of files, in the same order. Reads unknown files, in several threads if they are large. */
  async of(files: readonly FileOfGroup[], pool: Pool): Promise<HashedFile[]> {
    // Signatures are read before the files: a later change gives another one, unless the file is racily clean.
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

  /** Notes the shard that a file is in. */
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

/** Takes and hashes files until none is left; `say` is called with the path and the hash of each. */
export async function hashPart(
  queue: HashQueue,
  say: (hashed: readonly [path: string, hash: string]) => void,
): Promise<void> {
  for (let at = next(queue); at >= 0; at = next(queue)) {
    const path = queue.paths[at]!;
    say([path, await hashFile(path, new ChunkHash())]);
  }
}

/** Returns the hashes of files, by path. `all`: the size of all data files, also of those with a known hash. */
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
    // These files are compiled next, so the threads load the compiler meanwhile. With much data in all, starting
    // threads pays even for few new files, because making pages needs them.
    await pool.prepare('compile', all >= MANY_BYTES);
    await hashPart(queue, say);
  });
  return hashes;
}
