// Temporary folders. They are removed when the work ends, fails or is interrupted. If a process is killed, the next
// run that uses the same place removes its folders. It recognises them by their names.

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

/** A unique name, by which {@link sweep} recognises in a later run what this process left behind. */
export function temporaryName(): string {
  // The letter `t` must stay: version 2 would take digits at this place for a time.
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

/** As {@link temporaryFolder}, but in another folder than the system's. Call {@link sweep} for that folder first. */
export const folderIn = (parent: string): string => make(join(parent, temporaryName()));

/** The error if the system's temporary folder cannot be written. */
export const noRoom = (error: unknown) =>
  refused('cannot write to {folder}: {reason}; TMPDIR can name another folder', {
    folder: tmpdir(),
    reason: reasonText((error as NodeJS.ErrnoException).code ?? '', reasonOf(error)),
  });

/** Why a system call failed, in a few words. */
export function reasonOf(error: unknown): string {
  const { errno = 0, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** Runs `work` with a new, empty folder that no other user can read. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  try {
    return await work(folder);
  } finally {
    discard(folder);
  }
}

/**
 * Runs `work` with a path for the new version of a file. The path is on the same disk, so that the new file can
 * replace the old one by a rename. Neither git nor the reading of data sees a file at that path.
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
 * Runs `work` with a new folder inside `parent`, so on the same disk: what is made there can be renamed to its place.
 * Neither git nor the reading of data sees it.
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
    // Name the parent folder in the error, not this random name, because the parent folder refuses the write.
    throw Object.assign(error as Error, { path: dirname(folder) });
  }
}

/** Removes a folder that this module made. */
export function discard(folder: string): void {
  remove(folder);
  held.delete(folder);
}

let isListening = false;

/** The listeners are never removed, because a signal that arrives at that moment could be lost. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
}

/** Removes the folders. After that, the signal has its usual effect. */
function onSignal(signal: NodeJS.Signals): void {
  // Another listener decides whether this process ends. The folders are removed at its exit.
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Lets signals be handled that arrived during long synchronous work. */
export async function hearSignals(): Promise<void> {
  await nextTurn();
  await nextTurn(); // the first await may only end a turn that began before the signal
}

function removeAll(): void {
  for (const folder of held) remove(folder);
}

function remove(path: string): void {
  // Several attempts, because other threads may still be writing there.
  for (let attempt = 0; attempt < 3 && existsSync(path); attempt++) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The next run tries again.
    }
  }
}

const swept = new Set<string>();

/** Removes what ended processes of this user left behind in a folder. Does so once for each folder. */
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
    // The folder is missing or cannot be read.
  }
}

/**
 * Whether a path belongs to this user and is not a link. (In a shared folder, anybody can make a file with such a
 * name.)
 */
function isOurs(path: string): boolean {
  const there = lstatSync(path);
  const user = process.getuid?.() ?? there.uid;
  return there.uid === user && (there.isDirectory() || there.isFile());
}

/** Whether a process has certainly ended. If false, it may still have ended: another process may have its id now. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM'; // that is a process of another user
  }
}

let known: string | undefined;

/**
 * Identifies this machine or container. Two containers may have the same host name, but cannot see each other's
 * processes.
 */
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
