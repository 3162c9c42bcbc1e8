// Removes from a cache what no run has used for a long time.
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;
/** A file is removed if no run has used it for this many milliseconds. */
const KEPT_MS = 14 * DAY_MS;
/**
 * A folder of unfinished files is removed when it is older than this many milliseconds. Another machine may still write
 * into a younger folder.
 */
const UNFINISHED_KEPT_MS = DAY_MS;
/** Matches the files that this tool writes into a cache: shards, fragments, reports, builds, hashes of data files. */
const OURS = /^((?:snapshot-|stat-)?[0-9a-f]{64})(?:\.\d+)?$/;
/** Matches a folder of unfinished files. */
const UNFINISHED = /^portal-snapshot-[\w-]{36,}$/;

/**
 * Removes the files that no run has used for a long time. Sets the modification time of the files that this run used to
 * the present time, if it is more than a day old. `used`: names of values. The files of bytes that belong to a used
 * value count as used, too.
 */
export function tidy(cache: string, used: ReadonlySet<string>): void {
  const now = new Date();
  for (const name of namesIn(cache)) {
    const [, value] = OURS.exec(name) ?? [];
    if (value === undefined && !UNFINISHED.test(name)) continue;
    try {
      const path = join(cache, name);
      const age = now.getTime() - statSync(path).mtimeMs;
      if (value === undefined) {
        if (age > UNFINISHED_KEPT_MS) rmSync(path, { recursive: true, force: true });
      } else if (!used.has(value)) {
        if (age > KEPT_MS) rmSync(path, { force: true });
      } else if (age > DAY_MS) utimesSync(path, now, now);
    } catch {
      // Another run may have removed the file already, or the cache cannot be written. Neither does harm.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
