// One build at a time in a folder. The lock is a file that names its process; a lock whose process
// is gone (the build was killed) is taken over.
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { UsageError } from '../problems/problem.js';
import { startOf } from './temporary.js';
import { textOf } from './text-file.js';

/** After this long without a sign of life, the lock of another machine counts as left behind. */
const FOREIGN_LOCK_MS = 15 * 60_000;

export interface Lock {
  /** Gives a sign of life: machines that share the folder cannot see this process. */
  readonly touch: () => void;
  readonly release: () => void;
}

/** Takes the lock at `path`; a {@link UsageError} when another build of `folder` holds it. */
export function takeLock(path: string, folder: string): Lock {
  const own = `${hostname()} ${process.pid} ${startOf(process.pid)} ${randomUUID()}`;
  for (;;) {
    if (place(path, own)) {
      return {
        touch() {
          const now = new Date();
          utimesSync(path, now, now);
        },
        release: () => rmSync(path, { force: true }),
      };
    }
    const holder = textOf(path);
    if (holder === undefined) continue; // released in between
    if (isHeld(holder, path)) {
      throw new UsageError(`another build is writing to ${folder}; wait for it to end`);
    }
    breakLock(path, holder);
  }
}

/** Puts a lock in its place, whole or not at all; false when there is one already. */
function place(path: string, own: string): boolean {
  const aside = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(aside, own);
    linkSync(aside, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone: a build that ends, or begins, tidies up around its own lock.
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isHeld(holder: string, path: string): boolean {
  const [host = '', pid = '', start = ''] = holder.split(' ');
  if (host !== hostname()) return ageOf(path) < FOREIGN_LOCK_MS;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startOf(Number(pid)) === start;
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

// Two builds may find the same dead lock. The one that moves it away goes on; should the other move
// the first one's new lock, it sees so by what it holds, and puts it back.
function breakLock(path: string, holder: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (textOf(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, path);
}
