// Finds out whether a file or folder has changed, by its metadata, without reading it.
import type { Stats } from 'node:fs';

/**
 * The stat signature of a file or folder: its inode, size and times. It changes when a file is written or replaced,
 * or when an entry of a folder is added or removed. No program can prevent this, because no program can set the time
 * of the last change (ctime).
 */
export function statSignature({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The smallest step between two times of a file, in milliseconds. It is two seconds on FAT. */
const TICK = 100;
const TICK_OF_SECONDS = 2000;

/**
 * Whether a file that was read at a moment (`Date.now()`) may have changed again and kept its signature: its last change
 * was so recent that the next change may get the same time. Such a file must be read again. Git calls this "racily
 * clean".
 */
export function isRacilyClean({ mtimeMs, ctimeMs }: Stats, moment: number): boolean {
  const last = Math.max(mtimeMs, ctimeMs);
  return last + (last % 1000 === 0 ? TICK_OF_SECONDS : TICK) >= moment;
}
