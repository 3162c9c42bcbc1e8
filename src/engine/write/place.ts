// Moves new files from the stage to their places in the snapshot's folder, and removes old files. The order keeps links
// from leading to missing files: pages are moved before the files at which clients start, and old files are removed
// last.
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { mustStayBelow } from '../../files/disk/boundary.js';
import { extensions } from '../../site/address.js';
import { fileBeside, kindOf, PHASES } from '../../site/kinds.js';
import type { Others } from './folder.js';
import type { Workplace } from './make.js';
import { type OutputFile, type OutputFiles, stagedPath } from './output-file.js';

const SIBLINGS = Object.values(extensions);
/** A modification time that is set here is at most this many seconds ahead of the clock. */
const MOST_AHEAD = 60;

/** Moves all new files into the snapshot's folder. Throws before the first move if a folder is not writable. */
export function placeFiles({ root, stage }: Workplace, files: OutputFiles): void {
  const moved = inOrderOfPlacing(files);
  mustBeWritable(root, moved);
  const seconds = new Map<string, number>();
  for (const { name, signature } of moved) {
    mustStayBelow(root, name);
    const staged = stagedPath(stage, name);
    if (signature === undefined) mkdirSync(dirname(join(root, name)), { recursive: true });
    supersede(staged, root, name, seconds);
    renameSync(staged, join(root, name));
  }
}

/** Removes files of older snapshots, and the folders that are then empty. */
export function removeFiles(root: string, { stale, empty }: Others): void {
  for (const name of inOrderOfRemoval(stale)) {
    mustStayBelow(root, name);
    rmSync(join(root, name), { force: true }); // it is already gone if it was the compressed copy of a replaced file
  }
  for (const name of [...stale.map(dirname), ...empty]) removeEmpty(root, name);
}

/**
 * Sorts new files by {@link PHASES}. In each phase, added files come before replaced files. In both groups, files in
 * deeper folders come first. Files for hosts are of no kind, and come with the errors.
 */
function inOrderOfPlacing(files: OutputFiles): OutputFile[] {
  // A compressed copy is moved after its file, because moving the file removes old compressed copies.
  const rankOf = ({ name }: OutputFile) => {
    const { signature } = files.get(fileBeside(name) ?? name) ?? files.get(name)!;
    return PHASES.indexOf(kindOf(name)?.phase ?? 'errors') * 2 + (signature === undefined ? 0 : 1);
  };
  return [...files.values()]
    .filter(({ isNew }) => isNew)
    .map((file) => ({ file, rank: rankOf(file), depth: file.name.split('/').length }))
    .sort((a, b) => a.rank - b.rank || b.depth - a.depth || (a.file.name < b.file.name ? -1 : 1))
    .map(({ file }) => file);
}

/** Throws the error of the operating system if a folder for these files is not writable. */
function mustBeWritable(root: string, files: readonly OutputFile[]): void {
  const seen = new Set<string>();
  for (const { name } of files) {
    for (let at = dirname(name); !seen.has(at); at = dirname(at)) {
      seen.add(at);
      const folder = join(root, at);
      if (!existsSync(folder)) continue;
      accessSync(folder, constants.W_OK | constants.X_OK);
      break;
    }
  }
}

/**
 * Prepares the replacement of a file. Removes the compressed copies of the old file, and gives the new file a later
 * modification time, if necessary.
 */
function supersede(staged: string, root: string, name: string, seconds: Map<string, number>): void {
  for (const extension of ['', ...SIBLINGS]) {
    const path = join(root, name + extension);
    const old = lstatSync(path, { throwIfNoEntry: false });
    if (!old || old.isDirectory()) continue; // a folder is no compressed copy
    seconds.set(name + extension, Math.floor(old.mtimeMs / 1000));
    if (extension !== '') rmSync(path, { force: true });
  }
  const last = seconds.get(name);
  if (last === undefined) return;
  // Servers compute ETags from the modification time in seconds. With an equal time, clients might keep the old file.
  const second = Math.floor(lstatSync(staged).mtimeMs / 1000);
  if (last >= second && last < second + MOST_AHEAD) utimesSync(staged, second, last + 1);
}

/**
 * Sorts files for removal: the files at which clients start, such as the heads of lists, come before the other pages,
 * and compressed copies before their files.
 */
function inOrderOfRemoval(names: readonly string[]): string[] {
  const isFirst = (name: string) => kindOf(name)?.phase !== 'pages';
  const sorted = [...names].sort().reverse();
  return [...sorted.filter(isFirst), ...sorted.filter((name) => !isFirst(name))];
}

/** Removes a folder if it is empty, and then the folders above it that are empty. */
function removeEmpty(root: string, name: string): void {
  try {
    mustStayBelow(root, name);
    for (let at = name; at !== '.'; at = dirname(at)) rmdirSync(join(root, at));
  } catch {
    // The folder is not empty, or was already removed.
  }
}
