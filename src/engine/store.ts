// Where compiled units are kept on disk: the cache, or a folder for one run. A unit is a file of
// columns and one file of bytes for each kind of piece, named by the unit's key. Nothing read from
// here is trusted before its SHA-256 is right: a damaged cache is as good as none.
import { createHash, type Hash, hash, randomUUID } from 'node:crypto';
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

const DIGEST_BYTES = 32;
const DAY_MS = 24 * 3600 * 1000;
/** What no build has used for this long is removed from the cache. */
const KEPT_DAYS = 14;

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
    } catch {
      return undefined;
    }
  }

  write(name: string, value: unknown): void {
    const bytes = serialize(value);
    this.#put(name, (path) =>
      writeFileSync(path, Buffer.concat([hash('sha256', bytes, 'buffer'), bytes])),
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
    write(temporary);
    renameSync(temporary, join(this.folder, name));
  }

  #temporary(): string {
    return join(this.folder, `${randomUUID()}.part`);
  }

  #touch(path: string): void {
    const now = new Date();
    if (now.getTime() - statSync(path).mtimeMs > DAY_MS) utimesSync(path, now, now);
  }
}

/** Writes a file of bytes and tells its SHA-256. */
export class BytesWriter {
  readonly #fd: number;
  readonly #hash: Hash = createHash('sha256');

  constructor(
    path: string,
    private readonly finished: () => void,
  ) {
    this.#fd = openSync(path, 'wx');
  }

  write(bytes: Buffer): void {
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
  }

  finish(): string {
    closeSync(this.#fd);
    this.finished();
    return this.#hash.digest('hex');
  }
}
