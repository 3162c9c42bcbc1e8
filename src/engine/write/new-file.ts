// Writes a file of the snapshot into the stage, if it differs from the file that is in its place.
import { createHash, hash } from 'node:crypto';
import {
  close,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { hearSignals } from '../../files/disk/temporary.js';
import { hashFile } from '../../files/source/data-file.js';
import { withPath } from '../../problems/failure.js';
import type { Block } from './assemble.js';
import type { KnownFile } from './directory-scan.js';

/** The file that is in the place where a new one belongs. */
export interface FileThere {
  readonly path: string;
  readonly size: number;
  readonly signature: string;
  /** What is known of the file, if it is as the last build left it. */
  readonly known: KnownFile | undefined;
}

/** The result of making a file. */
export interface NewFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** Whether the file differs from the one that is in its place. If so, it is in the stage. */
  readonly isNew: boolean;
}

/**
 * Writes a file from blocks. It stays in the stage if it differs from the one that is in its place. A large file is
 * closed in another thread; the promise of that is added to `closing`.
 */
export async function newFile(
  staged: string,
  old: FileThere | undefined,
  blocks: Iterator<Block>,
  closing: Promise<void>[],
): Promise<NewFile> {
  try {
    const first: Block = blocks.next().value;
    return first.isLast
      ? await smallFile(staged, old, first.bytes)
      : await largeFile(staged, old, first, blocks, closing);
  } catch (error) {
    throw withPath(staged, error);
  }
}

/** Whether the old file is missing or has other bytes than a new one of this size and hash. */
export async function isOther(
  old: FileThere | undefined,
  bytes: number,
  hash: string,
): Promise<boolean> {
  return old?.size !== bytes || (old.known?.hash ?? (await hashFile(old.path))) !== hash;
}

async function smallFile(
  staged: string,
  old: FileThere | undefined,
  bytes: Buffer,
): Promise<NewFile> {
  const digest = hash('sha256', bytes, 'hex');
  const isNew = await isOther(old, bytes.length, digest);
  if (isNew) {
    mkdirSync(dirname(staged), { recursive: true });
    writeFileSync(staged, bytes, { flag: 'wx' });
  }
  return { hash: digest, bytes: bytes.length, isNew };
}

/** Writes a file of more than one block, and removes it again if its hash shows that it is not new. */
async function largeFile(
  staged: string,
  old: FileThere | undefined,
  first: Block,
  blocks: Iterator<Block>,
  closing: Promise<void>[],
): Promise<NewFile> {
  const digest = createHash('sha256');
  let bytes = 0;
  const fd = begin(staged, old);
  try {
    for (let block = first; ; block = blocks.next().value) {
      digest.update(block.bytes);
      for (let at = 0; at < block.bytes.length; ) at += writeSync(fd, block.bytes, at);
      bytes += block.bytes.length;
      if (block.isLast) break;
      await hearSignals();
    }
  } finally {
    const closed = closeLater(fd);
    closed.catch(() => {}); // whoever awaits the promise handles its error
    closing.push(closed);
  }
  const hash = digest.digest('hex');
  const isNew = await isOther(old, bytes, hash);
  if (!isNew) rmSync(staged);
  return { hash, bytes, isNew };
}

const closeLater = promisify(close);

/**
 * Opens a new file. If it will replace another file, it is truncated first: ext4 then writes its bytes out when it is
 * closed, while other files are made, and not when it is renamed, while everything waits.
 */
function begin(path: string, old: FileThere | undefined): number {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'wx');
  if (old) {
    writeSync(fd, ' ', 0);
    ftruncateSync(fd);
  }
  return fd;
}

/** Reads `length` bytes, or fewer if the file ends before that. Returns how many. */
export function readFully(fd: number, into: Buffer, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(fd, into, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}
