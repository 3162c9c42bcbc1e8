// Merges one data file for git (a merge driver): by records, if that leaves no question, otherwise by lines.
import { copyFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import fsExtra from 'fs-extra';
import { makePlan } from '../../engine/plan.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { dataFilesOf } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { git, topOf } from '../../snapshot/git/git.js';
import { type DataSettings, inFolder } from '../workspace/portal-data.js';
import { mergeFolders } from './folders.js';
import type { Three } from './merge.js';

/**
 * Merges a file into `mine`. `files`: the paths of its three versions; `name`: its name in the repository. Returns
 * whether it is merged. If not, it has git's markers of conflicts, and `portal-snapshot merge` can finish the merge.
 */
export async function mergeFile(
  portal: Portal,
  settings: DataSettings,
  files: Three<string>,
  name: string,
): Promise<boolean> {
  const top = (await topOf(settings.cwd)) ?? settings.cwd;
  const file = relative(settings.data, resolve(top, name)).split(sep).join('/');
  const path = (version: string) => resolve(settings.cwd, version);
  // Undefined for a file that has no records, such as a text file.
  const isClear = await inTemporaryFolder(async (temporary) => {
    const folderOf = (side: keyof typeof files) => {
      const folder = join(temporary, side);
      fsExtra.outputFileSync(
        inFolder({ data: folder }, file),
        fsExtra.readFileSync(path(files[side])),
      );
      return folder;
    };
    if (file.startsWith('../')) return undefined;
    const folders = { base: folderOf('base'), mine: folderOf('mine'), theirs: folderOf('theirs') };
    const { files: found } = dataFilesOf(folders.mine, portal.collections);
    if (found.length === 0) return undefined;
    const options = { settle: undefined, moves: undefined };
    try {
      const { questions } = await mergeFolders(
        makePlan(portal),
        settings,
        folders,
        options,
        temporary,
      );
      const result = inFolder({ data: folders.mine }, file);
      if (questions.length > 0 || !fsExtra.existsSync(result)) return false;
      copyFileSync(result, path(files.mine));
      return true;
    } catch (error) {
      if (error instanceof UsageError) return false; // a version cannot be read: its lines are merged
      throw error;
    }
  });
  if (isClear) return true;
  // Lines can be merged although there is a question about records. Then git must stop all the same.
  const versions = [files.mine, files.base, files.theirs].map(path);
  const { failed } = await git(settings.cwd, ['merge-file', ...versions]);
  return isClear === undefined && !failed;
}
