// Keeps compiled shards on disk: in the cache, in a folder that several machines share, or in a temporary folder. A
// shard has one file of columns, and one file of bytes for each kind of fragment. The names of these files begin with
// the shard's key. A file of an earlier run is checked by its CRC-32; a damaged file is not used. (A SHA-256 would not
// be safer, because anybody who can write a file here can also write its SHA-256.)
import { randomUUID } from 'node:crypto';
import { closeSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { isWithin, makeFolder, realPath } from '../../files/disk/boundary.js';
import {
  discard,
  folderIn,
  noRoom,
  reasonOf,
  sweep,
  temporaryFolder,
} from '../../files/disk/temporary.js';
import { openData } from '../../files/source/data-file.js';
import { isOutOfFiles } from '../../problems/failure.js';
import { BytesWriter } from './bytes.js';
import { tidy } from './tidy.js';

/** In the file of a value, a CRC-32 of its name and its bytes comes first. It takes this many bytes. */
const HEAD_BYTES = 4;
/** Matches the names of shards and of kept reports. */
const SHARD = /^[0-9a-f]{64}$/;

/** A file in the cache cannot be read, or is damaged. The message is the path of the file. */
export class DamagedCache extends Error {}

/** The cache cannot be written. The message is the reason. */
export class UnwritableCache extends Error {}

/** A function that is called with the folder of a cache that cannot be used, and with the reason. */
export type OnUnwritableCache = (folder: string, reason: string) => void;

export interface StoreSettings {
  /** The folder of the cache; undefined for no cache. */
  readonly cache: string | undefined;
  /**
   * A data folder that is removed after the run, for example one with the data of an older commit. Of this folder, only
   * compiled shards are kept in the cache.
   */
  readonly temporary?: string;
  readonly onUnwritableCache: OnUnwritableCache;
}

/**
 * Runs `work` with a cache. Without a cache, or if it cannot be written, `work` gets a temporary folder. If the cache
 * turns out to be damaged or unwritable, `work` is run again.
 */
export async function withStore<T>(
  { cache, temporary, onUnwritableCache }: StoreSettings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = Store.open(cache, onUnwritableCache, temporary);
  try {
    for (;;) {
      try {
        return await work(store);
      } catch (error) {
        if (error instanceof UnwritableCache) store.doWithout(error);
        else if (error instanceof DamagedCache) store.mend(error);
        else throw error;
      }
    }
  } finally {
    store.close();
  }
}

/** What a worker thread needs to know to use a store of the main thread. */
export interface StoreHandle {
  readonly folder: string;
  readonly isCache: boolean;
  readonly unfinished: string;
}

/** A folder of values and files. Each value has a name and a CRC-32. */
export class Store {
  /** Names of files that this run wrote. They need no check. */
  readonly #fresh = new Set<string>();
  readonly #begun = new Set<BytesWriter>();
  /** The names of the values that this run used, so that they are not removed as old. */
  readonly #used = new Set<string>();
  #unfinished: string | undefined;
  #damages = 0;

  /** `isCache`: whether later runs use the folder, too. */
  private constructor(
    private folder: string,
    private isCache: boolean,
    private readonly onUnwritable: OnUnwritableCache,
    private readonly temporary?: string,
  ) {}

  static open(
    cache: string | undefined,
    onUnwritable: OnUnwritableCache,
    temporary?: string,
  ): Store {
    sweep(tmpdir());
    const folder = cache ?? temporaryFolder();
    const isCache = cache !== undefined;
    const store = new Store(folder, isCache, onUnwritable, temporary);
    if (cache === undefined) return store;
    try {
      makeFolder(realPath(cache), 0o700);
      sweep(cache);
    } catch (error) {
      store.doWithout(new UnwritableCache(reasonOf(error)));
    }
    return store;
  }

  /** Opens, in a worker thread, a store of the main thread. Only the main thread closes it. */
  static at({ folder, isCache, unfinished }: StoreHandle): Store {
    const store = new Store(folder, isCache, () => {});
    store.#unfinished = unfinished;
    return store;
  }

  get handle(): StoreHandle {
    const unfinished = this.#attempt(() => this.#unfinishedIn());
    const { folder, isCache } = this;
    return { folder, isCache, unfinished };
  }

  /** Continues with an empty temporary folder instead of the cache. */
  doWithout({ message }: UnwritableCache): void {
    this.onUnwritable(this.folder, message);
    this.#leaveCache();
  }

  /**
   * Prepares another attempt after a damaged file was found. The first time, the shards that this run used are removed
   * from the cache, so that they are compiled again. The second time, the run leaves the cache. The third time, throws.
   */
  mend({ message }: DamagedCache): void {
    this.#damages++;
    if (this.#damages > 2) throw noRoom(new Error(`${message} cannot be read`));
    if (this.#damages === 2) this.#leaveCache();
    else for (const name of this.#used) if (SHARD.test(name)) this.remove(name);
  }

  /** Protects these values from being removed as old, even if this run does not read them. */
  use(names: Iterable<string>): void {
    for (const name of names) this.#used.add(name);
  }

  /** Returns the value under a name; undefined if it is missing or damaged. */
  read(name: string): unknown {
    this.#used.add(name);
    return readValue(this.path(name), name);
  }

  write(name: string, value: unknown): void {
    const bytes = serialize(value);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(sumOf(name, bytes));
    this.adopt(name, Buffer.concat([head, bytes]));
  }

  /** Writes a file whose bytes are given, for example a file that another machine made. */
  adopt(name: string, bytes: Buffer): void {
    this.#attempt(() => {
      const part = this.#part();
      try {
        writeFileSync(part, bytes, { flag: 'wx', mode: 0o600 });
        this.#put(part, name);
      } finally {
        rmSync(part, { force: true });
      }
    });
  }

  /**
   * Keeps a value about a data folder for later runs. Does nothing without a writable cache, or if the folder is
   * removed after this run.
   */
  keep(name: string, value: unknown, folder: string): void {
    const { temporary } = this;
    if (!this.isCache || (temporary !== undefined && isWithin(folder, temporary))) return;
    try {
      this.write(name, value);
    } catch (error) {
      if (!(error instanceof UnwritableCache)) throw error;
      this.doWithout(error);
    }
  }

  /** Begins a file of bytes. It gets its name when `finish` is called. */
  begin(name: string): BytesWriter {
    const writer = this.#attempt(() => {
      const part = this.#part();
      return new BytesWriter(part, () => this.#put(part, name), this.#attempt);
    });
    this.#begun.add(writer);
    return writer;
  }

  /** Removes the files that were begun and not finished. */
  abandon(): void {
    for (const writer of this.#begun) writer.abandon();
    this.#begun.clear();
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Marks a file as written by this run, so that it is not checked when it is read. */
  trust(name: string): void {
    this.#fresh.add(name);
  }

  isFresh(name: string): boolean {
    return this.#fresh.has(name);
  }

  remove(name: string): void {
    try {
      rmSync(this.path(name), { force: true });
    } catch (error) {
      this.doWithout(new UnwritableCache(reasonOf(error)));
    }
  }

  /** Ends the run. Removes its temporary folders, and old files of the cache. */
  close(): void {
    if (this.#unfinished !== undefined) discard(this.#unfinished);
    if (this.isCache) tidy(this.folder, this.#used);
    else discard(this.folder);
  }

  #leaveCache(): void {
    if (!this.isCache) return;
    this.folder = temporaryFolder();
    this.isCache = false;
  }

  /** Moves a finished file to its place. Replaces the file that is there. */
  #put(part: string, name: string): void {
    const path = this.path(name);
    // The old file is removed first: ext4 waits for the disk when a file is renamed to the name of an existing file.
    rmSync(path, { recursive: true, force: true });
    renameSync(part, path);
  }

  #part(): string {
    return join(this.#unfinishedIn(), randomUUID());
  }

  /**
   * Returns a folder for unfinished files. It is on the same disk as the cache, so that files can be moved by renaming.
   * It is removed at the end of the run.
   */
  #unfinishedIn(): string {
    if (!this.isCache) return this.folder;
    this.#unfinished ??= folderIn(this.folder);
    return this.#unfinished;
  }

  /**
   * Runs `write`. If the disk refuses it, throws an error that says whether the cache or a temporary folder cannot
   * be written.
   */
  readonly #attempt = <T>(write: () => T): T => {
    try {
      return write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).errno === undefined || isOutOfFiles(error)) throw error;
      throw this.isCache ? new UnwritableCache(reasonOf(error)) : noRoom(error);
    }
  };
}

/** The CRC-32 covers the name, too: a file with the bytes of another file counts as damaged. */
const sumOf = (name: string, value: Buffer): number => crc32(value, crc32(name));

function readValue(path: string, name: string): unknown {
  let fd: number | undefined;
  try {
    fd = openData(path);
    const bytes = readFileSync(fd);
    const value = bytes.subarray(HEAD_BYTES);
    if (bytes.readUInt32LE() !== sumOf(name, value)) return undefined;
    return deserialize(value);
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
