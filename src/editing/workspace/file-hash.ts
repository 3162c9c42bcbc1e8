// Computes the hash of a file (source/chunk-hash.ts), to see whether somebody has changed it.
import { closeSync, fchmodSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { openData } from '../../files/source/data-file.js';
import { writing } from '../../problems/failure.js';

const BLOCK = 1 << 18;

/**
 * Returns the hash of a file; undefined if it does not exist. `copy`: a path to which the file is copied, with its
 * mode.
 */
export function hashAt(path: string, copy?: string): string | undefined {
  const from = openIfThere(path);
  if (from === undefined) return undefined;
  const to = copy === undefined ? undefined : openSync(copy, 'wx', 0o600);
  try {
    const { mode } = fstatSync(from);
    if (to !== undefined && fstatSync(to).mode !== mode) fchmodSync(to, mode & 0o7777);
    const hash = new ChunkHash();
    const block = Buffer.allocUnsafe(BLOCK);
    for (;;) {
      const read = block.subarray(0, readSync(from, block));
      if (read.length === 0) return hash.digest();
      hash.update(read);
      if (to === undefined) continue;
      for (let at = 0; at < read.length; ) at += writing(copy!, () => writeSync(to, read, at));
    }
  } finally {
    closeSync(from);
    if (to !== undefined) closeSync(to);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openData(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
