// The snapshot's folder. Files are made beside the snapshot and put in their places when all are
// ready, pages before the heads that lead to them, removals last; a file whose bytes are the same
// is not touched. Killed at any instant, every file is whole, and the next build mends the rest.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { UsageError } from '../problems/problem.js';
import { type Lock, takeLock } from './lock.js';
import { NewFile } from './new-file.js';

/** Where unfinished files and the lock are, inside the snapshot's folder. */
const WORK = '.portal-snapshot';
/** Files that are hashed and written at once, by other threads than this one. */
const AT_ONCE = 8;

export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total: number;
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
  /** The new file, if it differs from the one that is there. */
  readonly staged: string | undefined;
  readonly isHead: boolean;
}

/** One state of the snapshot's folder on its way to the next. */
export class Output {
  readonly #work: string;
  readonly #lock: Lock;
  readonly #files = new Map<string, MadeFile>();
  readonly #pending = new Set<Promise<void>>();
  #staged = 0;

  /**
   * `isOurs` tells, for a file in the folder, whether only snapshots write there. `known` is what
   * {@link remember} gave after the last build.
   */
  constructor(
    readonly folder: string,
    private readonly isOurs: (file: string) => boolean,
    private readonly known: ReadonlyMap<string, KnownFile>,
  ) {
    this.#work = join(folder, WORK);
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

  /** Makes one file of some blocks of bytes, unless one with the same key is there. */
  async file(
    name: string,
    isHead: boolean,
    key: string,
    blocks: () => Iterable<Buffer>,
  ): Promise<void> {
    const path = join(this.folder, name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile()) throw new UsageError(`${path} is in the way: it is not a file`);
    const known = there && this.known.get(name);
    const isKnown = known?.stamp === (there && stampOf(there));
    if (known && isKnown && known.key === key) {
      this.#files.set(name, { ...known, staged: undefined, isHead });
      return;
    }
    if (this.#staged % 500 === 0) this.#lock.touch();
    const staged = join(this.#work, `${this.#staged++}`);
    const old = there && { path, size: there.size, hash: isKnown ? known?.hash : undefined };
    const file = new NewFile(staged, old);
    try {
      for (const block of blocks()) await file.write(block);
    } catch (error) {
      file.abandon();
      throw error;
    }
    const work = file.finish().then(({ hash, bytes, changed }) => {
      this.#files.set(name, { key, hash, bytes, staged: changed ? staged : undefined, isHead });
    });
    if (file.isLarge) await work;
    // Its failure is that of `settle`; until then it must not count as unhandled.
    work.catch(() => {});
    this.#pending.add(work);
    if (this.#pending.size >= AT_ONCE) await this.#settle(AT_ONCE - 1);
  }

  /** Puts all changed files in their places and removes what is no longer part of the snapshot. */
  async publish(): Promise<Published> {
    await this.#settle(0);
    const { stale, foreign } = survey(this.folder, this.#files, this.isOurs);
    const changed = [...this.#files].filter(([, { staged }]) => staged !== undefined);
    for (const heads of [false, true]) {
      for (const [name, { staged, isHead }] of changed) {
        if (isHead !== heads) continue;
        const path = join(this.folder, name);
        inTheWay(path, () => {
          fs.ensureDirSync(dirname(path));
          renameSync(staged!, path);
        });
      }
    }
    for (const name of stale) rmSync(join(this.folder, name));
    this.#removeEmpty('api');
    const snapshot = createHash('sha256');
    for (const [name, { hash }] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1))) {
      snapshot.update(`${name}\0${hash}\n`);
    }
    return {
      files: {
        written: changed.length,
        unchanged: this.#files.size - changed.length,
        removed: stale.length,
        total: this.#files.size,
      },
      bytes: [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
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

  /** Removes empty folders below a folder, and the folder itself when nothing is left in it. */
  #removeEmpty(name: string): void {
    const path = join(this.folder, name);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#removeEmpty(`${name}/${entry.name}`);
    }
    if (readdirSync(path).length === 0) rmdirSync(path);
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
  const { stale, foreign } = survey(folder, known, isOurs);
  return stale.length === 0 && foreign.length === 0;
}

/** What else is in the snapshot's folder: files of older snapshots, and files that none wrote. */
function survey(
  folder: string,
  files: ReadonlyMap<string, unknown>,
  isOurs: (file: string) => boolean,
): { stale: string[]; foreign: string[] } {
  const stale: string[] = [];
  const foreign: string[] = [];
  /** Whether anything of a snapshot is in a folder; one that is wholly foreign counts once. */
  const visit = (path: string, prefix: string): boolean => {
    let ours = false;
    const strangers: string[] = [];
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const name = prefix + entry.name;
      if (name === WORK) ours = true;
      else if (entry.isDirectory()) {
        const before = foreign.length;
        if (visit(join(path, entry.name), `${name}/`)) ours = true;
        else if (!isEmptyFolder(join(path, entry.name))) {
          foreign.length = before;
          strangers.push(name);
        }
      } else if (files.has(name)) ours = true;
      else if (entry.isFile() && isOurs(name)) {
        ours = true;
        stale.push(name);
      } else strangers.push(name);
    }
    foreign.push(...strangers);
    return ours;
  };
  visit(folder, '');
  return { stale, foreign: foreign.sort() };
}

/** When a file was last written, by whatever the file system tells. */
function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function isEmptyFolder(path: string): boolean {
  return readdirSync(path, { withFileTypes: true }).every(
    (entry) => entry.isDirectory() && isEmptyFolder(join(path, entry.name)),
  );
}

/** Says so when something else stands where the snapshot must be written. */
function inTheWay(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR') {
      throw new UsageError(`${path} cannot be written: a file stands where a folder must be`);
    }
    throw error;
  }
}
