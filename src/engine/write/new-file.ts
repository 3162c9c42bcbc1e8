// One file of the snapshot in the making: whether it differs from the one that is there, and its
// bytes where it does.
import { createHash, type Hash, hash } from 'node:crypto';
import {
  close,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { hearSignals } from '../../files/disk/temporary.js';
import { withPath } from '../../problems/failure.js';
import type { Block } from './assemble.js';

/** The file that is there, and the hash of its bytes if it is known. */
export interface OldFile {
  readonly path: string;
  readonly size: number;
  readonly hash: string | undefined;
}

/** What became of a new file. */
export interface NewFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** It differs from the one that is there, and is staged. */
  readonly isNew: boolean;
}

/**
 * Makes a file of blocks; it is staged if it differs from the one that is there. The file is closed in
 * another thread: what may still go wrong there is added to `closing`.
 */
export async function newFile(
  staged: string,
  old: OldFile | undefined,
  blocks: Iterator<Block>,
  closing: Promise<void>[],
): Promise<NewFile> {
  try {
    const first: Block = blocks.next().value;
    if (first.isLast) return smallFile(staged, old, first.bytes);
    const file = new LargeFile(staged, old);
    try {
      for (let block = first; ; block = blocks.next().value) {
        file.write(block.bytes);
        if (block.isLast) return file.finish();
        await hearSignals();
      }
    } finally {
      closing.push(file.close());
    }
  } catch (error) {
    throw withPath(staged, error);
  }
}

function smallFile(staged: string, old: OldFile | undefined, bytes: Buffer): NewFile {
  const digest = hash('sha256', bytes, 'hex');
  const isSame =
    old?.size === bytes.length &&
    (old.hash === undefined ? bytes.equals(readFileSync(old.path)) : old.hash === digest);
  if (!isSame) {
    mkdirSync(dirname(staged), { recursive: true });
    writeFileSync(staged, bytes, { flag: 'wx' });
  }
  return { hash: digest, bytes: bytes.length, isNew: !isSame };
}

/**
 * A file of more than one block. If the old file's hash is not known, blocks are compared with it as
 * they come, and the new file is begun at the first difference; else the new file is written in any
 * case, and the hashes are compared at the end.
 */
class LargeFile {
  readonly #hash: Hash = createHash('sha256');
  #old: number | undefined;
  #new: number | undefined;
  #bytes = 0;
  #seen = Buffer.alloc(0);

  constructor(
    private readonly staged: string,
    private readonly old: OldFile | undefined,
  ) {
    if (old && old.hash === undefined) this.#old = openSync(old.path, 'r');
    else this.#new = begin(staged, old);
  }

  write(bytes: Buffer): void {
    this.#hash.update(bytes);
    if (this.#new === undefined && !this.#isSame(bytes)) this.#divert();
    this.#bytes += bytes.length;
    if (this.#new !== undefined) writeAll(this.#new, bytes);
  }

  finish(): NewFile {
    if (this.#new === undefined && this.old?.size !== this.#bytes) this.#divert();
    const hash = this.#hash.digest('hex');
    const isNew = this.#new !== undefined && hash !== this.old?.hash;
    if (!isNew && this.#new !== undefined) rmSync(this.staged);
    return { hash, bytes: this.#bytes, isNew };
  }

  /** Closes the files: for a large one that is to be written out (see `begin`) this takes a while. */
  close(): Promise<void> {
    if (this.#old !== undefined) closeSync(this.#old);
    if (this.#new === undefined) return Promise.resolve();
    const closed = closeLater(this.#new);
    closed.catch(() => {}); // whoever waits for it hears of it
    return closed;
  }

  #isSame(bytes: Buffer): boolean {
    if (this.#seen.length < bytes.length) this.#seen = Buffer.allocUnsafe(bytes.length);
    const read = readFully(this.#old!, this.#seen, bytes.length, this.#bytes);
    return read === bytes.length && this.#seen.compare(bytes, 0, bytes.length, 0, read) === 0;
  }

  /** Begins the new file with what was the same so far. */
  #divert(): void {
    this.#new = begin(this.staged, this.old);
    const block = Buffer.allocUnsafe(Math.min(this.#bytes, 1 << 20));
    for (let at = 0; at < this.#bytes; ) {
      const read = readFully(this.#old!, block, Math.min(block.length, this.#bytes - at), at);
      if (read === 0) throw new Error(`${this.old?.path} changed while it was compared`);
      writeAll(this.#new, block.subarray(0, read));
      at += read;
    }
  }
}

const closeLater = promisify(close);

/**
 * Begins a file. One that is to replace another is emptied first: ext4 then begins to write its bytes out
 * when it is closed, while other files are made, instead of when it is renamed, and all wait.
 */
function begin(path: string, old: OldFile | undefined): number {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'wx');
  if (old) {
    writeSync(fd, ' ', 0);
    ftruncateSync(fd);
  }
  return fd;
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Reads until the file ends, or all is read; tells how much that was. */
export function readFully(fd: number, into: Buffer, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(fd, into, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}
