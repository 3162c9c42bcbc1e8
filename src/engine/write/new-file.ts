// One file of the snapshot in the making: whether it differs from the one that is there, and its
// bytes where it does.
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  mkdir,
  mkdirSync,
  openSync,
  readFile,
  readSync,
  rmSync,
  writeFile,
  write as writeSome,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { withPath } from '../../problems/failure.js';
import type { Block } from './assemble.js';

// These cost half as much as node:fs/promises, which makes an object for each open file.
const write = promisify(writeFile);
const read = promisify(readFile);
const makeFolder = promisify(mkdir);

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

/** Makes a file of blocks; it is staged if it differs from the one that is there. */
export async function newFile(
  staged: string,
  old: OldFile | undefined,
  blocks: Iterator<Block>,
): Promise<NewFile> {
  try {
    const first: Block = blocks.next().value;
    if (first.isLast) return await smallFile(staged, old, first.bytes);
    const file = new LargeFile(staged, old);
    try {
      for (let block = first; ; block = blocks.next().value) {
        await file.write(block.bytes);
        if (block.isLast) return await file.finish();
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw withPath(staged, error);
  } finally {
    blocks.return?.();
  }
}

async function smallFile(
  staged: string,
  old: OldFile | undefined,
  bytes: Buffer,
): Promise<NewFile> {
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  const isSame =
    old?.size === bytes.length &&
    (old.hash === undefined ? bytes.equals(await read(old.path)) : old.hash === digest);
  if (!isSame) {
    await makeFolder(dirname(staged), { recursive: true });
    await write(staged, bytes, { flag: 'wx' });
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
  /** One block is written by another thread while the next one is put together. */
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly staged: string,
    private readonly old: OldFile | undefined,
  ) {
    if (old && old.hash === undefined) this.#old = openSync(old.path, 'r');
    else this.#new = begin(staged);
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    if (this.#new === undefined && !this.#isSame(bytes)) this.#divert();
    this.#bytes += bytes.length;
    await this.#writing;
    if (this.#new !== undefined) {
      this.#writing = writeBlock(this.#new, bytes);
      this.#writing.catch(() => {}); // its failure is thrown before the next block, or at the end
    }
  }

  async finish(): Promise<NewFile> {
    await this.#writing;
    if (this.#new === undefined && this.old?.size !== this.#bytes) this.#divert();
    const hash = this.#hash.digest('hex');
    const isNew = this.#new !== undefined && hash !== this.old?.hash;
    if (!isNew && this.#new !== undefined) rmSync(this.staged);
    return { hash, bytes: this.#bytes, isNew };
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {}); // a file in use must not be closed
    if (this.#old !== undefined) closeSync(this.#old);
    if (this.#new !== undefined) closeSync(this.#new);
  }

  #isSame(bytes: Buffer): boolean {
    if (this.#seen.length < bytes.length) this.#seen = Buffer.allocUnsafe(bytes.length);
    const read = readFully(this.#old!, this.#seen, bytes.length, this.#bytes);
    return read === bytes.length && this.#seen.compare(bytes, 0, bytes.length, 0, read) === 0;
  }

  /** Begins the new file with what was the same so far. */
  #divert(): void {
    this.#new = begin(this.staged);
    const block = Buffer.allocUnsafe(Math.min(this.#bytes, 1 << 20));
    for (let at = 0; at < this.#bytes; ) {
      const read = readFully(this.#old!, block, Math.min(block.length, this.#bytes - at), at);
      if (read === 0) throw new Error(`${this.old?.path} changed while it was compared`);
      writeAll(this.#new, block.subarray(0, read));
      at += read;
    }
  }
}

const writePart = promisify(writeSome);

async function writeBlock(fd: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await writePart(fd, bytes, at, bytes.length - at)).bytesWritten;
  }
}

function begin(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'wx');
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
