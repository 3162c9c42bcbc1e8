// A mounted or local folder as a target: `file:///srv/portal`. Beside it is `.portal.published`, which a server of the
// folder does not serve: new files are written there, and renamed into place, and what publishing keeps is there.
import { createHash, hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atOnce } from '../../../files/at-once.js';
import { cannotWrite, isFolder, mustStayBelow, realPath } from '../../../files/disk/boundary.js';
import { hashFile } from '../../../files/source/data-file.js';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { blocksOf, changedMeanwhile } from '../local.js';
import type {
  Condition,
  Key,
  Listed,
  LocalFile,
  PublishTarget,
  Stored,
  TargetMeter,
} from './target.js';

/** The most seconds by which a file's modification time is set ahead of the clock. */
const MOST_AHEAD = 60;

/** Opens a folder, which need not exist yet; the one above it must. Throws a {@link UsageError}. */
export async function openFolder(address: string): Promise<PublishTarget> {
  return new FolderTarget(address, folderOf(address));
}

function folderOf(address: string): string {
  let path: string;
  try {
    const url = new URL(address);
    if (url.search !== '' || url.hash !== '') throw new Error('it has a query');
    path = fileURLToPath(url).replace(/(?<=.)[\\/]+$/, '');
  } catch (error) {
    throw new UsageError(
      `a folder is named as file:///srv/portal, not ${quote(address)}: ${(error as Error).message}`,
    );
  }
  const root = realPath(path);
  const above = statSync(dirname(root), { throwIfNoEntry: false });
  if (dirname(root) === root || !above?.isDirectory()) {
    throw new UsageError(`${dirname(root)} is no folder, so nothing can be published below it`);
  }
  const there = lstatSync(root, { throwIfNoEntry: false });
  if (there && !there.isDirectory()) throw new UsageError(`${root} is in the way: it is no folder`);
  if (there && there.dev !== above.dev) {
    throw new UsageError(
      `${root} is where a disk is mounted, so files cannot be made beside it: name a folder in it`,
    );
  }
  return root;
}

class FolderTarget implements PublishTarget {
  readonly meter: TargetMeter = { requests: 0, sent: 0, received: 0 };
  readonly #kept: string;
  /** Files that are not synced yet, so that a power cut could lose them. */
  readonly #unsynced = new Set<string>();

  constructor(
    readonly name: string,
    private readonly root: string,
  ) {
    this.#kept = join(dirname(root), `.${basename(root)}.published`);
  }

  async read(key: Key, most = Number.POSITIVE_INFINITY): Promise<Stored | undefined> {
    this.meter.requests++;
    const path = this.#path(key);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (!there?.isFile() || there.size > most) return undefined;
    const bytes = readFileSync(path);
    this.meter.received += bytes.length;
    return { bytes, etag: hash('sha256', bytes, 'hex'), age: this.now() - there.mtimeMs };
  }

  async write(
    key: Key,
    source: Buffer | LocalFile,
    _headers: string,
    condition?: Condition,
  ): Promise<string | undefined> {
    await this.#begin();
    if (Buffer.isBuffer(source)) {
      const etag = this.#place(key, [source], condition);
      if (etag !== undefined) this.meter.sent += source.length;
      return etag;
    }
    const etag = this.#place(key, blocksOf(source.path), undefined, source.hash);
    if (etag === undefined) throw changedMeanwhile(source);
    this.meter.sent += source.size;
    return etag;
  }

  async copy(
    from: Key,
    to: Key,
    { etag }: { readonly etag: string; readonly size: number },
  ): Promise<string | undefined> {
    await this.#begin();
    const path = this.#path(from);
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    return this.#place(to, blocksOf(path), undefined, etag);
  }

  async remove(key: Key): Promise<void> {
    await this.#begin();
    const path = this.#path(key);
    rmSync(path, { force: true });
    const [area] = this.#partsOf(key);
    try {
      for (let at = dirname(path); at !== area; at = dirname(at)) rmdirSync(at);
    } catch {
      // Not empty, or gone with another file.
    }
  }

  async *list(below: Key): AsyncGenerator<Listed> {
    this.meter.requests++;
    const folder = join(...this.#partsOf(below));
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const { size } = lstatSync(path);
      yield { name: relative(folder, path).split(sep).join('/'), size, etag: await hashFile(path) };
    }
  }

  async settle(): Promise<void> {
    const paths = [...this.#unsynced];
    this.#unsynced.clear();
    await atOnce(paths, async (path) => {
      if (!existsSync(path)) return; // removed since
      const file = await open(path, 'r+');
      await file.sync().finally(() => file.close());
    });
  }

  async tidy(): Promise<void> {
    this.#finish();
    if (!isFolder(this.#kept)) return;
    for (const name of readdirSync(this.#kept)) {
      if (name.startsWith('.')) rmSync(join(this.#kept, name), { recursive: true, force: true });
    }
  }

  etagOf({ hash }: LocalFile): string {
    return hash;
  }

  /** Reads the clock of the disk, which may be that of another machine. */
  now(): number {
    try {
      const path = join(this.#kept, `.${randomUUID()}`);
      closeSync(openSync(path, 'wx'));
      const { mtimeMs } = statSync(path);
      rmSync(path);
      return mtimeMs;
    } catch {
      return Date.now(); // nothing was published there yet, or nothing may be written
    }
  }

  warnings(): readonly string[] {
    return [];
  }

  close(): void {}

  /** Lets the event loop run before each change, for signals and for the lock's signs of life. */
  async #begin(): Promise<void> {
    this.meter.requests++;
    await nextTurn();
  }

  #partsOf(key: Key): readonly [area: string, name: string] {
    const [area, name] = key.split(/\/(.*)/s, 2);
    return [area === 'live' ? this.root : this.#kept, name ?? ''];
  }

  #path(key: Key): string {
    const [area, name] = this.#partsOf(key);
    mustStayBelow(area, name);
    return join(area, name);
  }

  /**
   * Writes bytes under a key. Returns their etag; undefined, and writes nothing, if the condition does not hold or the
   * etag is not the wanted one.
   */
  #place(
    key: Key,
    blocks: Iterable<Buffer>,
    condition: Condition,
    wanted?: string,
  ): string | undefined {
    const path = this.#path(key);
    const before = condition === 'absent' ? '' : condition?.etag;
    try {
      if (before !== undefined) this.#finish();
      if (before !== undefined && etagAt(path) !== before) return undefined;
      if (!isFolder(this.#kept)) mkdirSync(this.#kept, { mode: 0o700 });
      mkdirSync(dirname(path), { recursive: true });
      const aside = join(this.#kept, `.${randomUUID()}`);
      try {
        if (before !== undefined) return this.#swap(path, aside, blocks, before);
        const isKept = key.startsWith('kept/');
        const etag = writeWhole(aside, blocks, isKept);
        if (wanted !== undefined && etag !== wanted) return undefined;
        if (!isKept) this.#unsynced.add(path);
        replace(aside, path);
        return etag;
      } finally {
        rmSync(aside, { recursive: true, force: true });
      }
    } catch (error) {
      throw cannotWrite(this.root, error);
    }
  }

  /**
   * Replaces a file whose etag is `before`. The new file is written into a folder, which is then renamed to
   * `.NAME.after.ETAG`: only one of several publishers succeeds in that. From then on, any publisher can finish the
   * replacement, so that the old or the new file is always there, even if this process is killed.
   */
  #swap(path: string, aside: string, blocks: Iterable<Buffer>, before: string): string | undefined {
    mkdirSync(aside);
    const etag = writeWhole(join(aside, basename(aside)), blocks, true);
    // Fails if there is such a folder, and it is not empty. Links would do, too, but some file systems have none.
    unless(BUSY, () => renameSync(aside, join(this.#kept, `.${basename(path)}.after.${before}`)));
    this.#finish();
    sync(this.#kept);
    return etagAt(path) === etag ? etag : undefined;
  }

  /** Finishes replacements that other publishers, perhaps killed since, began. */
  #finish(): void {
    if (!isFolder(this.#kept)) return;
    for (const entry of readdirSync(this.#kept, { withFileTypes: true })) {
      const [, name, before] = /^\.(\w+)\.after\.(\w*)$/.exec(entry.name) ?? [];
      if (name === undefined || !entry.isDirectory()) continue;
      const [path, folder] = [join(this.#kept, name), join(this.#kept, entry.name)];
      unless(BUSY, () => {
        for (const next of readdirSync(folder)) {
          // If the file still has the old etag, this version replaces it. Otherwise another publisher was first, and
          // this version is deleted.
          if (etagAt(path) === before) renameSync(join(folder, next), path);
          else rmSync(join(folder, next), { recursive: true, force: true });
        }
        rmdirSync(folder);
      });
    }
  }
}

/** Error codes which mean that someone else was faster. */
const BUSY: readonly (string | undefined)[] = ['ENOENT', 'EEXIST', 'ENOTEMPTY'];

/** Runs `work`, and ignores its error if the error has one of these codes. */
function unless(codes: readonly (string | undefined)[], work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/** Moves a file into place, where it may replace another one. */
function replace(aside: string, path: string): void {
  const old = lstatSync(path, { throwIfNoEntry: false });
  if (old?.isDirectory()) throw new UsageError(`${path} is in the way: it is a folder`);
  if (old) {
    // Servers make ETags from the second of modification: that of a new file must differ from the old one's.
    const [last, second] = [old.mtimeMs, lstatSync(aside).mtimeMs].map((ms) =>
      Math.floor(ms / 1000),
    );
    if (last! >= second! && last! < second! + MOST_AHEAD) utimesSync(aside, last! + 1, last! + 1);
  }
  renameSync(aside, path);
}

/**
 * Writes a new file, and returns its etag. `isLasting`: syncs it, so that a power cut cannot empty it; `settle` does
 * that for pages.
 */
function writeWhole(path: string, blocks: Iterable<Buffer>, isLasting: boolean): string {
  const sum = createHash('sha256');
  const fd = openSync(path, 'wx');
  try {
    for (const bytes of blocks) {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      sum.update(bytes);
    }
    if (isLasting) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return sum.digest('hex');
}

/** Syncs a folder, so that a power cut does not undo renames in it. */
function sync(folder: string): void {
  // Not every system can open and sync folders.
  unless(['EISDIR', 'EPERM', 'EACCES', 'EINVAL'], () => {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

/** The etag of a file; empty when none is there. */
function etagAt(path: string): string {
  try {
    return hash('sha256', readFileSync(path), 'hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
