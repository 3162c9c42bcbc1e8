// Writes the snapshot's folder. New files are made in the stage, and moved into the folder when all are ready
// (place.ts). A file with the same bytes is not touched. If a build is killed, every file is whole, and the next build
// does the rest.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { statSignature } from '../../files/disk/stat-signature.js';
import type { Encoding } from '../../site/address.js';
import type { Block } from './assemble.js';
import { findOthers } from './folder.js';
import { fileInPlace, makeFile, type Workplace } from './make.js';
import type { OutputFile, OutputFiles, Role } from './output-file.js';
import { placeFiles, removeFiles } from './place.js';
import { Stage } from './stage.js';

/** After this many files, the lock is renewed. */
const SIGN_EVERY = 500;

export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total: number;
}

/** The size of a snapshot. */
export interface Tally {
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
}

export interface OutputResult {
  readonly files: OutputCounts;
  /** The sum of the sizes of all files. */
  readonly bytes: number;
  /** Files and folders that no snapshot wrote. If everything in a folder is foreign, only the folder is listed. */
  readonly foreign: readonly string[];
  /** The files in their places, for the next build. */
  readonly inPlace: OutputFiles;
}

/** Where a snapshot is written, and how. */
export interface OutputSettings {
  readonly out: string;
  /** The encodings of the compressed copies. */
  readonly compress: readonly Encoding[];
  /** Whether to write even if another build holds the lock. */
  readonly breakLock: boolean;
  /** The name of the folder of unfinished files, if the next run may use its files. By default it is random. */
  readonly keptStage?: string;
}

/** Brings the snapshot's folder from one state to the next. */
export class Output {
  /** Where files are made. Other threads use it, too, and then their files are passed to {@link add}. */
  readonly workplace: Workplace;
  readonly #stage: Stage;
  readonly #files = new Map<string, OutputFile>();

  /**
   * `isOurs`: whether only snapshots write files with this name. `last`: the result of {@link publish} in the last
   * build.
   */
  constructor(
    { out, compress, breakLock, keptStage }: OutputSettings,
    private readonly isOurs: (file: string) => boolean,
    last: OutputFiles,
  ) {
    this.#stage = Stage.open(out, breakLock, keptStage);
    const { root, folder: stage } = this.#stage;
    this.workplace = { root, stage, compress, known: last };
  }

  /** Whether an earlier run was interrupted. Then the folder may have files of two snapshots. */
  get wasLeft(): boolean {
    return this.#stage.wasLeft;
  }

  /** Makes a file, unless the same file is in place. `key`: identifies the content, for {@link keep}. */
  async file(
    name: string,
    content: string | Uint8Array,
    {
      role = 'head',
      withSiblings = true,
      key = hash('sha256', content, 'hex'),
    }: { role?: Role; withSiblings?: boolean; key?: string } = {},
  ): Promise<void> {
    const planned = { name, role, key };
    this.add(await makeFile(this.workplace, planned, () => oneBlock(content), withSiblings));
  }

  /** As {@link file}, but `content` is called only if no file with this key is in place, because it takes long. */
  async fileOf(name: string, key: string, content: () => Promise<string>): Promise<void> {
    const planned = { name, role: 'head', key } as const;
    this.add(await makeFile(this.workplace, planned, async () => oneBlock(await content()), true));
  }

  /** All files that were made. */
  names(): string[] {
    return [...this.#files.keys()];
  }

  /**
   * Keeps all files of the last build with this key. If one of them has changed, or there is none, returns false and
   * keeps none.
   */
  keep(key: string): boolean {
    const files = [...this.workplace.known.values()].filter((file) => file.key === key);
    const isThere = ({ name }: OutputFile) => fileInPlace(this.workplace, name)?.key === key;
    if (files.length === 0 || !files.every(isThere)) return false;
    this.add(files);
    return true;
  }

  /** SHA-256 of a file that was made, in hexadecimal. */
  hashOf(name: string): string {
    return this.#files.get(name)!.hash;
  }

  /** The size of a file that was made. */
  bytesOf(name: string): number {
    return this.#files.get(name)!.bytes;
  }

  /** Adds files to the new snapshot: files that wait in the stage, and files that are already in place. */
  add(files: readonly OutputFile[]): void {
    for (const file of files) {
      if (this.#files.size % SIGN_EVERY === 0) this.#stage.touch();
      this.#files.set(file.name, file);
    }
  }

  /** The size of the new snapshot. All its files must have been made. */
  tally(): Tally {
    let bytes = 0;
    let largest = { name: '', bytes: 0 };
    for (const [name, file] of this.#files) {
      bytes += file.bytes;
      if (file.bytes > largest.bytes) largest = { name, bytes: file.bytes };
    }
    return { files: this.#files.size, bytes, largest };
  }

  /** Moves all changed files to their places, and removes those that are no longer part of the snapshot. */
  publish(): OutputResult {
    const { root, known: last } = this.workplace;
    const { files: total, bytes } = this.tally();
    const stage = this.#stage.inside;
    const others = findOthers(root, this.#files, { isOurs: this.isOurs, last, stage });
    this.#stage.touch();
    placeFiles(this.workplace, this.#files);
    removeFiles(root, others);
    const inPlace = new Map<string, OutputFile>();
    let written = 0;
    for (const [name, file] of this.#files) {
      if (file.isNew) written++;
      // An unchanged file keeps the signature that was compared before, because another program may have changed the
      // file since.
      const signature = file.isNew ? statSignature(lstatSync(join(root, name))) : file.signature;
      inPlace.set(name, { ...file, isNew: false, signature });
    }
    const removed = others.stale.length;
    const files = { written, unchanged: total - written, removed, total };
    return { files, bytes, foreign: others.foreign, inPlace };
  }

  /** Renews the lock. To be called while files are made elsewhere. */
  touch(): void {
    this.#stage.touch();
  }

  /** Releases the folder. `isToGoOn`: whether unfinished files are kept for the next run. */
  close(isToGoOn = false): void {
    this.#stage.close(isToGoOn);
  }
}

const oneBlock = (content: string | Uint8Array): Iterator<Block> =>
  [{ bytes: Buffer.from(content), isLast: true }].values();
