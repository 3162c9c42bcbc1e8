// Where tests may make and remove thousands of small files, for which a disk takes several times as long.
import { existsSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Bytes that have to be free there: in a container it is often a few megabytes. */
const ROOM = 2 ** 32;

/** A folder in memory, if there is one with room. */
export const memory = hasRoom(FOLDER) ? FOLDER : undefined;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}
