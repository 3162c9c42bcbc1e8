// Simulates a kill at a change to the disk: from the nth change on, all changes fail.
import type fs from 'node:fs';
import { replaceInFs } from './node-fs.js';

const CHANGES = [
  ...['linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'utimesSync'],
  ...['chmodSync', 'copyFileSync', 'openSync', 'writeFileSync', 'unlinkSync'],
] as const;

class Killed extends Error {}

/** Whether the disk has hard links. exFAT has none. */
export const disk = { hasLinks: true };

/** How many changes are still allowed, and in which folder they are counted. */
let left = Number.POSITIVE_INFINITY;
let counted = '/';

/** Replaces the functions that change the disk, until the test file ends. To be called before all tests. */
export function makeDiskKillable(): void {
  replaceInFs((own) =>
    Object.fromEntries(
      CHANGES.map((name) => {
        const change = own[name] as (...args: unknown[]) => unknown;
        const killable = (...args: unknown[]) => {
          if (name === 'linkSync' && !disk.hasLinks) throw new Error('EPERM');
          // After the kill, no change works in any folder.
          if (name === 'openSync' && !/[wa]/.test(String(args[1]))) return change(...args);
          if (left < 0 || (args.some((arg) => `${arg}`.startsWith(counted)) && left-- <= 0)) {
            throw new Killed(name);
          }
          return change(...args);
        };
        return [name, killable as (typeof fs)[typeof name]];
      }),
    ),
  );
}

/** Runs work with so many allowed changes in a folder. Returns whether it was killed. */
export async function killedAfter(
  changes: number,
  folder: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  left = changes;
  counted = `${folder}/`;
  try {
    await work();
  } catch (error) {
    if (left >= 0) throw error;
  }
  const isKilled = left < 0;
  left = Number.POSITIVE_INFINITY;
  return isKilled;
}
