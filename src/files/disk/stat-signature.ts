// Whether a file or folder is as it was, by what the file system tells of it: without reading it.
import type { Stats } from 'node:fs';

/**
 * The stat signature of a file or folder. It changes whenever a file is written or replaced, and whenever an entry of a folder comes or goes:
 * the last time (ctime) cannot be set back.
 */
export function statSignature({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Milliseconds from one time that a file system can tell to the next; FAT counts two seconds. */
const TICK = 100;
const TICK_OF_SECONDS = 2000;

/**
 * Whether a file that was looked at in a moment (as `Date.now()` gives it) may change again without another
 * signature, since its last change is so young that the next one may get the same time. Git calls such an entry
 * of its index racily clean: what is known of the file must not be trusted later.
 */
export function isRacilyClean({ mtimeMs, ctimeMs }: Stats, moment: number): boolean {
  const last = Math.max(mtimeMs, ctimeMs);
  return last + (last % 1000 === 0 ? TICK_OF_SECONDS : TICK) >= moment;
}
