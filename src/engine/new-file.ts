// One file of the snapshot in the making: whether it differs from the one that is there, and its
// bytes where it does.
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFile,
  readSync,
  writeFile,
  write as writeSome,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';

// Half the cost of those of node:fs/promises, which make an object for each open file.
const write = promisify(writeFile);
const read = promisify(readFile);

/** The file that is there, and the hash of its bytes if it is known. */
export interface OldFile {
  readonly path: string;
  readonly size: number;
  readonly hash: string | undefined;
}

/** A file in the making, and whether it differs from the one that is there. */
export class NewFile {
  #only: Buffer | undefined;
  #large: LargeFile | undefined;

  constructor(
    private readonly staged: string,
    private readonly old: OldFile | undefined,
  ) {}

  /** More than one block: blocks are lent, and all are done with only when the file is finished. */
  get isLarge(): boolean {
    return this.#large !== undefined;
  }

  /** Takes a block of bytes. When the next one is taken, all before it are done with. */
  async write(bytes: Buffer): Promise<void> {
    if (this.#only) {
      this.#large = new LargeFile(this.staged, this.old);
      await this.#large.write(this.#only);
      this.#only = undefined;
    }
    if (this.#large) await this.#large.write(bytes);
    else this.#only = bytes;
  }

  async finish(): Promise<{ hash: string; bytes: number; changed: boolean }> {
    if (this.#large) return this.#large.finish();
    const bytes = this.#only ?? Buffer.alloc(0);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    const isSame = this.old?.size === bytes.length && (await this.#isSame(bytes, digest));
    if (!isSame) await write(this.staged, bytes, { flag: 'wx' });
    return { hash: digest, bytes: bytes.length, changed: !isSame };
  }

  abandon(): void {
    this.#large?.abandon();
  }

  async #isSame(bytes: Buffer, digest: string): Promise<boolean> {
    const { path, hash } = this.old!;
    return hash === undefined ? bytes.equals(await read(path)) : hash === digest;
  }
}

/**
 * A file that is more than one block. It is compared with the one that is there as it comes, and
 * written anew from the first difference on; if that one's hash is known, written and compared last.
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
    else this.#new = openSync(staged, 'wx');
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    if (this.#new === undefined && !this.#isSame(bytes)) this.#divert();
    this.#bytes += bytes.length;
    await this.#writing;
    if (this.#new !== undefined) {
      this.#writing = writeBlock(this.#new, bytes);
      this.#writing.catch(() => {}); // it is awaited before the next block, or at the end
    }
  }

  async finish(): Promise<{ hash: string; bytes: number; changed: boolean }> {
    await this.#writing;
    if (this.#new === undefined && this.old?.size !== this.#bytes) this.#divert();
    this.abandon();
    const hash = this.#hash.digest('hex');
    const changed = this.#new !== undefined && hash !== this.old?.hash;
    return { hash, bytes: this.#bytes, changed };
  }

  abandon(): void {
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
    this.#new = openSync(this.staged, 'wx');
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
