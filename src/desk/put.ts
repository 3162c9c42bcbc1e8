// Puts new and edited files into the data folder, and takes others out: all of them, or none.
import {
  existsSync,
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
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lock, takeLock } from '../disk/lock.js';
import { asideOf } from '../disk/temporary.js';
import { writing } from '../problems/failure.js';
import { refused, UsageError } from '../problems/problem.js';
import type { ResolvedSettings } from '../settings/index.js';
import { inFolder } from './portal-data.js';

/** A file that is not there yet. */
export interface NewFile {
  /** Its name in the data folder. */
  readonly file: string;
  readonly text: string;
}

/** An existing file of the data folder, with its content before and after; undefined: it goes. */
export interface Edit {
  readonly file: string;
  readonly before: Buffer;
  readonly after: Buffer | undefined;
}

/** How often, and for how long, to ask whether another command is done. */
const ASK_MS = 50;
const WAIT_MS = 60_000;
/** Hidden, so that it is not read as data. */
const LOCK = '.portal-snapshot.lock';

/**
 * Does work that reads and writes the data while no other command does. Throws a {@link UsageError}
 * when another one takes too long.
 */
export async function oneAtATime<T>(
  { data }: Pick<ResolvedSettings, 'data'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!existsSync(data)) return work(); // it reports the missing folder
  const end = performance.now() + WAIT_MS;
  for (;;) {
    let lock: Lock;
    try {
      lock = takeLock(join(data, LOCK), data, () => {}, false);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (performance.now() > end) throw refused('new/busy', { data });
      await sleep(ASK_MS);
      continue;
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }
}

/**
 * Puts all files in their places. Gives false, and changes nothing, when somebody else was faster:
 * a new file is there already, or a file to be edited has changed.
 */
export function putFiles(
  settings: Pick<ResolvedSettings, 'data'>,
  created: readonly NewFile[],
  edits: readonly Edit[],
): boolean {
  return allOrNothing((undo) => {
    for (const { file, text } of created) {
      const path = inFolder(settings, file);
      makeFolder(dirname(path), undo);
      if (!create(path, text)) return false;
      undo.push(() => rmSync(path, { force: true }));
    }
    for (const { file, before, after } of edits) {
      const path = inFolder(settings, file);
      const there = readIfThere(path);
      if (!there?.equals(before)) return false;
      if (after) {
        replace(path, after);
        undo.push(() => replace(path, before));
      } else {
        const { mode } = statSync(path);
        rmSync(path);
        undo.push(() => writeFileSync(path, before, { flag: 'wx', mode }));
      }
    }
    return true;
  });
}

/** Does some work; unless that ends with true, what it gave to be undone is undone, the last step first. */
export function allOrNothing(work: (undo: (() => void)[]) => boolean): boolean {
  const undo: (() => void)[] = [];
  let isDone = false;
  try {
    isDone = work(undo);
    return isDone;
  } finally {
    if (!isDone) for (const step of undo.reverse()) step();
  }
}

/** The bytes of a file; undefined when there is none any more. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes a folder of the data folder, if it is missing. Refuses a link: it could lead anywhere. */
function makeFolder(folder: string, undo: (() => void)[]): void {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there) throw refused('new/no-folder', { path: folder });
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}

/** Creates a file, complete from the first moment; false when the path is taken. */
function create(path: string, text: string): boolean {
  return asideOf(path, (aside) => {
    writing(path, () => writeFileSync(aside, text, { flag: 'wx' }));
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
    const { mode } = statSync(path);
    writing(path, () => writeFileSync(aside, bytes, { flag: 'wx', mode }));
    renameSync(aside, path);
  });
}
