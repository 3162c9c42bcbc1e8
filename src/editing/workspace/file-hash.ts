// Computes the hash of a file (source/chunk-hash.ts), which shows whether somebody has changed the file.
import { readFileSync } from 'node:fs';
import { hashOf } from '../../files/source/chunk-hash.js';
import { withFile } from '../../files/source/data-file.js';

/** Returns the hash of a file; undefined if the file does not exist. */
export function hashAt(path: string): string | undefined {
  try {
    return withFile(path, (fd) => hashOf(readFileSync(fd)));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
