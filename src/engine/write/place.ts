// Moves staged files to their places in the snapshot's folder, one rename at a time. At no instant does a link in a
// page lead to a missing file: new files are moved before the files that may lead to them.

import {
  accessSync,
  close,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { isFolder, mustStayBelow } from '../../files/disk/boundary.js';
import { nameBelow } from '../../files/source/files.js';
import { extensions } from '../../site/address.js';

/** When a file is put in its place: 0 first, 4 last. A compressed sibling has the phase of its file. */
export type PlacePhase = (typeof phases)[keyof typeof phases];
const phases = { newPage: 0, changedPage: 1, newHead: 2, changedHead: 3, manifest: 4 } as const;

/** A head is a file where clients begin, such as a first page. The manifest (snapshot.json) has the digests of all. */
export type Role = 'page' | 'head' | 'manifest';

/** Pages precede heads, which lead to them; of both, new files precede changed ones. The manifest is last. */
export function phaseOf(role: Role, isThere: boolean): PlacePhase {
  if (role === 'manifest') return phases.manifest;
  if (role === 'head') return isThere ? phases.changedHead : phases.newHead;
  return isThere ? phases.changedPage : phases.newPage;
}

/** A replaced file of this size takes the system a while to free. */
const LARGE = 16 << 20;
const SIBLINGS = Object.values(extensions);
/** How many seconds the modification time of a file may be ahead of the clock. */
const MOST_AHEAD = 60;

interface Move {
  /** A file, or a whole new folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly phase: PlacePhase;
  /** How many folders are between it and the snapshot's folder. */
  readonly depth: number;
}

/**
 * Moves all that is staged into `root`; `phaseOf` returns the phase of a file. Throws before the first move if one of
 * the moves is sure to fail.
 */
export function place(stage: string, root: string, phaseOf: (name: string) => PlacePhase): void {
  const moves = movesOf(stage, root, phaseOf, '', 0);
  // In a phase, files in deeper folders come first: the root index and the files for hosts, which lead to all others,
  // are last. A sibling comes after its file, since moving the file removes the old siblings.
  moves.sort((a, b) => a.phase - b.phase || b.depth - a.depth || (a.name < b.name ? -1 : 1));
  const seconds = new Map<string, number>();
  for (const { name, isFolder } of moves) {
    mustStayBelow(root, name);
    if (!isFolder) supersede(stage, root, name, seconds);
    const letGo = held(join(root, name));
    renameSync(join(stage, name), join(root, name));
    letGo();
  }
}

/**
 * Keeps a large file open while another replaces it, so that the rename need not free it. Returns a function that
 * closes it, in another thread.
 */
function held(path: string): () => void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there?.isFile() || there.size < LARGE) return () => {};
  const fd = openSync(path, 'r');
  return () => close(fd, () => {});
}

function movesOf(
  stage: string,
  root: string,
  phaseOf: (name: string) => PlacePhase,
  folder: string,
  depth: number,
): Move[] {
  const moves: Move[] = [];
  const below: Move[] = [];
  for (const entry of readdirSync(join(stage, folder), { withFileTypes: true })) {
    const name = nameBelow(folder, entry.name);
    if (entry.isDirectory() && isFolder(join(root, name))) {
      for (const move of movesOf(stage, root, phaseOf, name, depth + 1)) below.push(move);
    } else {
      // No page leads into a new folder yet, so all of it can be moved at once, with the new pages.
      const phase = entry.isDirectory() ? phases.newPage : phaseOf(name);
      moves.push({ name, isFolder: entry.isDirectory(), phase, depth });
    }
  }
  if (moves.length > 0) accessSync(join(root, folder), constants.W_OK | constants.X_OK);
  return moves.concat(below);
}

/** Prepares the move of a file: removes the siblings of the old file, and gives the new file a time of its own. */
function supersede(stage: string, root: string, name: string, seconds: Map<string, number>): void {
  for (const extension of ['', ...SIBLINGS]) {
    const path = join(root, name + extension);
    const old = lstatSync(path, { throwIfNoEntry: false });
    if (!old || old.isDirectory()) continue; // a folder is no sibling
    seconds.set(name + extension, Math.floor(old.mtimeMs / 1000));
    if (extension !== '') rmSync(path, { force: true });
  }
  const last = seconds.get(name);
  if (last === undefined) return;
  // Servers make ETags from modification times in whole seconds: a new file must not have that of an old one.
  const staged = join(stage, name);
  const second = Math.floor(lstatSync(staged).mtimeMs / 1000);
  if (last >= second && last < second + MOST_AHEAD) utimesSync(staged, second, last + 1);
}
