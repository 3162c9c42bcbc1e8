// Lets only one command at a time work in a folder. The lock is a file that names the process of the command. The
// command renews the file regularly. If the process no longer runs, another command can take the lock, in some cases
// only after 15 minutes.

import { randomUUID } from 'node:crypto';
import { readSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { writing } from '../../problems/failure.js';
import { refused, type UsageError } from '../../problems/problem.js';
import { sentence } from '../../problems/say.js';
import { withFile } from '../source/data-file.js';
import { placeNew } from './place-new.js';
import { asideOf, hasEnded, machine } from './temporary.js';

/**
 * After this time without renewal, a lock counts as abandoned. This matters if its process cannot be checked, for
 * example because the process ran on another machine, or because a new process has the same id.
 */
const ABANDONED_MS = 15 * 60_000;
/**
 * After this time, an empty lock counts as abandoned. On file systems without hard links, each lock is empty for a
 * moment (see place-new.ts).
 */
const EMPTY_LOCK_MS = 10_000;
/** A lock of this tool has at most this many bytes. */
const MOST_BYTES = 1024;
/** The most attempts to take the lock. An attempt can fail because another command was faster. */
const ATTEMPTS = 1000;

export interface Lock {
  /**
   * Renews the lock. Throws a {@link UsageError} if the lock was lost, for example because another command broke it.
   */
  readonly touch: () => void;
  readonly release: () => void;
}

/**
 * Takes the lock at `path`, which protects `folder`. `makeFolder` makes the folder of the lock. Throws a {@link
 * UsageError} if another command holds the lock, or if that cannot be known. With `byForce`, first removes any lock.
 */
export function takeLock(
  path: string,
  folder: string,
  makeFolder: () => void,
  byForce: boolean,
): Lock {
  const now = new Date().toISOString();
  const own = `${hostname()} ${process.pid} ${randomUUID()} ${now} ${machine()}`;
  if (byForce) breakLock(path, undefined);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    makeFolder();
    if (place(path, own)) return { touch: () => touch(path, own, folder), release };
    const holder = holderOf(path, folder);
    if (holder === undefined) continue; // released in between
    if (holder === '' && attempt < ATTEMPTS / 2) continue; // perhaps it is being written
    if (isHeld(holder, path)) throw heldBy(holder, path, folder);
    breakLock(path, holder);
  }
  throw refused('{folder} is locked and released by others all the time', { folder });

  function release(): void {
    // If another command broke this lock and took its own, the file is now the lock of that command, and must stay.
    if (read(path) === own) rmSync(path, { force: true });
  }
}

/** Throws a {@link UsageError} if a command holds the lock at `path`, or if the lock cannot be read. */
export function mustBeFree(path: string, folder: string): void {
  const holder = holderOf(path, folder);
  if (holder !== undefined && isHeld(holder, path)) throw heldBy(holder, path, folder);
}

/** Tries to create the lock file; returns false if there is one already, or if its folder is gone. */
function place(path: string, own: string): boolean {
  try {
    return asideOf(path, (aside) => {
      writing(path, () => writeFileSync(aside, own));
      return placeNew(aside, path);
    });
  } catch (error) {
    // Another command has removed the folder or the file meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function touch(path: string, own: string, folder: string): void {
  if (read(path) !== own) throw refused('another command broke the lock of {folder}', { folder });
  const now = new Date();
  utimesSync(path, now, now);
}

/** Returns the text of the lock file; undefined if there is none. Throws if the file cannot be read. */
function holderOf(path: string, folder: string): string | undefined {
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    const read = withFile(path, (fd) => readSync(fd, bytes, 0, MOST_BYTES, 0));
    return bytes.toString('utf8', 0, read);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw refused(
      'whether another command is writing to {folder} cannot be known: its lock {lock} cannot be read ({reason}); if none is, {breaking}',
      { folder, lock: path, reason: message, breaking: BREAKING },
      'lock',
    );
  }
}

function read(path: string): string | undefined {
  try {
    return holderOf(path, '');
  } catch {
    return undefined;
  }
}

/** The parts of a lock's text. */
const HOLDER =
  /^(?<host>[^\s\p{Cc}]+) (?<pid>[1-9]\d*) [\da-f-]+ (?<since>[\d:.TZ-]+) (?<machine>[\da-f]+)$/u;

function isHeld(holder: string, path: string): boolean {
  const { pid, machine: where } = HOLDER.exec(holder)?.groups ?? {};
  if (where === machine() && hasEnded(Number(pid))) return false;
  const most = holder === '' ? EMPTY_LOCK_MS : ABANDONED_MS;
  return Math.abs(Date.now() - lastSignOf(path)) < most;
}

const BREAKING = sentence('use --break-lock');

/** The error that says who holds a lock, since when, and what to do. */
function heldBy(holder: string, path: string, folder: string): UsageError {
  const { host = '', pid, since } = HOLDER.exec(holder)?.groups ?? {};
  const who =
    pid === undefined
      ? sentence('its lock names nobody')
      : sentence('process {pid} on {host}', { pid, host });
  const when = since === undefined ? '' : sentence(' since {since}', { since });
  const sign = new Date(lastSignOf(path)).toISOString();
  return refused(
    'another command is writing to {folder} ({who}{when}, last sign of life {sign}, lock {lock}); wait for it to end, or if it is gone, {breaking}',
    { folder, who, when, sign, lock: path, breaking: BREAKING, host },
    'lock',
  );
}

/** When a lock was written or last renewed, in milliseconds since 1970. If the lock is gone, the present time. */
function lastSignOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

// Removes the lock whose text is `holder`; without `holder`, any lock. Two commands may find the same dead lock. One of
// them removes it and takes a new lock. If the other command then moves away this new lock, it sees a different text,
// and puts the lock back.
function breakLock(path: string, holder: string | undefined): void {
  try {
    asideOf(path, (aside) => {
      renameSync(path, aside);
      if (holder !== undefined && read(aside) !== holder) renameSync(aside, path);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
