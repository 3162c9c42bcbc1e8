// Temporary folders. They are removed when the work ends, fails or is interrupted. If a process is killed, its folders
// stay, until {@link sweep} of a later process finds these by their names, and removes them.

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

/** A unique name with the machine and process id, so that {@link sweep} can later find what a killed process left. */
export function temporaryName(): string {
  return `portal-snapshot-${machine()}-${process.pid}-${randomUUID()}`;
}

/** Makes, in the system's temporary folder, a new folder that only this user can read. {@link discard} removes it. */
export function temporaryFolder(): string {
  try {
    return folderIn(tmpdir());
  } catch (error) {
    throw noRoom(error);
  }
}

/** As {@link temporaryFolder}, but in the folder `parent`. Call {@link sweep} for `parent` first. */
export const folderIn = (parent: string): string => make(join(parent, temporaryName()));

/** The error to throw if the system's temporary folder cannot be written. */
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

/** Runs `work` with a new temporary folder, which only this user can read, and then removes the folder. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  try {
    return await work(folder);
  } finally {
    discard(folder);
  }
}

/**
 * Runs `work` with a free path for a temporary file or folder, on the same disk as `path`, so that `work` can rename
 * from one to the other. Afterwards, removes what is at the free path. Git and commands that read data ignore it.
 */
export function asideOf<T>(path: string, work: (aside: string) => T): T {
  const folder = ignoredIn(dirname(path));
  try {
    return work(join(folder, 'new'));
  } finally {
    discard(folder);
  }
}

/**
 * Runs `work` with a temporary folder inside `parent`. Both are on the same disk, so `work` can rename files from the
 * folder into `parent`. Git and the commands that read data ignore the folder.
 */
export async function inFolderWithin<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = ignoredIn(parent);
  try {
    return await work(folder);
  } finally {
    discard(folder);
  }
}

/** Makes a hidden folder that git ignores. */
function ignoredIn(parent: string): string {
  sweep(parent);
  const folder = make(join(parent, `.${temporaryName()}`));
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n');
    return folder;
  } catch (error) {
    discard(folder);
    throw error;
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
    // The error names the parent folder, which refused the write, and not the random name.
    throw Object.assign(error as Error, { path: dirname(folder) });
  }
}

/** Removes a folder that a function of this module made. */
export function discard(folder: string): void {
  remove(folder);
  held.delete(folder);
}

let isListening = false;

/** Adds the listeners once, and never removes them at the end of work: a signal at that moment could be lost. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
}

/** Removes the folders, and then lets the signal end the process as usual. */
function onSignal(signal: NodeJS.Signals): void {
  // Another listener of this signal decides whether the process ends. If it ends, `exit` removes the folders.
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Lets Node handle signals that arrived during long synchronous work. */
export async function hearSignals(): Promise<void> {
  await nextTurn();
  await nextTurn(); // the first await may only end a turn that began before the signal
}

function removeAll(): void {
  for (const folder of held) remove(folder);
}

function remove(path: string): void {
  // Tries up to three times, because other threads may still be writing into the folder.
  for (let attempt = 0; attempt < 3 && existsSync(path); attempt++) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // {@link sweep} tries again in a later run.
    }
  }
}

const swept = new Set<string>();

/** Removes what ended processes of this user and machine left in a folder. Looks into each folder only once. */
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
    // What cannot be read is left as it is.
  }
}

/**
 * Whether a file or folder belongs to this user, and is not a link. (In a shared folder, other users can make files and
 * links with such names.)
 */
function isOurs(path: string): boolean {
  const there = lstatSync(path);
  const user = process.getuid?.() ?? there.uid;
  return there.uid === user && (there.isDirectory() || there.isFile());
}

/** Whether a process has certainly ended. False does not mean that it runs: a new process may have the same id. */
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
 * Identifies this machine or container by 8 hexadecimal digits. Two containers may have the same host name, so the
 * digits also depend on the namespace of process ids.
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
