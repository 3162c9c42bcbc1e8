// The folder of a mirror: its files and their SHA-256. The SHA-256 are those in the folder's snapshot.json, so that
// the files need not be read. After an interrupted run, and with `--audit`, the files are read.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { statSignature } from '../../files/disk/stat-signature.js';
import { readAtMost } from '../../files/disk/text-file.js';
import { hashFile } from '../../files/source/data-file.js';
import type { Portal } from '../../model/endpoint.js';
import { refused } from '../../problems/problem.js';
import { SNAPSHOT } from '../../site/address.js';
import {
  filesOf,
  MAX_DESCRIPTION,
  readSnapshot,
  WrongSnapshot,
} from '../../site/snapshot-reader.js';

/** A file in the folder of the mirror. */
export interface CopiedFile {
  /** SHA-256. */
  readonly hash: string;
  readonly size: number;
  readonly signature: string;
}

/** The id of a snapshot, and the SHA-256 of its files by their names. */
export interface SnapshotFiles {
  readonly id: string;
  readonly files: ReadonlyMap<string, string>;
}

export class MirrorFolder {
  readonly #seen = new Map<string, CopiedFile | undefined>();
  /** The files that the folder's own snapshot.json names; undefined if these names cannot be read. */
  before: SnapshotFiles | undefined;

  private constructor(
    private readonly root: string,
    private readonly mayTrust: boolean,
  ) {}

  /**
   * `root`: the real path of the folder, which this run has locked; `mayTrust`: whether to trust the snapshot.json in
   * it.
   */
  static async open(portal: Portal, root: string, mayTrust: boolean): Promise<MirrorFolder> {
    const folder = new MirrorFolder(root, mayTrust);
    const own = async (file: string) => folder.bytesOf(file) ?? Buffer.alloc(0);
    try {
      const snapshot = readSnapshot(await own(SNAPSHOT));
      folder.before = { id: snapshot.id, files: await filesOf(portal, snapshot, own) };
    } catch (error) {
      if (!(error instanceof WrongSnapshot)) throw error;
    }
    return folder;
  }

  /** Whether the SHA-256 of the files are those in snapshot.json, so that the files are not read. */
  get isTrusted(): boolean {
    return this.mayTrust && this.before !== undefined;
  }

  pathOf(name: string): string {
    return join(this.root, name);
  }

  /**
   * The file with this name; undefined if there is none. Throws a {@link UsageError} if a folder or a link has the
   * name.
   */
  async fileAt(name: string): Promise<CopiedFile | undefined> {
    if (this.#seen.has(name)) return this.#seen.get(name);
    const path = this.pathOf(name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile()) throw refused('{path} is in the way: it is not a file', { path });
    const file = there && {
      hash: (this.mayTrust && this.before?.files.get(name)) || (await hashFile(path)),
      size: there.size,
      signature: statSignature(there),
    };
    this.#seen.set(name, file);
    return file;
  }

  /** The bytes of a file; undefined if it cannot be read, or is larger than snapshot.json may be. */
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
}
