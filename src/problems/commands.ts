// The commands that hints suggest, such as `npx portal-snapshot undo`. Users run them in the working folder.
import type { TwoVersions } from './messages/catalogue.js';
import { quoted } from './quote.js';

/** The command that gives a new id to one of two records that have the same id. */
export function renumbering(id: number, twins: TwoVersions): string {
  const { singular, folder, place } = twins;
  return `npx portal-snapshot renumber ${singular} ${id} --file ${quoted(place)}${inFolder(folder)}`;
}

/**
 * A command that breaks the lock of a data folder. It also undoes the change that a killed command left unfinished. The
 * preview suggests this command, because the preview has no flag `--break-lock`.
 */
export const breakingLock = (folder: string): string =>
  `npx portal-snapshot fmt --check --break-lock${inFolder(folder)}`;

/** A command that only undoes the change that a killed command left unfinished. */
export const takingBack = (folder: string): string =>
  `npx portal-snapshot fmt --check${inFolder(folder)}`;

/** The command that shows what changes in the API since the last commit. */
export const comparing = (folder: string): string =>
  `npx portal-snapshot diff HEAD${inFolder(folder)}`;

/** The command that takes back the last change of a data folder. */
export const undoing = (folder: string): string => `npx portal-snapshot undo${inFolder(folder)}`;

const inFolder = (folder: string): string =>
  folder === 'data' ? '' : ` --data ${quoted(folder === '' ? '.' : folder)}`;
