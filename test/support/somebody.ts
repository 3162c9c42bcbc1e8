// Runs work as a user without special rights. Root has all permissions, so for root it is another user.
import { chmodSync, chownSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerFile } from './at-end.js';
import { replaceInFs } from './node-fs.js';
import { filesOf, foldersOf } from './tree.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Gives a folder and its content to that user. Returns the folder. */
export function ofSomebody(folder: string): string {
  chmodSync(folder, 0o755);
  if (isRoot)
    for (const path of ['', ...foldersOf(folder), ...filesOf(folder)])
      chownSync(join(folder, path), NOBODY, NOBODY);
  return folder;
}

/** Replaced, because `access` checks the user who started the process, not the one who is active. */
const askForFolders = oncePerFile(() =>
  replaceInFs(({ accessSync }) => ({
    accessSync(path, mode) {
      if (process.geteuid?.() === process.getuid?.()) return accessSync(path, mode);
      const probe = join(String(path), '.probe');
      try {
        mkdirSync(probe);
      } catch (error) {
        throw Object.assign(error as Error, { path });
      }
      rmdirSync(probe);
    },
  })),
);

/**
 * Runs work in this process as that user. All modules must be loaded before, because only their owner may be able to
 * read them.
 */
export async function asSomebody<T>(work: () => Promise<T>): Promise<T> {
  askForFolders();
  if (isRoot) process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}
