// Writes the snapshot's folder. New files are made in the stage. When all are ready, they are moved into the folder
// (place.ts). If a file there already has the same bytes, it is not touched. If a build is killed, every file in the
// folder is whole, and the next build does the rest.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { statSignature } from '../../files/disk/stat-signature.js';
import type { Encoding } from '../../site/address.js';
import type { Block } from './assemble.js';
import { findOthers } from './folder.js';
import { fileInPlace, makeFile, type Workplace } from './make.js';
import type { OutputFile, OutputFiles } from './output-file.js';
import { placeFiles, removeFiles } from './place.js';
import { Stage } from './stage.js';

/** The lock is renewed after this many files. */
const SIGN_EVERY = 500;

export interface OutputCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total: number;
}

/** The number and the size of the files of a snapshot. */
export interface Tally {
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
}

export interface OutputResult {
  readonly files: OutputCounts;
  /** The size of all files together. */
  readonly bytes: number;
  /** Files and folders that no snapshot wrote. If everything in a folder is foreign, only the folder is listed. */
  readonly foreign: readonly string[];
  /** The files that are in place now. The next build gets them as `last`. */
  readonly inPlace: OutputFiles;
}

/** Where a snapshot is written, and how. */
export interface OutputSettings {
  readonly out: string;
  /** The encodings of the compressed copies. */
  readonly compress: readonly Encoding[];
  /** Whether to write even if another build holds the lock. */
  readonly breakLock: boolean;
  /** The name of the folder of unfinished files, if the next run may go on with them. By default the name is random. */
  readonly keptStage?: string;
}

/** Collects the files of a new snapshot, and brings the snapshot's folder up to date. */
export class Output {
  /** Where files are made. Worker threads make files there, too, which are then passed to {@link add}. */
  readonly workplace: Workplace;
  readonly #stage: Stage;
  readonly #files = new Map<string, OutputFile>();

  /**
   * `isOurs`: whether a file with this name is part of a snapshot, so that it may be removed. `last`: the files that
   * the last build left in place.
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

  /** Whether unfinished files of an earlier run were found. Then the folder may have files of two snapshots. */
  get wasLeft(): boolean {
    return this.#stage.wasLeft;
  }

  /** Makes a file, unless the same file is in place. Files with the same name and `key` have the same content. */
  async file(
    name: string,
    content: string | Uint8Array,
    {
      withSiblings = true,
      key = hash('sha256', content, 'hex'),
    }: { withSiblings?: boolean; key?: string } = {},
  ): Promise<void> {
    const planned = { name, key };
    this.add(await makeFile(this.workplace, planned, () => oneBlock(content), withSiblings));
  }

  /** Like {@link file}. `content` takes long, so it is called only if no file with this name and key is in place. */
  async fileOf(name: string, key: string, content: () => Promise<string>): Promise<void> {
    this.add(
      await makeFile(this.workplace, { name, key }, async () => oneBlock(await content()), true),
    );
  }

  /** The names of all files of the new snapshot. */
  names(): string[] {
    return [...this.#files.keys()];
  }

  /**
   * Adds all files of the last build with this key to the new snapshot. If there are none, or if one of them has
   * changed, adds none and returns false.
   */
  keep(key: string): boolean {
    const files = [...this.workplace.known.values()].filter((file) => file.key === key);
    const isThere = ({ name }: OutputFile) => fileInPlace(this.workplace, name)?.key === key;
    if (files.length === 0 || !files.every(isThere)) return false;
    this.add(files);
    return true;
  }

  /** The SHA-256 of a file of the new snapshot, in hexadecimal. */
  hashOf(name: string): string {
    return this.#files.get(name)!.hash;
  }

  bytesOf(name: string): number {
    return this.#files.get(name)!.bytes;
  }

  /** Adds files to the new snapshot. They are in the stage or already in place. */
  add(files: readonly OutputFile[]): void {
    for (const file of files) {
      if (this.#files.size % SIGN_EVERY === 0) this.#stage.touch();
      this.#files.set(file.name, file);
    }
  }

  /** Returns the size of the new snapshot. All its files must have been made. */
  tally(): Tally {
    let bytes = 0;
    let largest = { name: '', bytes: 0 };
    for (const [name, file] of this.#files) {
      bytes += file.bytes;
      if (file.bytes > largest.bytes) largest = { name, bytes: file.bytes };
    }
    return { files: this.#files.size, bytes, largest };
  }

  /** Moves all new files to their places, and removes files that are no longer part of the snapshot. */
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
      // An unchanged file keeps the signature that was compared earlier: another program may have changed the file
      // since.
      const signature = file.isNew ? statSignature(lstatSync(join(root, name))) : file.signature;
      inPlace.set(name, { ...file, isNew: false, signature });
    }
    const removed = others.stale.length;
    const files = { written, unchanged: total - written, removed, total };
    return { files, bytes, foreign: others.foreign, inPlace };
  }

  /** Renews the lock. Must be called from time to time while files are made elsewhere. */
  touch(): void {
    this.#stage.touch();
  }

  /** Releases the folder. `isToGoOn`: whether unfinished files are kept, so that the next run can go on with them. */
  close(isToGoOn = false): void {
    this.#stage.close(isToGoOn);
  }
}

const oneBlock = (content: string | Uint8Array): Iterator<Block> =>
  [{ bytes: Buffer.from(content), isLast: true }].values();
