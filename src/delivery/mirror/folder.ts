// The folder of a mirror: its files and their digests. A file is not read again if its times show that nobody changed
// it since the last successful run began; a file beside the folder keeps when that was.
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { readAtMost, textOf } from '../../files/disk/text-file.js';
import { hashFile } from '../../files/source/data-file.js';
import type { Portal } from '../../model/endpoint.js';
import { refused } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { filesOf, MAX_DESCRIPTION, type SnapshotFiles } from './manifest.js';

/** A file of the folder. */
export interface CopiedFile {
  /** SHA-256. */
  readonly hash: string;
  readonly size: number;
  readonly signature: string;
}

/**
 * What a run writes beside the folder: when it began, by the disk's clock, and the stat signatures of snapshot.json and
 * of the file of its signatures, which is the one file whose digest nothing states.
 */
const MEMORY = /^(\d+(?:\.\d+)?) (.{1,200})$/;

export class MirrorFolder {
  readonly #seen = new Map<string, CopiedFile | undefined>();
  readonly #memory: string;
  /** When this run began, in milliseconds by the disk's clock. */
  #begun = 0;
  /** When the last successful run began; undefined if snapshot.json or its signature is no longer as it left them. */
  #since: number | undefined;
  /** The files that the folder's own snapshot.json names; undefined if there is none that can be read. */
  before: SnapshotFiles | undefined;

  private constructor(private readonly root: string) {
    this.#memory = join(dirname(root), `.${basename(root)}.mirrored`);
  }

  /** `root`: the real path of the folder, which this run has locked. `audit`: every file is read again. */
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

  /** Notes when the run begins, by the disk's clock. `path`: a file that was written just now. */
  begin(path: string): void {
    this.#begun = lstatSync(path).mtimeMs;
  }

  /** Whether it is known when the last successful run began, so that files changed since can be recognised. */
  get isKnown(): boolean {
    return this.#since !== undefined;
  }

  pathOf(name: string): string {
    return join(this.root, name);
  }

  /** The file with a name; undefined if there is none. Throws a {@link UsageError} if it is a folder or a link. */
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

  /** The bytes of a file of at most 16 MiB; undefined if it is longer or there is none. */
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

  /** Forgets the last run, before files change: if this run is killed, the next one reads all files. */
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
    const there = [SNAPSHOT, SIGNATURE].flatMap(
      (name) => lstatSync(this.pathOf(name), { throwIfNoEntry: false }) ?? [],
    );
    return there.map(statSignature).join(' ');
  }
}
