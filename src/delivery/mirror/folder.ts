// The folder of a mirror: which files are there, and their digests. A file is not read again that no one has touched since a run
// that ended well began: the disk tells when each was last changed, and beside the folder stands when that run began.
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { readAtMost, textOf } from '../../files/disk/text-file.js';
import { hashFile } from '../../files/source/data-file.js';
import type { Portal } from '../../model/endpoint.js';
import { refused } from '../../problems/problem.js';
import { SNAPSHOT } from '../../site/address.js';
import { filesOf, MAX_DESCRIPTION, type SnapshotFiles } from './manifest.js';

/** A file of the folder. */
export interface CopiedFile {
  /** SHA-256. */
  readonly hash: string;
  readonly size: number;
  readonly signature: string;
}

/** What a run remembers: when it began, by the disk's clock, and the stat signature of the snapshot.json that it left. */
const MEMORY = /^(\d+(?:\.\d+)?) (.{1,200})$/;

export class MirrorFolder {
  readonly #seen = new Map<string, CopiedFile | undefined>();
  readonly #memory: string;
  /** When this run began. */
  #begun = 0;
  /** When the last run began that ended well, if what it left has been there since. */
  #since: number | undefined;
  /** What the folder's own snapshot.json says; undefined where there is none that can be read. */
  before: SnapshotFiles | undefined;

  private constructor(private readonly root: string) {
    this.#memory = join(dirname(root), `.${basename(root)}.mirrored`);
  }

  /** `audit`: every file is read again. `root`: a real path, whose lock is held. */
  static async open(portal: Portal, root: string, audit: boolean): Promise<MirrorFolder> {
    const folder = new MirrorFolder(root);
    const bytes = folder.bytesOf(SNAPSHOT);
    if (bytes) {
      const own = (file: string) => folder.bytesOf(file) ?? Buffer.alloc(0);
      folder.before = await filesOf(portal, bytes, async (file, fits) => {
        const apart = own(file);
        if (fits(apart)) return apart;
        throw new Error(`${file} is no longer what it was`);
      }).catch(() => undefined);
    }
    if (folder.before && !audit) folder.#since = folder.#remembered();
    return folder;
  }

  /** Notes the time by the disk's own clock; `path`: a file that was made just now. */
  begin(path: string): void {
    this.#begun = lstatSync(path).mtimeMs;
  }

  /** Whether the last run ended well, and what it left can be told from what others changed since. */
  get isKnown(): boolean {
    return this.#since !== undefined;
  }

  pathOf(name: string): string {
    return join(this.root, name);
  }

  /** What is there; throws a {@link UsageError} where that is no file. */
  async fileAt(name: string): Promise<CopiedFile | undefined> {
    if (this.#seen.has(name)) return this.#seen.get(name);
    const path = this.pathOf(name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile()) throw refused('disk/no-file', { path });
    const isAsLeft = there && this.#since !== undefined && !isRacilyClean(there, this.#since);
    const file = there && {
      hash: (isAsLeft && this.before?.files.get(name)) || (await hashFile(path)),
      size: there.size,
      signature: statSignature(there),
    };
    this.#seen.set(name, file);
    return file;
  }

  /** All of a short file; undefined where it is none, or is not there. */
  bytesOf(name: string): Buffer | undefined {
    const path = this.pathOf(name);
    const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
    if (!isFile) return undefined;
    try {
      return readAtMost(path, MAX_DESCRIPTION);
    } catch {
      return undefined;
    }
  }

  /** Until the folder is in step, nothing is known of it. */
  forget(): void {
    rmSync(this.#memory, { force: true });
  }

  /** Remembers that the folder is in step, if a file can be made beside it. */
  remember(): void {
    try {
      this.forget();
      writeFileSync(this.#memory, `${this.#begun} ${this.#signature()}`, { flag: 'wx' });
    } catch {
      // Then all files are read again.
    }
  }

  #remembered(): number | undefined {
    const [, since, signature] = MEMORY.exec(textOf(this.#memory) ?? '') ?? [];
    return signature === this.#signature() ? Number(since) : undefined;
  }

  #signature(): string {
    return statSignature(lstatSync(join(this.root, SNAPSHOT)));
  }
}
