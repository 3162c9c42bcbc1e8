// What is on disk for as long as this process works. It goes when the work ends, fails or is
// interrupted; what a killed process left goes with the next run that looks there. Names tell whose
// they are.
import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getSystemErrorMap } from 'node:util';
import { UsageError } from '../problems/problem.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const NAME = /^\.?portal-snapshot-([0-9a-f]{8})-(\d+)-(\d+)-/;

/** A name that nothing else has, and by which {@link sweep} finds what this process left. */
export function temporaryName(): string {
  self ??= `portal-snapshot-${machine()}-${process.pid}-${begunAt(process.pid)}`;
  return `${self}-${randomUUID()}`;
}

let self: string | undefined;

/** Makes a folder that nobody else can read; {@link discard} ends it. */
export function temporaryFolder(): string {
  try {
    return make(join(tmpdir(), temporaryName()));
  } catch (error) {
    throw noRoom(error);
  }
}

/** What to tell of the system's temporary folder that cannot be written. */
export const noRoom = (error: unknown) =>
  new UsageError(`cannot write to ${tmpdir()}: ${reasonOf(error)}; TMPDIR can name another folder`);

/** Why the system refuses, in a few words. */
export function reasonOf(error: unknown): string {
  const { errno = 0, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** Does some work with a fresh, empty folder that nobody else can read. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  try {
    return await work(folder);
  } finally {
    discard(folder);
  }
}

/**
 * Does some work with a place for a file that is to take that of another one, on the same disk.
 * Neither readers of data nor git take what is there, even if it is left behind.
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

/** What this process has to remove. */
const held = new Set<string>();

function make(folder: string): string {
  listen();
  held.add(folder);
  try {
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    discard(folder);
    throw error;
  }
}

/** Removes a folder that was made here. */
export function discard(folder: string): void {
  remove(folder);
  held.delete(folder);
}

let isListening = false;

/** From then on for good: a signal that came while nobody could hear it must not be lost. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
}

/** The signal does what it always does, but for what it would leave behind. */
function onSignal(signal: NodeJS.Signals): void {
  // Who else listens decides what becomes of this process.
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** For long work: lets a signal that came meanwhile do what it does. */
export async function hearSignals(): Promise<void> {
  await nextTurn();
  await nextTurn(); // the first one may be the end of a turn that began before the signal
}

function removeAll(): void {
  for (const folder of held) remove(folder);
}

function remove(path: string): void {
  // Other threads may be writing there.
  for (let attempt = 0; attempt < 3 && existsSync(path); attempt++) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The next run tries again.
    }
  }
}

const swept = new Set<string>();

/** Removes from a folder, once, what processes of this user left there that are gone. */
export function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const [, where, pid, begun] = NAME.exec(name) ?? [];
      if (where === machine() && isGone(Number(pid), begun) && isOurs(join(folder, name))) {
        remove(join(folder, name));
      }
    }
  } catch {
    // A folder that is not there or not to be read has nothing of ours.
  }
}

/** Anybody may give such names in a folder for all, and make them links. */
function isOurs(path: string): boolean {
  const there = lstatSync(path);
  const user = process.getuid?.() ?? there.uid;
  return there.uid === user && (there.isDirectory() || there.isFile());
}

function isGone(pid: number, begun: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  return begunAt(pid) !== begun;
}

let known: string | undefined;

/** Tells machines and containers that share a folder, and see no processes of one another. */
function machine(): string {
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

/** As digits; 0 where the system does not tell. */
const begunAt = (pid: number) => startOf(pid).replace(/\D/g, '') || '0';

/** When a process began, as far as the system tells: process numbers are used again. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '?';
  } catch {
    return '?';
  }
}
