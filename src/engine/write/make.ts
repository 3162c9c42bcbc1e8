// Makes a file of the snapshot and its compressed copies. If the same file is already in place, it is kept. A new file
// waits in the stage.
import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { statSignature } from '../../files/disk/stat-signature.js';
import { hearSignals } from '../../files/disk/temporary.js';
import { hashFile } from '../../files/source/data-file.js';
import { withPath } from '../../problems/failure.js';
import { refused } from '../../problems/problem.js';
import { type Encoding, extensions } from '../../site/address.js';
import type { Block, KnownSegment, OldSegments } from './assemble.js';
import {
  type Digest,
  type FileInPlace,
  type OutputFile,
  type OutputFiles,
  type PlannedFile,
  stagedPath,
} from './output-file.js';

/** Files with fewer bytes than this get no compressed copies, because these would save clients next to nothing. */
const WORTH_COMPRESSING = 1024;

/** Where files are made, and how. Plain data, which can be sent to threads. */
export interface Workplace {
  /** The path of the snapshot's folder, without symbolic links. */
  readonly root: string;
  /** The folder where new files wait until all are ready. */
  readonly stage: string;
  readonly compress: readonly Encoding[];
  /** The files that the last build left in the snapshot's folder, by name. */
  readonly known: OutputFiles;
}

/**
 * Returns the bytes of a file in blocks. `old`: the file that is in place, from which segments may be copied. Calls
 * `made` with each segment of the new file.
 */
export type MakeBlocks = (
  old: OldSegments | undefined,
  made: (segment: KnownSegment) => void,
) => Iterator<Block> | Promise<Iterator<Block>>;

/** Makes a file and its compressed copies, except those that are already in place with the same key. */
export async function makeFile(
  work: Workplace,
  planned: PlannedFile,
  blocks: MakeBlocks,
  withSiblings: boolean,
): Promise<OutputFile[]> {
  const there = fileInPlace(work, planned.name);
  const file = isMade(there, planned) ? there : await newFile(work, planned, there, blocks);
  const files = [file];
  if (!withSiblings || file.bytes < WORTH_COMPRESSING) return files;
  for (const encoding of work.compress) files.push(await sibling(work, file, encoding));
  return files;
}

/**
 * Returns what is known of the file with this name in the snapshot's folder; undefined if there is none. Does not test
 * whether a folder on the path is a symbolic link: folder.ts refuses such links before any file is moved.
 */
export function fileInPlace({ root, known }: Workplace, name: string): FileInPlace | undefined {
  const path = `${root}/${name}`;
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return undefined;
  if (!there.isFile()) throw refused('{path} is in the way: it is not a file', { path });
  const signature = statSignature(there);
  const last = known.get(name);
  return last?.signature === signature ? last : { bytes: there.size, signature };
}

/** Whether the file in place has the key of the planned file, and so the same bytes. */
function isMade(there: FileInPlace | undefined, { key }: PlannedFile): there is OutputFile {
  return there?.key === key;
}

async function newFile(
  work: Workplace,
  planned: PlannedFile,
  there: FileInPlace | undefined,
  blocks: MakeBlocks,
): Promise<OutputFile> {
  const path = join(work.root, planned.name);
  const segments: KnownSegment[] = [];
  const last = there?.segments && LastFile.open(path, there);
  try {
    const bytes = await blocks(last, (segment) => segments.push(segment));
    const made = await staged(work, planned, there, (to, isOld) => writeBlocks(to, bytes, isOld));
    last?.mustBeSame();
    return segments.length > 1 ? { ...made, segments } : made;
  } finally {
    last?.close();
  }
}

async function sibling(work: Workplace, file: OutputFile, encoding: Encoding): Promise<OutputFile> {
  const name = file.name + extensions[encoding];
  // The version of the library is part of the key, because another version may make other bytes.
  const library = process.versions[encoding === 'gzip' ? 'zlib' : 'brotli'];
  const planned = { name, key: `${encoding} ${library} ${file.hash}` };
  const old = fileInPlace(work, name); // called in any case, because it throws if a folder is in the way
  // If the file is new, place.ts will remove the old compressed copy. So a new copy is made in any case.
  const there = file.isNew ? undefined : old;
  if (isMade(there, planned)) return there;
  const source = file.isNew ? stagedPath(work.stage, file.name) : join(work.root, file.name);
  // The code is loaded only when it is needed, because most builds compress nothing.
  const { compressFile } = await import('./compressed.js');
  return staged(work, planned, there, (to) => compressFile(source, file.bytes, encoding, to));
}

/** Lets `write` write a file into the stage. Removes that file if the file in place has the same bytes. */
async function staged(
  { root, stage }: Workplace,
  planned: PlannedFile,
  there: FileInPlace | undefined,
  write: (to: string, isOld: (made: Digest) => Promise<boolean>) => Promise<Digest>,
): Promise<OutputFile> {
  const to = stagedPath(stage, planned.name);
  const isOld = async ({ bytes, hash }: Digest) =>
    there?.bytes === bytes && (there.hash ?? (await hashFile(join(root, planned.name)))) === hash;
  try {
    const made = await write(to, isOld);
    const isNew = !(await isOld(made));
    if (!isNew) rmSync(to, { force: true });
    return { ...planned, ...made, isNew, signature: there?.signature };
  } catch (error) {
    throw withPath(to, error);
  }
}

/** Writes the blocks of a file. A file of one block is not written at all if the file in place has the same bytes. */
async function writeBlocks(
  to: string,
  blocks: Iterator<Block>,
  isOld: (made: Digest) => Promise<boolean>,
): Promise<Digest> {
  let block: Block = blocks.next().value;
  if (block.isLast) {
    const made = { hash: hash('sha256', block.bytes, 'hex'), bytes: block.bytes.length };
    if (!(await isOld(made))) writeFileSync(to, block.bytes, { flag: 'wx' });
    return made;
  }
  const digest = createHash('sha256');
  let bytes = 0;
  const fd = openSync(to, 'wx');
  try {
    for (; ; block = blocks.next().value) {
      digest.update(block.bytes);
      for (let at = 0; at < block.bytes.length; ) at += writeSync(fd, block.bytes, at);
      bytes += block.bytes.length;
      if (block.isLast) return { hash: digest.digest('hex'), bytes };
      await hearSignals();
    }
  } finally {
    closeSync(fd);
  }
}

/** The file in place, from which segments are copied. It must not change meanwhile. */
class LastFile implements OldSegments {
  readonly #places: ReadonlyMap<string, KnownSegment>;

  private constructor(
    private readonly path: string,
    private readonly signature: string | undefined,
    private readonly fd: number,
    segments: readonly KnownSegment[],
  ) {
    this.#places = new Map(segments.map((segment) => [segment.key, segment]));
  }

  static open(path: string, { signature, segments = [] }: FileInPlace): LastFile | undefined {
    const file = new LastFile(path, signature, openSync(path, 'r'), segments);
    if (file.#isSame()) return file;
    file.close();
    return undefined;
  }

  find(key: string): KnownSegment | undefined {
    return this.#places.get(key);
  }

  read(into: Buffer, from: number): void {
    for (let done = 0; done < into.length; ) {
      const read = readSync(this.fd, into, done, into.length - done, from + done);
      if (read === 0) this.#hasChanged();
      done += read;
    }
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
