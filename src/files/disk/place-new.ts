// Puts a finished file at a path where no file exists yet, on every file system.
import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';

/**
 * Puts a finished file at `path`; returns false if a file exists there. The file may also stay at its old path. On file
 * systems without hard links (exFAT, FAT, some network folders), an empty file is first made at `path`. If the process
 * is killed at that moment, the empty file stays.
 */
export function placeNew(finished: string, path: string): boolean {
  try {
    linkSync(finished, path);
    return true;
  } catch {
    // Either a file exists at `path`, or this file system has no hard links. The next step finds out which.
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
