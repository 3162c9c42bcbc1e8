// Moves staged files to their places in the snapshot's folder, one rename at a time, and removes what is no longer part
// of it. At no instant does a link that a reader can reach lead to a missing file: new pages are placed before the
// files that lead to them, and removals are last.
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
import { fileBeside, kindOf } from '../../site/kinds.js';
import type { Others } from './folder.js';
import type { Workplace } from './make.js';
import { type OutputFile, type OutputFiles, stagedPath } from './output-file.js';

const SIBLINGS = Object.values(extensions);
/** A file's modification time may be at most this many seconds ahead of the clock. */
const MOST_AHEAD = 60;

/** Moves all new files into the snapshot's folder. Throws before the first move if one is sure to fail. */
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

/** Removes files of older snapshots, and folders that become empty. */
export function removeFiles(root: string, { stale, empty }: Others): void {
  for (const name of inOrderOfRemoval(stale)) {
    mustStayBelow(root, name);
    rmSync(join(root, name), { force: true }); // it may have gone as the sibling of a file that was replaced
  }
  for (const name of [...stale.map(dirname), ...empty]) removeEmpty(root, name);
}

/**
 * Sorts the new files so that a file comes after those that it links to: pages, then heads, then the manifest; within
 * each, files that are added before files that are replaced, and deep folders before the root.
 */
function inOrderOfPlacing(files: OutputFiles): OutputFile[] {
  // A sibling follows its file, because moving the file removes the old siblings.
  const rankOf = ({ name }: OutputFile) => {
    const { role, signature } = files.get(fileBeside(name) ?? name) ?? files.get(name)!;
    return ['page', 'head', 'manifest'].indexOf(role) * 2 + (signature === undefined ? 0 : 1);
  };
  return [...files.values()]
    .filter(({ isNew }) => isNew)
    .map((file) => ({ file, rank: rankOf(file), depth: file.name.split('/').length }))
    .sort((a, b) => a.rank - b.rank || b.depth - a.depth || (a.file.name < b.file.name ? -1 : 1))
    .map(({ file }) => file);
}

/** Throws the system's error if a file cannot be put into a folder. */
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
 * Prepares the move of a file: removes the siblings of the old file, and gives the new file a modification time that
 * differs from that of the old file.
 */
function supersede(staged: string, root: string, name: string, seconds: Map<string, number>): void {
  for (const extension of ['', ...SIBLINGS]) {
    const path = join(root, name + extension);
    const old = lstatSync(path, { throwIfNoEntry: false });
    if (!old || old.isDirectory()) continue; // a folder is no sibling
    seconds.set(name + extension, Math.floor(old.mtimeMs / 1000));
    if (extension !== '') rmSync(path, { force: true });
  }
  const last = seconds.get(name);
  if (last === undefined) return;
  // Servers make ETags of modification times in whole seconds, so a new file must not have the time of the old one.
  const second = Math.floor(lstatSync(staged).mtimeMs / 1000);
  if (last >= second && last < second + MOST_AHEAD) utimesSync(staged, second, last + 1);
}

/**
 * Sorts files for removal: heads and descriptions before the pages to which they link, and siblings before their file.
 */
function inOrderOfRemoval(names: readonly string[]): string[] {
  const isFirst = (name: string) => kindOf(name)?.phase !== 'pages';
  const sorted = [...names].sort().reverse();
  return [...sorted.filter(isFirst), ...sorted.filter((name) => !isFirst(name))];
}

/** Removes a folder if it is empty, and then those above it that become empty. */
function removeEmpty(root: string, name: string): void {
  try {
    mustStayBelow(root, name);
    for (let at = name; at !== '.'; at = dirname(at)) rmdirSync(join(root, at));
  } catch {
    // Not empty, or already removed with another one.
  }
}
