// The snapshot's folder. Files are made beside the snapshot and put in their places when all are
// ready, pages before the heads that lead to them, removals last; a file whose bytes are the same
// is not touched. Killed at any instant, every file is whole, and the next build mends the rest.
import { createHash } from 'node:crypto';
import {
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { UsageError } from '../problems/problem.js';
import { type Compression, endings } from './address.js';
import type { Block } from './assemble.js';
import { type Lock, takeLock } from './lock.js';
import { type NewFile, newFile, type OldFile } from './new-file.js';

/** Where unfinished files and the lock are, inside the snapshot's folder. */
const WORK = '.portal-snapshot';
/** Files that are hashed and written at once, by other threads than this one. */
const AT_ONCE = 8;
const SIBLINGS = Object.values(endings);
/** Seconds that a file's time may run ahead of the clock. */
const MOST_AHEAD = 60;
/** A smaller file is as quick to send as it is. */
const WORTH_COMPRESSING = 1024;

export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total: number;
}

/** How much there is of a snapshot. */
export interface Tally {
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
}

export interface Published {
  readonly files: OutputCounts;
  /** Of all files. */
  readonly bytes: number;
  /** SHA-256 over the names and hashes of all files, in hexadecimal. */
  readonly snapshot: string;
  /** What is in the folder that no snapshot wrote; a folder full of it counts once. */
  readonly foreign: readonly string[];
}

/** What is known of a file of the last snapshot: it is still so if its stamp is. */
export interface KnownFile {
  /** Of what the file was put together from. */
  readonly key: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  readonly stamp: string;
}

interface MadeFile {
  readonly key: string;
  readonly hash: string;
  readonly bytes: number;
  /** It differs from the one that is there, and waits in the stage. */
  readonly isNew: boolean;
  readonly isHead: boolean;
}

/** What is at a file's place; `known` if it is still that of the last snapshot, with the same key. */
interface Found {
  readonly old: OldFile | undefined;
  readonly known: KnownFile | undefined;
}

const NOTHING: Found = { old: undefined, known: undefined };

/** One state of the snapshot's folder on its way to the next. */
export class Output {
  readonly #work: string;
  /** Where new files are until all are ready, in the same folders as in the snapshot. */
  readonly #stage: string;
  readonly #lock: Lock;
  readonly #files = new Map<string, MadeFile>();
  readonly #pending = new Set<Promise<unknown>>();
  /** Of the files that are replaced: when they were written, in seconds. */
  readonly #seconds = new Map<string, number>();
  #made = 0;

  /**
   * `isOurs` tells, for a file in the folder, whether only snapshots write there. `known` is what
   * {@link remember} gave after the last build. `compress`: the siblings that files get.
   */
  constructor(
    readonly folder: string,
    private readonly isOurs: (file: string) => boolean,
    private readonly known: ReadonlyMap<string, KnownFile>,
    private readonly compress: readonly Compression[] = [],
  ) {
    this.#work = join(folder, WORK);
    this.#stage = join(this.#work, 'new');
    inTheWay(folder, () => fs.ensureDirSync(this.#work));
    this.#lock = takeLock(join(this.#work, 'lock'), folder);
    try {
      for (const left of readdirSync(this.#work)) {
        if (left !== 'lock') fs.removeSync(join(this.#work, left));
      }
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** Makes one file of blocks of bytes, unless one with the same key is there. */
  async file(
    name: string,
    isHead: boolean,
    key: string,
    blocks: () => Iterator<Block>,
    withSiblings = true,
  ): Promise<void> {
    const compress = withSiblings ? this.compress : [];
    const { old, known } = this.#look(name, key);
    let work: Promise<unknown>;
    if (known) {
      this.#files.set(name, { ...known, isNew: false, isHead });
      if (compress.length === 0) return;
      work = this.#compress(name, { ...known, isNew: false }, isHead, compress);
    } else {
      if (this.#made++ % 500 === 0) this.#lock.touch();
      work = newFile(join(this.#stage, name), old, blocks()).then((file) => {
        this.#files.set(name, { ...file, key, isHead });
        return this.#compress(name, file, isHead, compress);
      });
    }
    // Its failure is that of `settle`; until then it must not count as unhandled.
    work.catch(() => {});
    this.#pending.add(work);
    if (this.#pending.size >= AT_ONCE) await this.#settle(AT_ONCE - 1);
  }

  /** What there will be when all is published, and all that is still at work is done. */
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
    const path = join(this.folder, name);
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
  async #compress(
    name: string,
    { hash, bytes, isNew }: NewFile,
    isHead: boolean,
    compress: readonly Compression[],
  ): Promise<void> {
    if (bytes < WORTH_COMPRESSING) return;
    for (const compression of compress) {
      const { encoding, level } = compression;
      const sibling = name + endings[encoding];
      const key = `${encoding} ${level} ${hash}`;
      // That of a file which is replaced goes before it, whatever it was.
      const { old, known } = isNew ? NOTHING : this.#look(sibling, key);
      if (known) this.#files.set(sibling, { ...known, isNew: false, isHead });
      else {
        // Most builds do without it.
        const { compressFile } = await import('./compressed.js');
        const source = join(isNew ? this.#stage : this.folder, name);
        const staged = join(this.#stage, sibling);
        const file = await compressFile(source, bytes, compression, staged, old);
        this.#files.set(sibling, { ...file, key, isHead });
      }
    }
  }

  /** Puts all changed files in their places and removes what is no longer part of the snapshot. */
  async publish(): Promise<Published> {
    const { bytes } = await this.tally();
    const { stale, foreign, empty } = survey(this.folder, this.#files, this.known, this.isOurs);
    const written = [...this.#files.values()].filter(({ isNew }) => isNew).length;
    if (written > 0) {
      this.#place('', false);
      this.#place('', true);
    }
    for (const name of stale) rmSync(join(this.folder, name), { force: true }); // siblings may be gone
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

  /** What to know of the published files at the next build. */
  remember(): Map<string, KnownFile> {
    const remembered = new Map<string, KnownFile>();
    for (const [name, { key, hash, bytes }] of this.#files) {
      const stamp = stampOf(lstatSync(join(this.folder, name)));
      remembered.set(name, { key, hash, bytes, stamp });
    }
    return remembered;
  }

  /** Ends the work in the folder, whether it was published or not. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    for (const left of readdirSync(this.#work)) {
      if (left !== 'lock') fs.removeSync(join(this.#work, left));
    }
    this.#lock.release();
    try {
      rmdirSync(this.#work);
      rmdirSync(this.folder); // only where nothing was published into a new folder
    } catch {
      // Not empty: the snapshot is there, or another build has begun.
    }
  }

  /** Waits until no more than so many files are being written. */
  async #settle(most: number): Promise<void> {
    while (this.#pending.size > most) {
      const [oldest] = this.#pending;
      await oldest;
      this.#pending.delete(oldest!);
    }
  }

  /** Puts what is staged in a folder in its place: heads, or all else; new folders as a whole. */
  #place(folder: string, heads: boolean): void {
    const entries = readdirSync(join(this.#stage, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = folder + entry.name;
      const path = join(this.folder, name);
      inTheWay(path, () => {
        if (entry.isDirectory() && statSync(path, { throwIfNoEntry: false })) {
          this.#place(`${name}/`, heads);
        } else if (entry.isDirectory() || this.#files.get(name)?.isHead === heads) {
          if (entry.isFile()) this.#supersede(name);
          renameSync(join(this.#stage, name), path);
        }
      });
    }
  }

  /** Makes way for a new file: what was made of the old one must not outlive it. */
  #supersede(name: string): void {
    for (const ending of ['', ...SIBLINGS]) {
      const path = join(this.folder, name + ending);
      const old = lstatSync(path, { throwIfNoEntry: false });
      if (!old) continue;
      this.#seconds.set(name + ending, Math.floor(old.mtimeMs / 1000));
      if (ending !== '') rmSync(path, { force: true });
    }
    const last = this.#seconds.get(name);
    if (last === undefined) return;
    // Servers make their ETags of whole seconds: no file may have that of another one before it.
    const staged = join(this.#stage, name);
    const second = Math.floor(lstatSync(staged).mtimeMs / 1000);
    if (last >= second && last < second + MOST_AHEAD) utimesSync(staged, last + 1, last + 1);
  }

  /** Removes a folder if it is empty, and those above it that are empty then. */
  #removeEmpty(name: string): void {
    try {
      for (let at = name; at !== '.'; at = dirname(at)) rmdirSync(join(this.folder, at));
    } catch {
      // Not empty, or gone with another one.
    }
  }
}

/** Whether a folder holds exactly the files that are known, as they were. */
export function isAsKnown(
  folder: string,
  known: ReadonlyMap<string, KnownFile>,
  isOurs: (file: string) => boolean,
): boolean {
  // A build is at work there, or was killed.
  if (lstatSync(join(folder, WORK), { throwIfNoEntry: false })) return false;
  for (const [name, { stamp }] of known) {
    const there = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!there || stampOf(there) !== stamp) return false;
  }
  const { stale, foreign } = survey(folder, known, known, isOurs);
  return stale.length === 0 && foreign.length === 0;
}

interface Survey {
  /** Files of older snapshots. */
  readonly stale: readonly string[];
  /** What no snapshot wrote; a folder that is wholly foreign counts once. */
  readonly foreign: readonly string[];
  /** Folders of snapshots with nothing in them. */
  readonly empty: readonly string[];
}

/** What else is in the snapshot's folder than the files that belong there. */
function survey(
  folder: string,
  files: ReadonlyMap<string, unknown>,
  known: ReadonlyMap<string, KnownFile>,
  isOurs: (file: string) => boolean,
): Survey {
  const isStale = (name: string) => {
    const stats = lstatSync(join(folder, name));
    return stats.isFile() && (isOurs(name) || known.get(name)?.stamp === stampOf(stats));
  };
  const folders = foldersOf(files.keys());
  const stale: string[] = [];
  const foreign: string[] = [];
  const empty: string[] = [];
  /** Whether anything of a snapshot is in a folder. */
  const visit = (prefix: string): boolean => {
    let ours = false;
    const strangers: string[] = [];
    const path = join(folder, prefix);
    const entries = inTheWay(path, () => readdirSync(path));
    for (const entry of entries) {
      const name = prefix + entry;
      if (name === WORK || files.has(name)) ours = true;
      else if (folders.has(name) || lstatSync(join(folder, name)).isDirectory()) {
        const before = foreign.length;
        if (visit(`${name}/`)) ours = true;
        else if (foreign.length > before) {
          foreign.length = before;
          strangers.push(name);
        }
      } else if (isStale(name)) {
        ours = true;
        stale.push(name);
      } else strangers.push(name);
    }
    if (entries.length === 0 && prefix.startsWith('api/')) empty.push(dirname(`${prefix}.`));
    foreign.push(...strangers);
    return ours;
  };
  visit('');
  return { stale, foreign: foreign.sort(), empty };
}

/** All folders above some files. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = dirname(file); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
  }
  return folders;
}

/** When a file was last written, by whatever the file system tells. */
function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Says so when something else stands where the snapshot must be written. */
function inTheWay<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR') {
      throw new UsageError(`${path} cannot be written: a file stands where a folder must be`);
    }
    throw error;
  }
}
