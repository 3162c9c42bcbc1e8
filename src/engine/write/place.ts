// Moves staged files to their places in the snapshot's folder, one rename at a time. At no instant
// does a link lead to a missing file: what is new comes before what may lead to it.
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
import { extensions } from '../../site/address.js';

/** When a file is put in its place; a compressed sibling, when its file is. */
export type PlacePhase = (typeof phases)[keyof typeof phases];
const phases = { newPage: 0, changedPage: 1, newHead: 2, changedHead: 3, manifest: 4 } as const;

/** A head is where clients begin; the manifest tells them which pages belong together. */
export type Role = 'page' | 'head' | 'manifest';

/** Pages before heads, from which the others are reached; of either, new ones first; the manifest last. */
export function phaseOf(role: Role, isThere: boolean): PlacePhase {
  if (role === 'manifest') return phases.manifest;
  if (role === 'head') return isThere ? phases.changedHead : phases.newHead;
  return isThere ? phases.changedPage : phases.newPage;
}

/** The system takes a while to let go of a file of so many bytes. */
const LARGE = 16 << 20;
const SIBLINGS = Object.values(extensions);
/** Seconds that a file's time may run ahead of the clock. */
const MOST_AHEAD = 60;

interface Move {
  /** A file, or a whole new folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly phase: PlacePhase;
  /** How many folders it is below the snapshot's. */
  readonly depth: number;
}

/**
 * Moves all that is staged into a folder; `phaseOf` tells when a file is put in its place. Throws before the
 * first move if it can be foreseen that one of them will fail.
 */
export function place(stage: string, root: string, phaseOf: (name: string) => PlacePhase): void {
  const moves = movesOf(stage, root, phaseOf, '', 0);
  // Of the heads, those nearest to the root come last (the root index, files for hosts): they lead to
  // all others. A sibling comes after its file, with which older ones go.
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

/** Keeps a large file while another takes its place; what this gives lets go of it, in another thread. */
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
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && isFolder(join(root, name))) {
      for (const move of movesOf(stage, root, phaseOf, name, depth + 1)) below.push(move);
    } else {
      // No link leads into a new folder yet, so all of it can be moved at once, with the new pages.
      const phase = entry.isDirectory() ? phases.newPage : phaseOf(name);
      moves.push({ name, isFolder: entry.isDirectory(), phase, depth });
    }
  }
  if (moves.length > 0) accessSync(join(root, folder), constants.W_OK | constants.X_OK);
  return moves.concat(below);
}

/** Prepares a file's place: removes the siblings of the old file, which must not outlive it. */
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
  // Servers make ETags from whole seconds: a new file must not have the second of an old one.
  const staged = join(stage, name);
  const second = Math.floor(lstatSync(staged).mtimeMs / 1000);
  if (last >= second && last < second + MOST_AHEAD) utimesSync(staged, second, last + 1);
}
