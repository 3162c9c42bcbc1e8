// Whether a file or folder is as it was, by what the file system tells of it: without reading it.
import type { Stats } from 'node:fs';

/**
 * Changes whenever a file is written or replaced, and whenever an entry of a folder comes or goes:
 * the last time (ctime) cannot be set back.
 */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Milliseconds from one time that a file system can tell to the next; FAT counts two seconds. */
const TICK = 100;
const TICK_OF_SECONDS = 2000;

/**
 * Whether each change from a moment on (as `Date.now()` gives it) changes the stamp of a file that is
 * looked at then. If its last change is as young as that, the next one may get the same time: what is
 * known of such a file must not be trusted later. (Git calls its entry racily clean.)
 */
export function isSettled({ mtimeMs, ctimeMs }: Stats, moment: number): boolean {
  const last = Math.max(mtimeMs, ctimeMs);
  return last + (last % 1000 === 0 ? TICK_OF_SECONDS : TICK) < moment;
}
