// Finds out whether a file or folder has changed, from its metadata, without reading it.
import type { Stats } from 'node:fs';

/**
 * The stat signature of a file or folder: its inode, size and times. It changes when a file is written or replaced, or
 * when an entry is added to a folder or removed (see also {@link isRacilyClean}). A program that sets mtime back
 * cannot hide a change, because it cannot set ctime.
 */
export function statSignature({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

// Two changes of a file within TICK milliseconds may get the same time. On file systems that store whole seconds or two
// seconds, such as FAT, two changes within TICK_OF_SECONDS may get the same time.
const TICK = 100;
const TICK_OF_SECONDS = 2000;

/**
 * Whether a file that was read at `moment` (`Date.now()`) may have changed afterwards without a new signature. This is
 * so if its last change was just before `moment`, because the next change may get the same time. Such a file must be
 * read again. Git calls this "racily clean".
 */
export function isRacilyClean({ mtimeMs, ctimeMs }: Stats, moment: number): boolean {
  const last = Math.max(mtimeMs, ctimeMs);
  return last + (last % 1000 === 0 ? TICK_OF_SECONDS : TICK) >= moment;
}
