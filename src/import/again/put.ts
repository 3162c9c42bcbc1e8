// New versions of files → their places in the data folder: all of them, or none. What an import needs for the
// next one comes last, so that one that is killed in between is mended by the next.
import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inFolder, type Overlay } from '../../desk/portal-data.js';
import { allOrNothing } from '../../desk/put.js';
import { isFolder, mustStayBelow } from '../../disk/boundary.js';
import { writing } from '../../problems/failure.js';
import type { ResolvedSettings } from '../../settings/index.js';
import { inTheWay } from './homes.js';

/**
 * Puts files into their places, in this order; undefined: the file goes. `existing`: those that are replaced.
 * `folder`: where the old ones are kept until all is done.
 */
export function put(
  settings: Pick<ResolvedSettings, 'data'>,
  files: Overlay,
  existing: (file: string) => boolean,
  folder: string,
): void {
  allOrNothing((undo) => {
    mkdirSync(folder);
    let kept = 0;
    for (const [file, staged] of files) {
      const path = inFolder(settings, file);
      mustStayBelow(settings.data, file);
      makeFolder(dirname(path), undo);
      writing(path, () => {
        const old = join(folder, String(kept++));
        if (existing(file)) {
          if (staged === undefined) renameSync(path, old);
          else linkSync(path, old);
          undo.push(() => renameSync(old, path));
          if (staged !== undefined) renameSync(staged, path);
        } else if (staged !== undefined) {
          if (lstatSync(path, { throwIfNoEntry: false })) throw inTheWay(path);
          linkSync(staged, path);
          undo.push(() => rmSync(path, { force: true }));
        }
      });
    }
    return true;
  });
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}
