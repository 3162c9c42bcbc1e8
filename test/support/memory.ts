// A folder in memory, for tests that make thousands of small files, which takes several times as long on a disk.
import { existsSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** How many bytes must be free there. In containers, it is often only some megabytes. */
const ROOM = 2 ** 32;

/** A folder in memory, if there is one with room. */
export const memory = hasRoom(FOLDER) ? FOLDER : undefined;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}
