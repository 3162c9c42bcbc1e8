// A user for whom permissions count: whoever runs the tests, or, as permissions do not count for root, a user without rights.
import { chmodSync, chownSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerFile } from './at-end.js';
import { replaceInFs } from './node-fs.js';
import { filesOf, foldersOf } from './tree.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Gives a folder with all in it to that user; returns the folder. */
export function ofSomebody(folder: string): string {
  chmodSync(folder, 0o755);
  if (isRoot)
    for (const path of ['', ...foldersOf(folder), ...filesOf(folder)])
      chownSync(join(folder, path), NOBODY, NOBODY);
  return folder;
}

/** `access` asks for the user who began this process, and not for the one whose permissions count. */
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

/** Does some work in this process as that user. What it imports has to be known before: a checkout may be for its owner alone. */
export async function asSomebody<T>(work: () => Promise<T>): Promise<T> {
  askForFolders();
  if (isRoot) process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}
