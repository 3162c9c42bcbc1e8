// The commands that hints name, as they are typed in the working folder; in each language alike.
import type { TwoVersions, WithoutCompanions } from './messages/catalogue.js';
import { quoted } from './quote.js';

/** The command that gives one of two records with one id another one. */
export function renumbering(id: number, twins: TwoVersions): string {
  const { singular, folder, place } = twins;
  return `portal-snapshot renumber ${singular} ${id} --file ${quoted(place)}${inFolder(folder)}`;
}

/** The command that makes what should have come with a record. */
export const completing = ({ singular, id, folder = 'data' }: WithoutCompanions): string =>
  `portal-snapshot new --complete ${singular} ${id}${inFolder(folder)}`;

/** The command that takes back the last change of data. */
export const undoing = (folder: string): string => `portal-snapshot undo${inFolder(folder)}`;

const inFolder = (folder: string): string =>
  folder === 'data' ? '' : ` --data ${quoted(folder === '' ? '.' : folder)}`;
