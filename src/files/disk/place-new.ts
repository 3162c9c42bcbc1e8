// A finished file → a path where there is none yet, on every file system.
import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';

/**
 * Gives a finished file a path at which nothing is, and says whether it did: false when something is there.
 * The file keeps its old path or loses it. Where there are no hard links (exFAT, FAT, some network folders), an
 * empty file takes the path first: who is killed then leaves it.
 */
export function placeNew(finished: string, path: string): boolean {
  try {
    linkSync(finished, path);
    return true;
  } catch {
    // Something is there, or this file system has no hard links: the next step finds out which.
  }
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    renameSync(finished, path);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
