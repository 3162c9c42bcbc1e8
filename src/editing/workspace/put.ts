// Writes changes of the data folder. Commands take turns. Of each change, either all files are written or none.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fsExtra from 'fs-extra';
import { cannotWrite, isFolder, mustStayBelow } from '../../files/disk/boundary.js';
import { type Lock, takeLock } from '../../files/disk/lock.js';
import { placeNew } from '../../files/disk/place-new.js';
import { asideOf } from '../../files/disk/temporary.js';
import { hashOf } from '../../files/source/chunk-hash.js';
import { JOURNAL } from '../../files/source/files.js';
import { writing } from '../../problems/failure.js';
import { refusalOf } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { hashAt } from './file-hash.js';
import {
  begin,
  type Command,
  end,
  FOLDER,
  giveUp,
  type KeptChange,
  takeBackUnfinished,
} from './journal.js';

/** A file of the data folder, before and after an edit; undefined if the file does not exist at that time. */
export interface Edit {
  /** Its name in the data folder, with `/` between its parts. */
  readonly file: string;
  /** The bytes of the file, or their hash (source/chunk-hash.ts). */
  readonly before: Buffer | string | undefined;
  /** The bytes of the file, or the path of a file on the same disk that is moved there. */
  readonly after: Buffer | string | undefined;
  /** The mode for a file that is renamed: that of the old file. Without it, a new file gets the usual mode. */
  readonly mode?: number | undefined;
}

/** While another command holds the lock: how long to wait before trying again, and when to give up. */
const ASK_MS = 50;
const WAIT_MS = 60_000;

/** The data folder, whether to break its lock, and a function to call when an unfinished change was undone. */
export type LockSettings = Pick<ResolvedSettings, 'data' | 'breakLock' | 'onTakenBack'>;

/**
 * Runs `work` while no other command changes the data. First undoes a change that a killed command left unfinished, and
 * passes this change to `work`. Waits if a process on this machine holds the lock. Throws a {@link UsageError} that
 * names the holder if this takes too long, or at once if the holder is on another machine.
 */
export async function oneAtATime<T>(
  { data, breakLock, onTakenBack }: LockSettings,
  work: (takenBack: KeptChange | undefined) => Promise<T>,
): Promise<T> {
  if (!existsSync(data)) return work(undefined); // `work` reports the missing folder
  const end = performance.now() + WAIT_MS;
  const folder = join(data, FOLDER);
  for (;;) {
    let lock: Lock;
    try {
      lock = takeLock(join(folder, 'lock'), data, () => makeFolder(folder), breakLock);
    } catch (error) {
      const isHere = refusalOf(error, 'lock')?.values?.['host'] === hostname();
      if (!isHere || performance.now() > end) throw cannotWrite(data, error);
      await sleep(ASK_MS);
      continue;
    }
    try {
      const takenBack = takeBackUnfinished(data);
      if (takenBack) onTakenBack(takenBack.files.map(({ file }) => file));
      return await work(takenBack);
    } finally {
      lock.release();
    }
  }
}

/** Undoes a change that a killed command left unfinished. Throws like {@link oneAtATime}. */
export async function revertUnfinished(settings: LockSettings): Promise<void> {
  if (isFolder(join(settings.data, JOURNAL))) await oneAtATime(settings, async () => {});
}

/** Makes a folder that git ignores, unless it exists. */
function makeFolder(folder: string): void {
  try {
    if (!isFolder(folder)) mkdirSync(folder);
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    // The folder has this file already, or another command has made the folder at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Writes the files of a change, in their order. Changes nothing and returns false if a new file already exists, or an
 * old file is not as in `before`. May only be called inside {@link oneAtATime}.
 */
export function putFiles(
  { data }: { readonly data: string },
  edits: readonly Edit[],
  command: Command,
): boolean {
  try {
    return edits.length === 0 || putAll(data, edits, command);
  } catch (error) {
    throw cannotWrite(data, error);
  }
}

function putAll(data: string, edits: readonly Edit[], command: Command): boolean {
  const entries = edits.map(({ file, before, after }) => {
    mustStayBelow(data, file);
    return {
      file,
      before: typeof before === 'object' ? hashOf(before) : before,
      after: typeof after === 'string' ? hashAt(after) : after && hashOf(after),
    };
  });
  if (!begin(data, command, entries)) return false;
  let count = 0;
  try {
    while (count < edits.length && place(data, entries[count]!, edits[count]!)) count++;
  } finally {
    if (count === edits.length) end(data);
    else giveUp(data, count);
  }
  return count === edits.length;
}

/**
 * Writes one file, with its old mode or a given one, or deletes it. If the file is not as in `before`, changes nothing
 * and returns false.
 */
function place(
  data: string,
  { file, before }: { readonly file: string; readonly before: string | undefined },
  { after, mode: given }: Edit,
): boolean {
  const path = join(data, file);
  const put = (finished: string): boolean => {
    if (before !== undefined && hashAt(path) !== before) return false;
    const mode = before === undefined ? given : statSync(path).mode;
    // Some disks refuse chmod, so it is only called if the modes differ.
    if (mode !== undefined && statSync(finished).mode !== mode) chmodSync(finished, mode & 0o7777);
    if (before === undefined) return placeNew(finished, path);
    renameSync(finished, path);
    return true;
  };
  if (after === undefined) {
    if (hashAt(path) !== before) return false;
    rmSync(path, { force: true });
    return true;
  }
  fsExtra.ensureDirSync(dirname(path));
  if (typeof after === 'string') return writing(path, () => put(after));
  return asideOf(path, (aside) => {
    // Only the owner may read the file at first, because the old file may be private.
    const mode = before === undefined && given === undefined ? 0o666 : 0o600;
    writing(path, () => writeFileSync(aside, after, { flag: 'wx', mode }));
    return put(aside);
  });
}
