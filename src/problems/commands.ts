// The commands that hints suggest, as they are typed in the working folder; the same in every language.
import type { TwoVersions } from './messages/catalogue.js';
import { quoted } from './quote.js';

/** The command that gives a new id to one of two records with the same id. */
export function renumbering(id: number, twins: TwoVersions): string {
  const { singular, folder, place } = twins;
  return `npx portal-snapshot renumber ${singular} ${id} --file ${quoted(place)}${inFolder(folder)}`;
}

/** The command that breaks the lock of a data folder and changes no file. The browser has no flag `--break-lock`. */
export const breakingLock = (folder: string): string =>
  `npx portal-snapshot fmt --check --break-lock${inFolder(folder)}`;

/** The command that undoes the change of a data folder that a killed command left unfinished, and nothing else. */
export const takingBack = (folder: string): string =>
  `npx portal-snapshot fmt --check${inFolder(folder)}`;

const inFolder = (folder: string): string =>
  folder === 'data' ? '' : ` --data ${quoted(folder === '' ? '.' : folder)}`;
