// Where compiled units are kept on disk: the cache, or a folder for one run. A unit is a file of
// columns and one file of bytes for each kind of piece, named by the unit's key. Nothing read from
// here is trusted before its CRC-32 is checked: what is damaged counts as missing. (No SHA-256: whoever
// can write here can write any sum.)
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  discard,
  noRoom,
  reasonOf,
  sweep,
  temporaryFolder,
  temporaryName,
} from '../../disk/temporary.js';
import { isOutOfFiles } from '../../problems/failure.js';
import { fromBytes, toBytes } from './values.js';

/** Before a value: its CRC-32, and room, so that its columns stand at multiples of 8. */
const HEAD_BYTES = 8;
const DAY_MS = 24 * 3600 * 1000;
/** A file that no build has used for this long is removed from the cache. */
const KEPT_DAYS = 14;
/** The same for an unfinished file, which a build on another machine may still be writing. */
const PART_KEPT_DAYS = 1;
/**
 * Our files in a cache, which may hold others: a unit, its pieces, a report, a build, hashes of data
 * files, an unfinished file.
 */
const OURS = /^(?:snapshot-|stat-)?[0-9a-f]{64}(?:\.\d+)?$|^[\w-]{36,}\.part$/;

/** A file in the cache does not hold what was written to it. */
export class DamagedCache extends Error {
  /** `unit`: the value that has to be made again. */
  constructor(
    path: string,
    readonly unit: string,
  ) {
    super(path);
  }
}

/** The cache cannot be written; its message is the reason. */
export class UnwritableCache extends Error {}

/** Called with the reason when a run has to do without its cache. */
export type OnUnwritableCache = (folder: string, reason: string) => void;

/**
 * Runs `work` with a cache, or with a folder for this run alone if none is wanted or it cannot be
 * written. Runs it again, keeping what it stored, if the cache proves damaged or unwritable.
 */
export async function withStore<T>(
  cache: string | undefined,
  onUnwritable: OnUnwritableCache,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = Store.open(cache, onUnwritable);
  try {
    for (;;) {
      try {
        return await work(store);
      } catch (error) {
        if (error instanceof UnwritableCache) store.doWithout(error);
        else if (error instanceof DamagedCache) store.remove(error.unit);
        else throw error;
      }
    }
  } finally {
    store.close();
  }
}

/** What a thread needs to know of a store to write into it. */
export interface StoreHandle {
  readonly folder: string;
  readonly isCache: boolean;
}

/** A folder of named values, each with its CRC-32, and of files of bytes. */
export class Store {
  /** Files that this run made itself. */
  readonly #fresh = new Set<string>();
  /** Paths of damaged files of a cache that could not be removed: they are not read again. */
  readonly #refused = new Set<string>();
  readonly #begun = new Set<BytesWriter>();

  /** `own`: a folder for this run alone; where there is one, the cache is only read. */
  private constructor(
    private readonly cache: string | undefined,
    private own: string | undefined,
    private readonly onUnwritable: OnUnwritableCache,
  ) {}

  static open(cache: string | undefined, onUnwritable: OnUnwritableCache): Store {
    sweep(tmpdir());
    if (cache === undefined) return new Store(undefined, temporaryFolder(), onUnwritable);
    const store = new Store(cache, undefined, onUnwritable);
    try {
      mkdirSync(dirname(cache), { recursive: true }); // with the usual mode: others may use it
      mkdirSync(cache, { recursive: true, mode: 0o700 });
      sweep(cache);
    } catch (error) {
      store.doWithout(new UnwritableCache(reasonOf(error)));
    }
    return store;
  }

  /** A handle on an open store, for a worker, which only writes. */
  static at({ folder, isCache }: StoreHandle): Store {
    return new Store(isCache ? folder : undefined, isCache ? undefined : folder, () => {});
  }

  get handle(): StoreHandle {
    return { folder: this.#folder, isCache: this.own === undefined };
  }

  /** From now on the cache is only read. */
  doWithout({ message }: UnwritableCache): void {
    this.own = temporaryFolder();
    this.onUnwritable(this.cache!, message);
  }

  /** The value of a name; undefined if there is none, or it is damaged. */
  read(name: string): unknown {
    const path = this.path(name);
    const value = this.#refused.has(path) ? undefined : readValue(path);
    if (value !== undefined) touch(path);
    return value;
  }

  write(name: string, value: unknown): void {
    const whole = toBytes(value, HEAD_BYTES);
    whole.writeUInt32LE(crc32(whole.subarray(HEAD_BYTES)));
    const part = this.#part();
    try {
      this.#attempt(() => {
        writeFileSync(part, whole, { flag: 'wx', mode: 0o600 });
        const path = join(this.#folder, name);
        // When a file is to replace another, ext4 waits for the disk.
        if (existsSync(path)) unlinkSync(path);
        renameSync(part, path);
      });
    } finally {
      rmSync(part, { force: true });
    }
  }

  /** Keeps a value for later runs; does nothing without a cache that can be written. */
  keep(name: string, value: unknown): void {
    if (this.own !== undefined) return;
    try {
      this.write(name, value);
    } catch (error) {
      if (!(error instanceof UnwritableCache)) throw error;
      this.doWithout(error);
    }
  }

  /** Begins a file of bytes, which gets its name only when it is finished. */
  begin(name: string): BytesWriter {
    const part = this.#part();
    const put = () => renameSync(part, join(this.#folder, name));
    const writer = this.#attempt(() => new BytesWriter(part, put, this.#attempt));
    this.#begun.add(writer);
    return writer;
  }

  /** Removes the files that were begun and not finished. */
  abandon(): void {
    for (const writer of this.#begun) writer.abandon();
    this.#begun.clear();
  }

  path(name: string): string {
    const own = this.own && join(this.own, name);
    return own !== undefined && (this.cache === undefined || existsSync(own))
      ? own
      : join(this.cache!, name);
  }

  /** Notes that this run wrote a file itself, so that it need not be checked. */
  trust(name: string): void {
    this.#fresh.add(name);
  }

  isFresh(name: string): boolean {
    return this.#fresh.has(name);
  }

  remove(name: string): void {
    const path = this.path(name);
    try {
      rmSync(path, { force: true });
    } catch {
      this.#refused.add(path);
    }
  }

  /** Ends the run: removes the folder for this run alone, and old files of the cache. */
  close(): void {
    if (this.own !== undefined) discard(this.own);
    if (this.cache !== undefined) removeOld(this.cache);
  }

  get #folder(): string {
    return this.own ?? this.cache!;
  }

  #part(): string {
    return join(this.#folder, `${temporaryName()}.part`);
  }

  /** Runs `write`; its failure tells whether the cache or the run's own folder cannot be written. */
  readonly #attempt = <T>(write: () => T): T => {
    try {
      return write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).errno === undefined || isOutOfFiles(error)) throw error;
      throw this.own === undefined ? new UnwritableCache(reasonOf(error)) : noRoom(error);
    }
  };
}

function readValue(path: string): unknown {
  try {
    const bytes = readFileSync(path);
    const value = bytes.subarray(HEAD_BYTES);
    return bytes.readUInt32LE() === crc32(value) ? fromBytes(value) : undefined;
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return undefined;
  }
}

/** Renews the time of a file in a cache, so that it is not removed as unused. */
function touch(path: string): void {
  try {
    const now = new Date();
    if (now.getTime() - statSync(path).mtimeMs > DAY_MS) utimesSync(path, now, now);
  } catch {
    // Removed meanwhile, or owned by another user.
  }
}

function removeOld(cache: string): void {
  for (const name of namesIn(cache)) {
    if (!OURS.test(name)) continue;
    try {
      const path = join(cache, name);
      const days = name.endsWith('.part') ? PART_KEPT_DAYS : KEPT_DAYS;
      if (Date.now() - statSync(path).mtimeMs > days * DAY_MS) rmSync(path, { force: true });
    } catch {
      // Another build was faster, or the cache cannot be written.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Bytes in a block: each has a CRC-32 of its own, so that it can be checked without the others. */
export const BLOCK = 1 << 16;

/** Writes a file of bytes and computes the CRC-32 of each of its blocks. */
export class BytesWriter {
  readonly #fd: number;
  readonly #sums: number[] = [];
  #sum = 0;
  #summed = 0;
  #isOpen = true;

  /** `put` moves the finished file to its place; `attempt` runs whatever writes. */
  constructor(
    private readonly path: string,
    private readonly put: () => void,
    private readonly attempt: (write: () => void) => void,
  ) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK - this.#summed);
      this.#sum = crc32(part, this.#sum);
      this.#summed += part.length;
      at += part.length;
      if (this.#summed === BLOCK) this.#endBlock();
    }
    this.attempt(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    });
  }

  /** Puts the file in its place; gives the CRC-32 of each block. */
  finish(): Uint32Array {
    if (this.#summed > 0) this.#endBlock();
    this.#close();
    this.attempt(this.put);
    return new Uint32Array(this.#sums);
  }

  /** Removes the file unless it is finished. */
  abandon(): void {
    this.#close();
    rmSync(this.path, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  #endBlock(): void {
    this.#sums.push(this.#sum);
    this.#sum = 0;
    this.#summed = 0;
  }
}
