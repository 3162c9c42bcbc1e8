// New files and edited ones, put into the data folder: all of them, or none.
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { asideOf } from '../engine/temporary.js';
import { UsageError } from '../problems/problem.js';
import type { ResolvedSettings } from '../settings.js';
import { inFolder } from './portal-data.js';
import type { Edit } from './room.js';

/** A file that is not there yet. */
export interface NewFile {
  /** Its name in the data folder. */
  readonly file: string;
  readonly text: string;
}

/**
 * Puts all files in their places. False, and nothing is changed, when somebody else was faster:
 * a new file is there already, or one to be edited has changed.
 */
export function putFiles(
  settings: ResolvedSettings,
  created: readonly NewFile[],
  edits: readonly Edit[],
): boolean {
  const undo: (() => void)[] = [];
  let done = false;
  try {
    for (const { file, text } of created) {
      const path = inFolder(settings, file);
      makeFolder(dirname(path), undo);
      if (!create(path, text)) return false;
      undo.push(() => rmSync(path, { force: true }));
    }
    for (const { file, before, after } of edits) {
      const path = inFolder(settings, file);
      if (!readFileSync(path).equals(before)) return false;
      replace(path, after);
      undo.push(() => replace(path, before));
    }
    done = true;
    return true;
  } finally {
    if (!done) for (const step of undo.reverse()) step();
  }
}

/** Makes a folder of the data folder. One that is a link could lead anywhere. */
function makeFolder(folder: string, undo: (() => void)[]): void {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there) throw new UsageError(`${folder} is not a folder`);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}

/** Creates a file, whole at once; false when there is one. */
function create(path: string, text: string): boolean {
  return asideOf(path, (aside) => {
    writeFileSync(aside, text, { flag: 'wx' });
    try {
      linkSync(aside, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

function replace(path: string, bytes: Buffer): void {
  asideOf(path, (aside) => {
    writeFileSync(aside, bytes, { flag: 'wx', mode: statSync(path).mode });
    renameSync(aside, path);
  });
}
