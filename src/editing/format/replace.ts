// Replaces the content of a data file: completely or not at all, never through a link, and never
// overwriting what someone else has written in the meantime.
import {
  closeSync,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { asideOf } from '../../files/disk/temporary.js';
import { Window, withFile } from '../../files/source/data-file.js';
import { writing } from '../../problems/failure.js';
import { refused } from '../../problems/problem.js';

/** A file as it was read. */
export interface ReadFile {
  readonly path: string;
  readonly stat: Stats;
  /** The hash of its bytes (source/chunk-hash.ts). */
  readonly digest: string;
}

/**
 * Replaces a file by the bytes that `produce` writes, and keeps its mode. Throws a
 * {@link UsageError}, and leaves the file alone, if it has changed since it was read.
 */
export function replaceFile(
  file: ReadFile,
  produce: (write: (bytes: Buffer) => void) => void,
): void {
  asideOf(file.path, (staged) => {
    const fd = openSync(staged, 'wx', 0o600);
    try {
      produce((bytes) =>
        writing(file.path, () => {
          for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
        }),
      );
      const { mode } = file.stat;
      if (fstatSync(fd).mode !== mode) fchmodSync(fd, mode & 0o7777); // see put.ts
    } finally {
      closeSync(fd);
    }
    if (!isUnchanged(file)) throw changedMeanwhile(file.path);
    renameSync(staged, file.path);
  });
}

export const changedMeanwhile = (path: string) => refused('fmt/changed', { path });

function isUnchanged({ path, stat, digest }: ReadFile): boolean {
  return withFile(path, (fd) => {
    const { dev, ino } = fstatSync(fd);
    return dev === stat.dev && ino === stat.ino && new Window(fd).digest() === digest;
  });
}
