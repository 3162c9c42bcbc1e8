// Tells by metadata whether a file or folder has changed, without reading it.
import type { Stats } from 'node:fs';

/**
 * The stat signature of a file or folder. It changes whenever the file is written or replaced, or an entry of the
 * folder is added or deleted, since no program can set the time of the last change (ctime).
 */
export function statSignature({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The resolution of a file system's times, in milliseconds. FAT's is two seconds. */
const TICK = 100;
const TICK_OF_SECONDS = 2000;

/**
 * Whether a file that was read at a moment (as `Date.now()` returns it) may change again without getting another
 * signature, because its last change was so recent that the next one may get the same time. Such a file must be read
 * again. Git calls it racily clean.
 */
export function isRacilyClean({ mtimeMs, ctimeMs }: Stats, moment: number): boolean {
  const last = Math.max(mtimeMs, ctimeMs);
  return last + (last % 1000 === 0 ? TICK_OF_SECONDS : TICK) >= moment;
}
