// The first commit of a new portal: of exactly the files that were just written, in a repository that has nothing else.
import { realpathSync } from 'node:fs';
import { UsageError } from '../../problems/problem.js';
import { git, isUnborn } from './git.js';
import { commitFiles } from './hand-in.js';

/** Why nothing was committed: git is missing, has no name for the author, or the folder's repository is in use. */
export type NotCommitted = 'no-git' | 'no-identity' | 'has-repository';

const MAIN = 'refs/heads/main';

/**
 * Commits files of a folder on the branch main, in a new repository if the folder is in none. Returns why nothing was committed; undefined
 * after a commit. Throws a {@link UsageError} with git's output if git refuses the commit.
 */
export async function firstCommit(
  folder: string,
  files: readonly string[],
  message: string,
): Promise<NotCommitted | undefined> {
  try {
    const above = await git(folder, ['rev-parse', '--show-toplevel']);
    if (!above.failed && !(await isFresh(folder, above.text))) return 'has-repository';
    // Without this option, git would make up a name from the user and the host of this machine.
    const asked = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'];
    if ((await git(folder, asked)).failed) return 'no-identity';
    if (above.failed) await git(folder, ['init', '--quiet']);
    // The workflows publish main, whatever the first branch of a repository is called. A main with commits stays as it is.
    const hasMain = !(await git(folder, ['rev-parse', '--verify', '--quiet', MAIN])).failed;
    if (!hasMain) await git(folder, ['symbolic-ref', 'HEAD', MAIN]);
  } catch (error) {
    if (error instanceof UsageError) return 'no-git';
    throw error;
  }
  const { ok, said } = await commitFiles(folder, files, message, undefined);
  if (!ok) throw new UsageError(said);
  return undefined;
}

/** Whether this folder is the top of its repository, without a commit and with nothing staged. */
const isFresh = async (folder: string, top: string): Promise<boolean> =>
  realpathSync(top) === realpathSync(folder) &&
  (await isUnborn(folder)) &&
  (await git(folder, ['ls-files'])).text === '';
