// Staged files → their places in the snapshot's folder, one rename at a time, and at no instant does a
// link lead to what is not there: what is new comes before what may lead to it.
import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { isFolder, mustStayBelow } from '../../disk/boundary.js';
import { extensions } from '../../site/address.js';

/** When a file is put in its place; a compressed sibling, when its file is. */
export type Turn = (typeof turns)[keyof typeof turns];
const turns = { newPage: 0, changedPage: 1, newHead: 2, changedHead: 3 } as const;

/** Pages before heads, from which the others are reached; of either, new ones first. */
export function turnOf(isHead: boolean, isThere: boolean): Turn {
  if (isHead) return isThere ? turns.changedHead : turns.newHead;
  return isThere ? turns.changedPage : turns.newPage;
}

const SIBLINGS = Object.values(extensions);
/** Seconds that a file's time may run ahead of the clock. */
const MOST_AHEAD = 60;

interface Move {
  /** A file, or a whole new folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly turn: Turn;
  /** How many folders it is below the snapshot's. */
  readonly depth: number;
}

/**
 * Moves all that is staged into a folder; `turnOf` tells when a file's turn is. Throws before the first
 * move when one of them cannot be, as far as that can be seen.
 */
export function place(stage: string, root: string, turnOf: (name: string) => Turn): void {
  const moves = movesOf(stage, root, turnOf, '', 0);
  // Of heads the root index last, and what hosts read: they lead to all others.
  moves.sort((a, b) => a.turn - b.turn || b.depth - a.depth || (a.name < b.name ? -1 : 1));
  const seconds = new Map<string, number>();
  for (const { name, isFolder } of moves) {
    mustStayBelow(root, name);
    if (!isFolder) supersede(stage, root, name, seconds);
    renameSync(join(stage, name), join(root, name));
  }
}

function movesOf(
  stage: string,
  root: string,
  turnOf: (name: string) => Turn,
  folder: string,
  depth: number,
): Move[] {
  const moves: Move[] = [];
  const below: Move[] = [];
  for (const entry of readdirSync(join(stage, folder), { withFileTypes: true })) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && isFolder(join(root, name))) {
      for (const move of movesOf(stage, root, turnOf, name, depth + 1)) below.push(move);
    } else {
      // Nobody knows the way into a folder that is new, whatever is in it.
      const turn = entry.isDirectory() ? turns.newPage : turnOf(name);
      moves.push({ name, isFolder: entry.isDirectory(), turn, depth });
    }
  }
  if (moves.length > 0) accessSync(join(root, folder), constants.W_OK | constants.X_OK);
  return moves.concat(below);
}

/** Makes way for a new file: what was made of the old one must not outlive it. */
function supersede(stage: string, root: string, name: string, seconds: Map<string, number>): void {
  for (const extension of ['', ...SIBLINGS]) {
    const path = join(root, name + extension);
    const old = lstatSync(path, { throwIfNoEntry: false });
    if (!old) continue;
    seconds.set(name + extension, Math.floor(old.mtimeMs / 1000));
    if (extension !== '') rmSync(path, { force: true });
  }
  const last = seconds.get(name);
  if (last === undefined) return;
  // Servers make their ETags of whole seconds: no file may have that of another one before it.
  const staged = join(stage, name);
  const second = Math.floor(lstatSync(staged).mtimeMs / 1000);
  if (last >= second && last < second + MOST_AHEAD) utimesSync(staged, last + 1, last + 1);
}
