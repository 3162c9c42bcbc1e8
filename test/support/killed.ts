// Work that is killed at each change that it makes to the disk, in this process: from the nth change on, every one fails.
import type fs from 'node:fs';
import { replaceInFs } from './node-fs.js';

const CHANGES = [
  ...['linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'utimesSync'],
  ...['chmodSync', 'copyFileSync', 'openSync', 'writeFileSync', 'unlinkSync'],
] as const;

class Killed extends Error {}

/** Whether the disk has hard links, which exFAT has not. */
export const disk = { hasLinks: true };

/** How many changes are left in which folder. */
let left = Number.POSITIVE_INFINITY;
let counted = '/';

/** Puts functions in the place of those that change the disk, until the test file ends; to be called before all tests. */
export function makeDiskKillable(): void {
  replaceInFs((own) =>
    Object.fromEntries(
      CHANGES.map((name) => {
        const change = own[name] as (...args: unknown[]) => unknown;
        const killable = (...args: unknown[]) => {
          if (name === 'linkSync' && !disk.hasLinks) throw new Error('EPERM');
          // What is killed does nothing any more, wherever.
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

/** Does some work as long as it makes no more than so many changes in a folder; whether it was killed. */
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
