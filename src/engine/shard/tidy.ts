// What a cache loses when a run ends: what no run has used for long.
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;
/** A file that no build has used for this long is removed from the cache. */
const KEPT_MS = 14 * DAY_MS;
/** The same for a folder of unfinished files, to which a build on another machine may still be writing. */
const UNFINISHED_KEPT_MS = DAY_MS;
/** Names of our files in a cache (it may hold others): shards, fragments, reports, builds, hashes of data files. */
const OURS = /^((?:snapshot-|stat-)?[0-9a-f]{64})(?:\.\d+)?$/;
/** The name of a folder of unfinished files or, in caches of older versions, of such a file itself. */
const UNFINISHED = /^portal-snapshot-[\w-]{36,}(?:\.part)?$/;

/**
 * Renews the times of the files of a cache that this run used and, if `removesUnused`, removes those that no run has
 * used for long. `used`: names of values; each stands for the files of bytes that belong to it, too.
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
      // Another build was faster, or the cache cannot be written.
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
