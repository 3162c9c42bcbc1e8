// The snapshot's folder. Files are made beside the snapshot and put in their places when all are
// ready, pages before the heads that lead to them, removals last; a file whose bytes are the same
// is not touched. Killed at any instant, every file is whole, and the next build mends the rest.
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';
import { UsageError } from '../problems/problem.js';
import type { ByteTarget } from './assemble.js';
import { type Lock, takeLock } from './lock.js';

/** Where unfinished files and the lock are, inside the snapshot's folder. */
const WORK = '.portal-snapshot';

export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total: number;
}

export interface Published {
  readonly files: OutputCounts;
  readonly bytes: number;
  /** SHA-256 over the names and hashes of all files, in hexadecimal. */
  readonly snapshot: string;
}

/** One state of the snapshot's folder on its way to the next. */
export class Output {
  readonly #work: string;
  readonly #lock: Lock;
  readonly #files = new Map<
    string,
    { hash: string; staged: string | undefined; isHead: boolean }
  >();
  #bytes = 0;

  /** `isOurs` tells, for a file in the folder, whether only snapshots write there. */
  constructor(
    readonly folder: string,
    private readonly isOurs: (file: string) => boolean,
  ) {
    this.#work = join(folder, WORK);
    inTheWay(folder, () => fs.ensureDirSync(this.#work));
    this.#lock = takeLock(join(this.#work, 'lock'), folder);
    try {
      for (const left of readdirSync(this.#work)) {
        if (!left.startsWith('lock')) fs.removeSync(join(this.#work, left));
      }
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** Makes one file: `write` gives its bytes. */
  file(name: string, isHead: boolean, write: (target: ByteTarget) => void): void {
    if (this.#files.size % 500 === 0) this.#lock.touch();
    const staged = join(this.#work, `${this.#files.size}`);
    const file = new ChangingFile(join(this.folder, name), staged);
    try {
      write(file);
    } catch (error) {
      file.abandon();
      throw error;
    }
    const { hash, bytes, changed } = file.finish();
    this.#bytes += bytes;
    this.#files.set(name, { hash, staged: changed ? staged : undefined, isHead });
  }

  /** The files in the folder that no snapshot wrote; a folder full of them counts once. */
  foreign(): string[] {
    return this.#survey().foreign;
  }

  /** Puts all changed files in their places and removes what is no longer part of the snapshot. */
  publish(): Published {
    const { stale } = this.#survey();
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
      bytes: this.#bytes,
      snapshot: snapshot.digest('hex'),
    };
  }

  /** Ends the work in the folder, whether it was published or not. */
  close(): void {
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

  #survey(): { stale: string[]; foreign: string[] } {
    const stale: string[] = [];
    const foreign: string[] = [];
    /** Whether anything of a snapshot is in a folder; what is foreign there is noted if so. */
    const visit = (folder: string, prefix: string): boolean => {
      let ours = false;
      const strangers: string[] = [];
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const name = prefix + entry.name;
        if (name === WORK) continue;
        if (entry.isDirectory()) {
          const before = foreign.length;
          if (visit(join(folder, entry.name), `${name}/`)) ours = true;
          else if (!isEmptyFolder(join(folder, entry.name))) {
            foreign.length = before;
            strangers.push(name);
          }
        } else if (this.#files.has(name)) ours = true;
        else if (entry.isFile() && this.isOurs(name)) {
          ours = true;
          stale.push(name);
        } else strangers.push(name);
      }
      foreign.push(...strangers);
      return ours;
    };
    visit(this.folder, '');
    return { stale, foreign: foreign.sort() };
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

/** Compares what is written with the file that is there; from the first difference on, writes anew. */
class ChangingFile implements ByteTarget {
  readonly #hash: Hash = createHash('sha256');
  #old: number | undefined;
  #new: number | undefined;
  #bytes = 0;
  #seen = Buffer.alloc(0);

  constructor(
    private readonly path: string,
    private readonly staged: string,
  ) {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there?.isFile()) this.#old = openSync(path, 'r');
    else if (there) throw new UsageError(`${path} is in the way: it is not a file`);
  }

  write(bytes: Buffer): void {
    this.#hash.update(bytes);
    if (this.#new === undefined && !this.#isSame(bytes)) this.#divert();
    if (this.#new !== undefined) writeAll(this.#new, bytes);
    this.#bytes += bytes.length;
  }

  finish(): { hash: string; bytes: number; changed: boolean } {
    if (this.#new === undefined && !this.#endsHere()) this.#divert();
    const changed = this.#new !== undefined;
    this.#closeAll();
    return { hash: this.#hash.digest('hex'), bytes: this.#bytes, changed };
  }

  abandon(): void {
    this.#closeAll();
  }

  #isSame(bytes: Buffer): boolean {
    if (this.#old === undefined) return false;
    if (this.#seen.length < bytes.length) this.#seen = Buffer.allocUnsafe(bytes.length);
    const read = readFully(this.#old, this.#seen, bytes.length, this.#bytes);
    return read === bytes.length && this.#seen.compare(bytes, 0, bytes.length, 0, read) === 0;
  }

  #endsHere(): boolean {
    return this.#old !== undefined && readSync(this.#old, Buffer.alloc(1), 0, 1, this.#bytes) === 0;
  }

  /** Begins the new file with what was the same so far. */
  #divert(): void {
    this.#new = openSync(this.staged, 'wx');
    const block = Buffer.allocUnsafe(Math.min(this.#bytes, 1 << 20));
    for (let at = 0; at < this.#bytes; ) {
      const read = readFully(this.#old!, block, Math.min(block.length, this.#bytes - at), at);
      if (read === 0) throw new Error(`${this.path} changed while it was compared`);
      writeAll(this.#new, block.subarray(0, read));
      at += read;
    }
  }

  #closeAll(): void {
    if (this.#old !== undefined) closeSync(this.#old);
    if (this.#new !== undefined) closeSync(this.#new);
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

function readFully(fd: number, into: Buffer, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(fd, into, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
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
