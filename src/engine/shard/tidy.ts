// Removes from a cache what no run has used for a long time.
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;
/** A file that no run has used for this long is removed. */
const KEPT_MS = 14 * DAY_MS;
/** The same for a folder of unfinished files. A build on another machine may still write to a younger one. */
const UNFINISHED_KEPT_MS = DAY_MS;
/**
 * Names of our files in a cache, which may hold other files: shards, fragments, reports, builds, hashes of data files.
 */
const OURS = /^((?:snapshot-|stat-)?[0-9a-f]{64})(?:\.\d+)?$/;
/** The name of a folder of unfinished files or, in caches of older versions, of such a file itself. */
const UNFINISHED = /^portal-snapshot-[\w-]{36,}(?:\.part)?$/;

/**
 * Renews the times of the files that this run used. If `removesUnused`, removes those that no run has used for a long
 * time. `used`: the names of values; each also stands for its files of bytes.
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
      // Another build was faster, or the cache cannot be written: both are harmless.
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
