// Lets only one command work in a folder at a time. The lock is a file that names the process of the command, which
// renews it regularly. If that process no longer runs, the next command takes the lock. If the lock cannot be read,
// the command ends with an error.

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
 * A lock counts as abandoned if it was not renewed for this long. This is needed if its process cannot be checked,
 * because it ran on another machine or in another container, or because another process has the same id now.
 */
const ABANDONED_MS = 15 * 60_000;
/**
 * An empty lock counts as abandoned after this time. On file systems without hard links, a lock is empty for a moment
 * (place-new.ts).
 */
const EMPTY_LOCK_MS = 10_000;
/** The most bytes that a lock of this tool has. */
const MOST_BYTES = 1024;
/** After so many attempts in a row, taking the lock fails. To lose a few of them to other commands is normal. */
const ATTEMPTS = 1000;

export interface Lock {
  /** Renews the lock. Throws a {@link UsageError} if another command has removed it. */
  readonly touch: () => void;
  readonly release: () => void;
}

/**
 * Takes the lock at `path`, in a folder that `makeFolder` makes. Throws a {@link UsageError} if another command in
 * `folder` holds it, or if that cannot be known. `byForce`: takes it from any holder.
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
    // If the lock was broken, the file may be the lock of another command now, which must stay.
    if (read(path) === own) rmSync(path, { force: true });
  }
}

/** Throws a {@link UsageError} if a command holds the lock at `path`, or if that cannot be known. */
export function mustBeFree(path: string, folder: string): void {
  const holder = holderOf(path, folder);
  if (holder !== undefined && isHeld(holder, path)) throw heldBy(holder, path, folder);
}

/** Creates the lock file atomically; returns false if there is one already. */
function place(path: string, own: string): boolean {
  try {
    return asideOf(path, (aside) => {
      writing(path, () => writeFileSync(aside, own));
      return placeNew(aside, path);
    });
  } catch (error) {
    // Another command that begins or ends has removed the folder or the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function touch(path: string, own: string, folder: string): void {
  if (read(path) !== own) throw refused('another command broke the lock of {folder}', { folder });
  const now = new Date();
  utimesSync(path, now, now);
}

/** Returns the text of a lock; undefined if there is no lock. Throws if it cannot be read. */
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

/** The parts of a lock's text. Versions before 2 wrote an additional number, or no time. */
const HOLDER =
  /^(?<host>[^\s\p{Cc}]+) (?<pid>[1-9]\d*) (?:(?:\d+|\?) )?[\da-f-]+(?: (?<since>[\d:.TZ-]+)(?: (?<machine>[\da-f]+))?)?$/u;

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

/** When a lock was last written or renewed, in milliseconds; the present time if it was removed. */
function lastSignOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

// Removes a dead lock. Two commands may find the same dead lock: one moves it away and takes the lock. If the other
// then moves away this new lock by mistake, it notices that by the text and puts it back. Without `holder`, any lock
// is removed.
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
