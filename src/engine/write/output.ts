// Writes the snapshot's folder. New files are made beside it, and moved into it when all are ready: pages before the
// files that lead to them, removals last. A file whose bytes are the same is not touched. When a build is killed at any
// instant, every file is whole, and the next build completes the rest.
import { hash } from 'node:crypto';
import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mustStayBelow } from '../../files/disk/boundary.js';
import { statSignature } from '../../files/disk/stat-signature.js';
import type { Encoding } from '../../site/address.js';
import { kindOf } from '../../site/kinds.js';
import { queueOf } from '../pool/queue.js';
import {
  type FolderQueue,
  type KnownFile,
  type Left,
  scanDirectory,
  signaturesOfFolders,
} from './directory-scan.js';
import { FileMaker, type Made, type MadeFile, type Workplace } from './make.js';
import { type PlacePhase, place, type Role } from './place.js';
import { Stage } from './stage.js';

/** After this many files, the lock gets a sign of life. */
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
  /** Files and folders that no snapshot wrote; of a folder that is wholly foreign, only the folder. */
  readonly foreign: readonly string[];
  /** The state of the folder, for the next build. */
  readonly left: Left;
}

/** Where a snapshot is written, and how. */
export interface OutputSettings {
  readonly out: string;
  /** The encodings of the siblings of files. */
  readonly compress: readonly Encoding[];
  /** Whether to write although another build holds the lock. */
  readonly breakLock: boolean;
  /** The name of the stage, if the next run may continue with its files. By default the name is random. */
  readonly keptStage?: string;
}

/** Brings the snapshot's folder from one state to the next. */
export class Output {
  /** The folders and settings for making files. Files that other threads make with it are passed to {@link add}. */
  readonly workplace: Workplace;
  readonly #stage: Stage;
  readonly #maker: FileMaker;
  /** All files, by name. Of those that are as the last build left them: what is known of them. */
  readonly #files = new Map<string, MadeFile | KnownFile>();
  /** The signatures of the folders that are as the last build left them. */
  #asLeft: Left['folders'] = new Map();

  /**
   * `isOurs`: whether only snapshots write a file of this name. `left`: what {@link publish} returned in the last
   * build.
   */
  constructor(
    { out, compress, breakLock, keptStage }: OutputSettings,
    private readonly isOurs: (file: string) => boolean,
    private readonly left: Left,
  ) {
    this.#stage = Stage.open(out, breakLock, keptStage);
    const { root, folder: stage } = this.#stage;
    this.workplace = { root, stage, compress, known: left.files };
    this.#maker = new FileMaker(this.workplace);
  }

  /** Makes a file, unless it is in its place. `key`: identifies what it is made from, for {@link keep}. */
  async file(
    name: string,
    content: string | Uint8Array,
    {
      role = 'head',
      withSiblings = true,
      key = hash('sha256', content, 'hex'),
    }: { role?: Role; withSiblings?: boolean; key?: string } = {},
  ): Promise<void> {
    const blocks = () => [{ bytes: Buffer.from(content), isLast: true }].values();
    this.add(await this.#maker.make({ name, role, key, blocks, withSiblings }));
  }

  /** All files that were made. */
  names(): string[] {
    return [...this.#files.keys()];
  }

  /**
   * Keeps all files that the last build made with this key. False, and keeps none, if one has changed or there are
   * none.
   */
  keep(key: string): boolean {
    const names = [...this.left.files.keys()].filter(
      (name) => this.left.files.get(name)!.key === key,
    );
    if (names.length === 0 || !names.every((name) => this.#maker.isAsLeft(name))) return false;
    this.add(names);
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
  add(files: readonly Made[]): void {
    for (const file of files) {
      if (this.#files.size % SIGN_EVERY === 0) this.#stage.touch();
      if (typeof file === 'string') this.#files.set(file, this.left.files.get(file)!);
      else this.#files.set(file.name, file);
    }
  }

  /** Returns the task of comparing the last snapshot's folders by their signatures; {@link saw} is given the result. */
  look(): FolderQueue {
    return { ...queueOf(1), root: this.workplace.root, folders: this.left.folders };
  }

  /** Receives the names of the folders that have changed. Unless it is called, {@link publish} reads all folders. */
  saw(changed: readonly string[]): void {
    const asLeft = new Map(this.left.folders);
    for (const name of changed) asLeft.delete(name);
    this.#asLeft = asLeft;
  }

  /** The size of the new snapshot, once all its files are made. */
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
    const { root } = this.workplace;
    const { bytes } = this.tally();
    const moment = Date.now();
    const left = { files: this.left.files, folders: this.#asLeft };
    const found = scanDirectory(root, this.#files, left, this.isOurs, this.#stage.inside);
    const { stale, foreign, empty } = found;
    this.#stage.touch();
    const changed = new Map<string, PlacePhase>();
    for (const file of this.#files.values()) {
      if ('isNew' in file && file.isNew) changed.set(file.name, file.phase);
    }
    if (changed.size > 0) place(this.#stage.folder, root, (name) => changed.get(name)!);
    for (const name of inOrderOfRemoval(stale)) {
      mustStayBelow(root, name);
      rmSync(join(root, name), { force: true }); // `place` may have removed a sibling
    }
    for (const name of [...stale.map(dirname), ...empty]) this.#removeEmpty(name);
    return {
      files: {
        written: changed.size,
        unchanged: this.#files.size - changed.size,
        removed: stale.length,
        total: this.#files.size,
      },
      bytes,
      foreign,
      left: {
        files: this.#published(changed),
        folders: signaturesOfFolders(
          root,
          this.#files.keys(),
          found,
          this.#asLeft,
          [...changed.keys(), ...stale],
          moment,
        ),
      },
    };
  }

  #published(changed: ReadonlyMap<string, unknown>): Map<string, KnownFile> {
    const published = new Map<string, KnownFile>();
    for (const [name, { key, hash, bytes, signature: before, segments }] of this.#files) {
      // Of an unchanged file, the signature that was compared: others may have changed the file meanwhile.
      const signature = changed.has(name)
        ? statSignature(lstatSync(join(this.workplace.root, name)))
        : before!;
      published.set(name, { key, hash, bytes, signature, ...(segments && { segments }) });
    }
    return published;
  }

  /** Gives the lock a sign of life, while files are made elsewhere. */
  touch(): void {
    this.#stage.touch();
  }

  /** Releases the folder, after {@link publish} or without it. `isToGoOn`: keeps unfinished files for the next run. */
  close(isToGoOn = false): void {
    this.#stage.close(isToGoOn);
  }

  /** Removes a folder if it is empty, and those above it that are empty then. */
  #removeEmpty(name: string): void {
    try {
      mustStayBelow(this.workplace.root, name);
      for (let at = name; at !== '.'; at = dirname(at)) rmdirSync(join(this.workplace.root, at));
    } catch {
      // Not empty, or already removed with another one.
    }
  }
}

/**
 * Sorts files for removal: heads and descriptions before the pages to which they lead; and in reverse order, so that a
 * sibling (`index.json.gz`) precedes its file (`index.json`).
 */
function inOrderOfRemoval(names: readonly string[]): string[] {
  const isFirst = (name: string) => kindOf(name)?.phase !== 'pages';
  const sorted = [...names].sort().reverse();
  return [...sorted.filter(isFirst), ...sorted.filter((name) => !isFirst(name))];
}
