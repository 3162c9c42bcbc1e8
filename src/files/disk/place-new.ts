// Puts a finished file at a path where no file exists yet, on every file system.
import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';

/**
 * Puts a finished file at a path; returns false if something exists there. The file may also keep its old path. Without
 * hard links (exFAT, FAT, some network folders), an empty file is put there first; it stays if the process is killed at
 * that moment.
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
