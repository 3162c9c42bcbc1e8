// New versions of files → the change that puts them into the data folder (desk/put.ts).
import { lstatSync } from 'node:fs';
import { hashAt } from '../../editing/desk/journal.js';
import { inFolder, type Overlay } from '../../editing/desk/portal-data.js';
import type { Change } from '../../editing/desk/put.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { inTheWay } from './homes.js';

/**
 * The change by which staged files come into the data, in their order; undefined: the file goes. `existing`: those
 * that are there, which are replaced only while they are as now.
 */
export function changeOf(
  settings: Pick<ResolvedSettings, 'data'>,
  files: Overlay,
  existing: (file: string) => boolean,
): Change[] {
  return [...files].flatMap(([file, after]): Change[] => {
    const path = inFolder(settings, file);
    if (existing(file)) return [{ file, before: hashAt(path), after }];
    if (after === undefined) return [];
    if (lstatSync(path, { throwIfNoEntry: false })) throw inTheWay(path);
    return [{ file, before: undefined, after }];
  });
}
