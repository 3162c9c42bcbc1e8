// Where compiled units are kept on disk: the cache, or a folder for one run. A unit is a file of
// columns and one file of bytes for each kind of piece, named by the unit's key. Nothing read from
// here is trusted before its SHA-256 is right: a damaged cache is as good as none.
import { createHash, hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { isOutOfFiles, writing } from '../problems/failure.js';

export const DIGEST_BYTES = 32;
const DAY_MS = 24 * 3600 * 1000;
/** What no build has used for this long is removed from the cache. */
const KEPT_DAYS = 14;
/** The names of what builds keep; a folder that the caller named may hold files of others. */
const OWN = /^(?:(?:snapshot-)?[\da-f]{64}(?:\.\d+)?|[\da-f-]{36}\.part)$/;

/** A folder of named values, each with its SHA-256, and of files of bytes. */
export class Store {
  /** Files that this run made itself. */
  readonly #fresh = new Set<string>();

  private constructor(
    readonly folder: string,
    private readonly isTemporary: boolean,
  ) {}

  /** Opens a cache; when there can be none, or none is wanted, a folder for this run alone. */
  static open(folder: string | undefined): Store {
    if (folder !== undefined) {
      try {
        mkdirSync(folder, { recursive: true });
        return new Store(folder, false);
      } catch {
        // Not writable: build without one.
      }
    }
    return new Store(mkdtempSync(join(tmpdir(), 'portal-snapshot-')), true);
  }

  /** A handle on an open store, for a worker. */
  static at(folder: string): Store {
    return new Store(folder, false);
  }

  /** The value of a name, or undefined when there is none that is whole. */
  read(name: string): unknown {
    try {
      const path = join(this.folder, name);
      const bytes = readFileSync(path);
      const value = bytes.subarray(DIGEST_BYTES);
      if (!bytes.subarray(0, DIGEST_BYTES).equals(hash('sha256', value, 'buffer')))
        return undefined;
      this.#touch(path);
      return deserialize(value);
    } catch (error) {
      if (isOutOfFiles(error)) throw error;
      return undefined;
    }
  }

  write(name: string, value: unknown): void {
    const bytes = serialize(value);
    this.#put(name, (path) =>
      writing(path, () =>
        writeFileSync(path, Buffer.concat([hash('sha256', bytes, 'buffer'), bytes])),
      ),
    );
  }

  /** Begins a file of bytes; it is there when it is finished. */
  begin(name: string): BytesWriter {
    const temporary = this.#temporary();
    return new BytesWriter(temporary, () => renameSync(temporary, join(this.folder, name)));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Says that this run wrote a file, so that it need not be checked. */
  vouch(name: string): void {
    this.#fresh.add(name);
  }

  isFresh(name: string): boolean {
    return this.#fresh.has(name);
  }

  remove(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** Ends the run: a folder for this run alone goes, and of a cache what is old. */
  close(): void {
    if (this.isTemporary) {
      rmSync(this.folder, { recursive: true, force: true });
      return;
    }
    for (const name of readdirSync(this.folder)) {
      if (!OWN.test(name)) continue;
      const path = join(this.folder, name);
      try {
        if (Date.now() - statSync(path).mtimeMs > KEPT_DAYS * DAY_MS) rmSync(path, { force: true });
      } catch {
        // Another build was faster.
      }
    }
  }

  #put(name: string, write: (path: string) => void): void {
    const temporary = this.#temporary();
    try {
      write(temporary);
      renameSync(temporary, join(this.folder, name));
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  #temporary(): string {
    return join(this.folder, `${randomUUID()}.part`);
  }

  #touch(path: string): void {
    const now = new Date();
    if (now.getTime() - statSync(path).mtimeMs > DAY_MS) utimesSync(path, now, now);
  }
}

/** The bytes of a file of bytes that have a SHA-256 of their own, so that few can be read and trusted. */
export const BLOCK = 1 << 16;

/** Writes a file of bytes and tells the SHA-256 of each of its blocks. */
export class BytesWriter {
  readonly #fd: number;
  readonly #digests: Buffer[] = [];
  #hash = createHash('sha256');
  #hashed = 0;

  constructor(
    private readonly path: string,
    private readonly finished: () => void,
  ) {
    this.#fd = openSync(path, 'wx');
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK - this.#hashed);
      this.#hash.update(part);
      this.#hashed += part.length;
      at += part.length;
      if (this.#hashed === BLOCK) this.#endBlock();
    }
    writing(this.path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    });
  }

  /** {@link DIGEST_BYTES} a block. */
  finish(): Uint8Array {
    if (this.#hashed > 0) this.#endBlock();
    closeSync(this.#fd);
    this.finished();
    return Buffer.concat(this.#digests);
  }

  #endBlock(): void {
    this.#digests.push(this.#hash.digest());
    this.#hash = createHash('sha256');
    this.#hashed = 0;
  }
}
