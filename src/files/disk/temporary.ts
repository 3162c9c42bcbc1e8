// Temporary folders. They are removed when the work ends, fails or is interrupted. If a process is killed, the next run
// that uses the same place removes its folders; their names tell which process made them.

import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getSystemErrorMap } from 'node:util';
import { reasonText } from '../../problems/failure.js';
import { refused } from '../../problems/problem.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const NAME = /^\.?portal-snapshot-([0-9a-f]{8})-(\d+)-/;

/** A unique name. By it, {@link sweep} in a later run recognises what this process left behind. */
export function temporaryName(): string {
  // The letter `t` must stay: version 2 reads digits at this place as the time at which the process began.
  return `portal-snapshot-${machine()}-${process.pid}-t${randomUUID()}`;
}

/** Makes a folder that no other user can read; {@link discard} removes it. */
export function temporaryFolder(): string {
  try {
    return folderIn(tmpdir());
  } catch (error) {
    throw noRoom(error);
  }
}

/** The same in another folder than the system's. Call {@link sweep} for that folder first. */
export const folderIn = (parent: string): string => make(join(parent, temporaryName()));

/** The error if the system's temporary folder cannot be written. */
export const noRoom = (error: unknown) =>
  refused('cannot write to {folder}: {reason}; TMPDIR can name another folder', {
    folder: tmpdir(),
    reason: reasonText((error as NodeJS.ErrnoException).code ?? '', reasonOf(error)),
  });

/** The reason of a system error, in a few words. */
export function reasonOf(error: unknown): string {
  const { errno = 0, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** Does some work with a fresh, empty folder that no other user can read. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  try {
    return await work(folder);
  } finally {
    discard(folder);
  }
}

/**
 * Gives some work a path for the new version of a file, on the same disk, so that it can replace the old one by a
 * rename. Neither git nor the reading of data sees that path, even if it is never removed.
 */
export function asideOf<T>(path: string, work: (aside: string) => T): T {
  sweep(dirname(path));
  const folder = make(join(dirname(path), `.${temporaryName()}`));
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n');
    return work(join(folder, 'new'));
  } finally {
    discard(folder);
  }
}

/**
 * Does some work with a fresh folder in another one, on the same disk, so that what is made there can be
 * renamed. Neither git nor the reading of data sees it, even if it is never removed.
 */
export async function inFolderWithin<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  sweep(parent);
  const folder = make(join(parent, `.${temporaryName()}`));
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n');
    return await work(folder);
  } finally {
    discard(folder);
  }
}

/** The folders that this process still has to remove. */
const held = new Set<string>();

function make(folder: string): string {
  listen();
  held.add(folder);
  try {
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    discard(folder);
    // The folder around it refuses the write, so the error names that folder instead of this random name.
    throw Object.assign(error as Error, { path: dirname(folder) });
  }
}

/** Removes a folder that was made here. */
export function discard(folder: string): void {
  remove(folder);
  held.delete(folder);
}

let isListening = false;

/** The listeners are never removed: a signal that is already on its way could be lost. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
}

/** Removes the folders, then lets the signal have its usual effect. */
function onSignal(signal: NodeJS.Signals): void {
  // Another listener decides what happens to this process. The folders are removed when it exits.
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Gives signals that arrived during long synchronous work a chance to be handled. */
export async function hearSignals(): Promise<void> {
  await nextTurn();
  await nextTurn(); // the first await may only end a turn that began before the signal
}

function removeAll(): void {
  for (const folder of held) remove(folder);
}

function remove(path: string): void {
  // More than one attempt, because other threads may still be writing there.
  for (let attempt = 0; attempt < 3 && existsSync(path); attempt++) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The next run tries again.
    }
  }
}

const swept = new Set<string>();

/** Removes from a folder what this user's ended processes left behind. Does so once per run. */
export function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const [, where, pid] = NAME.exec(name) ?? [];
      if (where === machine() && hasEnded(Number(pid)) && isOurs(join(folder, name))) {
        remove(join(folder, name));
      }
    }
  } catch {
    // A folder that is missing or unreadable contains nothing of ours.
  }
}

/** Whether a path belongs to this user and is not a link: in a shared folder anybody can create such names. */
function isOurs(path: string): boolean {
  const there = lstatSync(path);
  const user = process.getuid?.() ?? there.uid;
  return there.uid === user && (there.isDirectory() || there.isFile());
}

/** Whether a process has certainly ended. If not, another process may have got its id. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM'; // that is a process of another user
  }
}

let known: string | undefined;

/** Identifies this machine or container. Several may have the same host name, but do not see each other's processes. */
export function machine(): string {
  known ??= hash('sha256', `${hostname()} ${namespace()}`, 'hex').slice(0, 8);
  return known;
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
