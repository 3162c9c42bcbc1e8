// Reads small text files, and replaces them atomically.
import { closeSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writing } from '../../problems/failure.js';
import { withFile } from '../source/data-file.js';
import { makeFolder, mustStayBelow, realPath } from './boundary.js';
import { asideOf } from './temporary.js';

const BLOCK = 1 << 16;

/** Returns the text of a file; undefined if it cannot be read or is not a regular file. */
export function readText(path: string): string | undefined {
  try {
    return withFile(path, (fd) => readFileSync(fd, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns all bytes of a file, or of standard input (`0`). Throws if there are more than `most` bytes, because an input
 * such as `/dev/zero` never ends.
 */
export function readAtMost(file: string | 0, most: number): Buffer {
  const fd = file === 0 ? file : openSync(file, 'r');
  try {
    const blocks: Buffer[] = [];
    for (let bytes = 0; bytes <= most; ) {
      const block = Buffer.allocUnsafe(BLOCK);
      const read = readSync(fd, block);
      if (read === 0) return Buffer.concat(blocks, bytes);
      blocks.push(block.subarray(0, read));
      bytes += read;
    }
    throw new Error(`more than ${most} bytes`);
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

/** Writes the file `name` in the folder `root` atomically: readers never see half a file. Makes missing folders. */
export function replaceText(root: string, name: string, text: string): void {
  mustStayBelow(root, name);
  const path = join(root, name);
  makeFolder(realPath(dirname(path)));
  asideOf(path, (aside) => {
    writing(path, () => writeFileSync(aside, text, { flag: 'wx' }));
    renameSync(aside, path);
  });
}
