// The snapshot's folder. Files are made beside it and put in their places when all are ready, pages
// before what leads to them, removals last; a file whose bytes are the same is not touched. When a
// build is killed at any instant, every file is whole, and the next build completes the rest.
import { createHash } from 'node:crypto';
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFolder, mustStayBelow } from '../../disk/boundary.js';
import { UsageError } from '../../problems/problem.js';
import { type Compression, extensions } from '../../site/address.js';
import type { Block } from './assemble.js';
import { type NewFile, newFile, type OldFile } from './new-file.js';
import { place, type Turn, turnOf } from './place.js';
import { Stage } from './stage.js';
import { type KnownFile, stampOf, survey } from './survey.js';

/** Files that are hashed and written at once, by other threads than this one. */
const AT_ONCE = 8;
/** For a file of fewer bytes, compression saves clients nothing. */
const WORTH_COMPRESSING = 1024;

export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total: number;
}

/** The size of a snapshot. */
export interface Tally {
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
}

export interface Published {
  readonly files: OutputCounts;
  /** The sum of all files. */
  readonly bytes: number;
  /** SHA-256 over the names and hashes of all files, in hexadecimal. */
  readonly snapshot: string;
  /** What is in the folder that no snapshot wrote; a folder full of it counts once. */
  readonly foreign: readonly string[];
}

interface MadeFile {
  readonly key: string;
  readonly hash: string;
  readonly bytes: number;
  /** It differs from the one that is there, and waits in the stage. */
  readonly isNew: boolean;
  readonly turn: Turn;
}

/** What is at a file's place. `known`: it is as the last snapshot left it, and has the same key. */
interface Found {
  readonly old: OldFile | undefined;
  readonly known: KnownFile | undefined;
}

const NOTHING: Found = { old: undefined, known: undefined };

/** Where a snapshot is written, and how. */
export interface OutputSettings {
  readonly out: string;
  /** The siblings that files get. */
  readonly compress: readonly Compression[];
  /** Whether to write although another build holds the lock. */
  readonly breakLock: boolean;
}

/** Brings the snapshot's folder from one state to the next. */
export class Output {
  readonly #stage: Stage;
  /** A real path. */
  readonly #root: string;
  readonly #compress: readonly Compression[];
  readonly #files = new Map<string, MadeFile>();
  readonly #pending = new Set<Promise<unknown>>();
  /** Folders that were checked: they are no links, as far as they exist. */
  readonly #folders = new Set<string>();
  #made = 0;

  /**
   * `isOurs` tells, for a file in the folder, whether only snapshots write there. `known` is what
   * {@link remember} gave after the last build.
   */
  constructor(
    { out, compress, breakLock }: OutputSettings,
    private readonly isOurs: (file: string) => boolean,
    private readonly known: ReadonlyMap<string, KnownFile>,
  ) {
    this.#stage = Stage.open(out, breakLock);
    this.#root = this.#stage.root;
    this.#compress = compress;
  }

  /** Makes one file of blocks of bytes, unless one with the same key is there. */
  async file(
    name: string,
    isHead: boolean,
    key: string,
    blocks: () => Iterator<Block>,
    withSiblings = true,
  ): Promise<void> {
    const compress = withSiblings ? this.#compress : [];
    const { old, known } = this.#look(name, key);
    const turn = turnOf(isHead, old !== undefined);
    let work: Promise<unknown>;
    if (known) {
      this.#files.set(name, { ...known, isNew: false, turn });
      if (compress.length === 0) return;
      work = this.#makeSiblings(name, { ...known, isNew: false }, turn, compress);
    } else {
      if (this.#made++ % 500 === 0) this.#stage.touch();
      work = newFile(join(this.#stage.folder, name), old, blocks()).then((file) => {
        this.#files.set(name, { ...file, key, turn });
        return this.#makeSiblings(name, file, turn, compress);
      });
    }
    // `#settle` throws its failure; until then it must not count as unhandled.
    work.catch(() => {});
    this.#pending.add(work);
    if (this.#pending.size >= AT_ONCE) await this.#settle(AT_ONCE - 1);
  }

  /** The size of the new snapshot, once all its files are made. */
  async tally(): Promise<Tally> {
    await this.#settle(0);
    let bytes = 0;
    let largest = { name: '', bytes: 0 };
    for (const [name, file] of this.#files) {
      bytes += file.bytes;
      if (file.bytes > largest.bytes) largest = { name, bytes: file.bytes };
    }
    return { files: this.#files.size, bytes, largest };
  }

  #look(name: string, key: string): Found {
    for (let at = dirname(name); at !== '.' && !this.#folders.has(at); at = dirname(at)) {
      isFolder(join(this.#root, at));
      this.#folders.add(at);
    }
    const path = join(this.#root, name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (!there) return NOTHING;
    if (!there.isFile()) throw new UsageError(`${path} is in the way: it is not a file`);
    const last = this.known.get(name);
    const same = last?.stamp === stampOf(there) ? last : undefined;
    return {
      old: { path, size: there.size, hash: same?.hash },
      known: same?.key === key ? same : undefined,
    };
  }

  /** Makes the siblings of a file that are not there yet. */
  async #makeSiblings(
    name: string,
    { hash, bytes, isNew }: NewFile,
    turn: Turn,
    compress: readonly Compression[],
  ): Promise<void> {
    if (bytes < WORTH_COMPRESSING) return;
    for (const compression of compress) {
      const { encoding, level } = compression;
      const sibling = name + extensions[encoding];
      const key = `${encoding} ${level} ${hash}`;
      // The sibling of a replaced file is removed with it (see place.ts), whatever it holds.
      const { old, known } = isNew ? NOTHING : this.#look(sibling, key);
      if (known) this.#files.set(sibling, { ...known, isNew: false, turn });
      else {
        // Loaded only when needed: most builds compress nothing.
        const { compressFile } = await import('./compressed.js');
        const source = join(isNew ? this.#stage.folder : this.#root, name);
        const staged = join(this.#stage.folder, sibling);
        const file = await compressFile(source, bytes, compression, staged, old);
        this.#files.set(sibling, { ...file, key, turn });
      }
    }
  }

  /** Puts all changed files in their places and removes what is no longer part of the snapshot. */
  async publish(): Promise<Published> {
    const { bytes } = await this.tally();
    const { stale, foreign, empty } = survey(
      this.#root,
      this.#files,
      this.known,
      this.isOurs,
      this.#stage.inside,
    );
    this.#stage.touch();
    const written = [...this.#files.values()].filter(({ isNew }) => isNew).length;
    if (written > 0) {
      place(this.#stage.folder, this.#root, (name) => this.#files.get(name)!.turn);
    }
    for (const name of inOrderOfRemoval(stale)) {
      mustStayBelow(this.#root, name);
      rmSync(join(this.#root, name), { force: true }); // `place` may have removed a sibling
    }
    for (const name of [...stale.map(dirname), ...empty]) this.#removeEmpty(name);
    const snapshot = createHash('sha256');
    for (const [name, { hash }] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1))) {
      snapshot.update(`${name}\0${hash}\n`);
    }
    return {
      files: {
        written,
        unchanged: this.#files.size - written,
        removed: stale.length,
        total: this.#files.size,
      },
      bytes,
      snapshot: snapshot.digest('hex'),
      foreign,
    };
  }

  /** What the next build has to know of the published files. */
  remember(): Map<string, KnownFile> {
    const remembered = new Map<string, KnownFile>();
    for (const [name, { key, hash, bytes }] of this.#files) {
      const stamp = stampOf(lstatSync(join(this.#root, name)));
      remembered.set(name, { key, hash, bytes, stamp });
    }
    return remembered;
  }

  /** Ends the work in the folder, whether it was published or not. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    this.#stage.close();
  }

  /** Waits until at most `most` files are being made. */
  async #settle(most: number): Promise<void> {
    while (this.#pending.size > most) {
      const [oldest] = this.#pending;
      await oldest;
      this.#pending.delete(oldest!);
    }
  }

  /** Removes a folder if it is empty, and those above it that are empty then. */
  #removeEmpty(name: string): void {
    try {
      mustStayBelow(this.#root, name);
      for (let at = name; at !== '.'; at = dirname(at)) rmdirSync(join(this.#root, at));
    } catch {
      // Not empty, or already removed with another one.
    }
  }
}

/**
 * First pages before those that they lead to, as when an extra is switched off; and siblings before their
 * files, whose names theirs begin with.
 */
function inOrderOfRemoval(names: readonly string[]): string[] {
  const isFirst = (name: string) => !/\/(?:page|cursor)\/[^/]+\/[^/]+$/.test(name);
  const sorted = [...names].sort().reverse();
  return [...sorted.filter(isFirst), ...sorted.filter((name) => !isFirst(name))];
}
