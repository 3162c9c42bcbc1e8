// Makes a file of the snapshot and its compressed siblings: a file that is in its place already is kept, and a new one
// waits in the stage, a folder beside the snapshot.
import { closeSync, fstatSync, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { statSignature } from '../../files/disk/stat-signature.js';
import { refused } from '../../problems/problem.js';
import { type Encoding, extensions } from '../../site/address.js';
import type { Block, KnownSegment, OldSegments } from './assemble.js';
import type { KnownFile } from './directory-scan.js';
import { type FileThere, type NewFile, newFile, readFully } from './new-file.js';
import { type PlacePhase, phaseOf, type Role } from './place.js';

/** For a file of fewer bytes, compression saves clients nothing. */
const WORTH_COMPRESSING = 1024;

/** Where files are made. Plain data. */
export interface Workplace {
  /** The snapshot's folder: a real path. */
  readonly root: string;
  /** The folder where new files wait until all are ready. */
  readonly stage: string;
  /** The encodings of the siblings of files. */
  readonly compress: readonly Encoding[];
  /** What is known of the last snapshot's files, by name. */
  readonly known: ReadonlyMap<string, KnownFile>;
}

/** A file that is to be made. */
export interface WantedFile {
  readonly name: string;
  readonly role: Role;
  readonly key: string;
  /**
   * Returns the bytes of the file. Segments can be copied from `old`, the file that is in its place, if that is
   * unchanged. `made` is called with each segment of the new file.
   */
  readonly blocks: (
    old: OldSegments | undefined,
    made: (segment: KnownSegment) => void,
  ) => Iterator<Block>;
  /** Whether it gets compressed siblings. */
  readonly withSiblings: boolean;
}

/** A file that was made. Plain data. */
export interface MadeFile extends NewFile {
  readonly name: string;
  readonly key: string;
  readonly phase: PlacePhase;
  /** The stat signature of the file that is in its place. */
  readonly signature: string | undefined;
  readonly segments?: readonly KnownSegment[];
}

/** A file that was made, or the name of one that is in its place, as the last build left it. Plain data. */
export type Made = MadeFile | string;

/** Makes files, one after another. */
export class FileMaker {
  readonly #closing: Promise<void>[] = [];

  constructor(private readonly workplace: Workplace) {}

  /** Makes a file and its siblings, except those that are in their places with the same key. */
  async make(wanted: WantedFile): Promise<Made[]> {
    const { name, key } = wanted;
    const old = this.#look(name);
    const phase = phaseOf(wanted.role, old !== undefined);
    const kept = old?.known?.key === key ? { ...old.known, isNew: false } : undefined;
    const made = kept ?? (await this.#newFile(wanted, old));
    const file = { ...made, name, key, phase, signature: old?.signature };
    const all: Made[] = [kept ? name : file];
    if (!wanted.withSiblings || file.bytes < WORTH_COMPRESSING) return all;
    for (const encoding of this.workplace.compress) {
      all.push(await this.#sibling(file, encoding));
    }
    return all;
  }

  /** Whether a file is in its place, as the last build left it. */
  isAsLeft(name: string): boolean {
    return this.#look(name)?.known !== undefined;
  }

  /** Resolves when all files are closed. */
  async finish(): Promise<void> {
    await Promise.all(this.#closing);
  }

  async #newFile(
    { name, blocks }: WantedFile,
    old: FileThere | undefined,
  ): Promise<NewFile & Pick<MadeFile, 'segments'>> {
    const segments: KnownSegment[] = [];
    const last = old && LastFile.open(old);
    try {
      const bytes = blocks(last, (segment) => segments.push(segment));
      const file = await newFile(join(this.workplace.stage, name), old, bytes, this.#closing);
      last?.mustBeSame();
      return segments.length > 1 ? { ...file, segments } : file;
    } finally {
      last?.close();
    }
  }

  async #sibling(file: MadeFile, encoding: Encoding): Promise<Made> {
    const name = file.name + extensions[encoding];
    // Another version of the library may make other bytes.
    const library = process.versions[encoding === 'gzip' ? 'zlib' : 'brotli'];
    const key = `${encoding} ${library} ${file.hash}`;
    const there = this.#look(name); // always: throws if a folder is in the way
    // When a file is replaced, its sibling is removed (see place.ts), whatever the sibling holds.
    const old = file.isNew ? undefined : there;
    if (old?.known?.key === key) return name;
    const made = await this.#compressed(file, encoding, name, old);
    return { ...made, name, key, phase: file.phase, signature: old?.signature };
  }

  async #compressed(
    file: MadeFile,
    encoding: Encoding,
    name: string,
    old: FileThere | undefined,
  ): Promise<NewFile> {
    const { root, stage } = this.workplace;
    // Loaded only when needed: most builds compress nothing.
    const { compressFile } = await import('./compressed.js');
    const source = join(file.isNew ? stage : root, file.name);
    return compressFile(source, file.bytes, encoding, join(stage, name), old);
  }

  /** Returns the file in its place. Folders above it may be links: directory-scan.ts refuses those before any move. */
  #look(name: string): FileThere | undefined {
    const { root, known } = this.workplace;
    const path = `${root}/${name}`;
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (!there) return undefined;
    if (!there.isFile()) throw refused('disk/no-file', { path });
    const signature = statSignature(there);
    const last = known.get(name);
    const same = last?.signature === signature ? last : undefined;
    return { path, size: there.size, signature, known: same };
  }
}

/** A file of the last snapshot from which segments are copied, as long as it is unchanged. */
class LastFile implements OldSegments {
  readonly #places: ReadonlyMap<string, KnownSegment>;

  private constructor(
    private readonly path: string,
    private readonly signature: string,
    private readonly fd: number,
    segments: readonly KnownSegment[],
  ) {
    this.#places = new Map(segments.map((segment) => [segment.key, segment]));
  }

  static open({ path, signature, known }: FileThere): LastFile | undefined {
    if (!known?.segments) return undefined;
    const file = new LastFile(path, signature, openSync(path, 'r'), known.segments);
    if (file.#isSame()) return file;
    file.close();
    return undefined;
  }

  find(key: string): KnownSegment | undefined {
    return this.#places.get(key);
  }

  read(into: Buffer, from: number): void {
    if (readFully(this.fd, into, into.length, from) < into.length) this.#hasChanged();
  }

  /** Throws if the file may have changed since the last build. */
  mustBeSame(): void {
    if (!this.#isSame()) this.#hasChanged();
  }

  close(): void {
    closeSync(this.fd);
  }

  #isSame(): boolean {
    return statSignature(fstatSync(this.fd)) === this.signature;
  }

  #hasChanged(): never {
    throw new Error(`${this.path} changed while it was copied`);
  }
}
