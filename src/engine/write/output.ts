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
  /** The encodings in which siblings are made. */
  readonly compress: readonly Encoding[];
  /** Whether to write even if another build holds the lock. */
  readonly breakLock: boolean;
  /** The name of the stage, if the next run may continue with its files. By default it is random. */
  readonly keptStage?: string;
}

/** Brings the snapshot's folder from one state to the next. */
export class Output {
  /** The folders and settings for making files. Other threads use it, too: their files are passed to {@link add}. */
  readonly workplace: Workplace;
  readonly #stage: Stage;
  readonly #files = new Map<string, OutputFile>();

  /**
   * `isOurs`: whether only snapshots write a file of this name. `last`: what {@link publish} returned in the last
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

  /** Whether an earlier run was interrupted, so that the folder may have files of two snapshots. */
  get wasLeft(): boolean {
    return this.#stage.wasLeft;
  }

  /** Makes a file, unless the same is in place. `key`: identifies what it is made from, for {@link keep}. */
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

  /** As {@link file}, for content that takes long to make: it is made only if no file with this key is in place. */
  async fileOf(name: string, key: string, content: () => Promise<string>): Promise<void> {
    const planned = { name, role: 'head', key } as const;
    this.add(await makeFile(this.workplace, planned, async () => oneBlock(await content()), true));
  }

  /** All files that were made. */
  names(): string[] {
    return [...this.#files.keys()];
  }

  /**
   * Keeps all files that the last build made with this key. Returns false, and keeps none, if one has changed or none
   * exists.
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

  /** Adds files that were made in the workplace. */
  add(files: readonly OutputFile[]): void {
    for (const file of files) {
      if (this.#files.size % SIGN_EVERY === 0) this.#stage.touch();
      this.#files.set(file.name, file);
    }
  }

  /** The size of the new snapshot, when all its files are made. */
  tally(): Tally {
    let bytes = 0;
    let largest = { name: '', bytes: 0 };
    for (const [name, file] of this.#files) {
      bytes += file.bytes;
      if (file.bytes > largest.bytes) largest = { name, bytes: file.bytes };
    }
    return { files: this.#files.size, bytes, largest };
  }

  /** Puts all changed files in their places and removes what is no longer part of the snapshot. */
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
      // For an unchanged file, the signature that was compared before: another program may have changed the file since.
      const signature = file.isNew ? statSignature(lstatSync(join(root, name))) : file.signature;
      inPlace.set(name, { ...file, isNew: false, signature });
    }
    const removed = others.stale.length;
    const files = { written, unchanged: total - written, removed, total };
    return { files, bytes, foreign: others.foreign, inPlace };
  }

  /** Renews the lock while files are made elsewhere. */
  touch(): void {
    this.#stage.touch();
  }

  /** Releases the folder, with or without {@link publish}. `isToGoOn`: keeps unfinished files for the next run. */
  close(isToGoOn = false): void {
    this.#stage.close(isToGoOn);
  }
}

const oneBlock = (content: string | Uint8Array): Iterator<Block> =>
  [{ bytes: Buffer.from(content), isLast: true }].values();
