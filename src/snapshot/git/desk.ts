// Describes the git repository of a data folder: its branch, changed data files, an unfinished merge, the remote.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../problems/problem.js';
import { findCommit, git, inOneLine } from './git.js';

/** The changed files of a data folder, and where they can be committed and pushed. */
export interface Desk {
  /** The branch that is checked out; empty if there is none (a detached HEAD). */
  readonly branch: string;
  /** Set if a commit belongs on a new branch: the present branch is a main branch, or no branch is checked out. */
  readonly isMain: boolean;
  /** The main branch; undefined if its name is not known. */
  readonly main: string | undefined;
  /** The remote to push to; undefined if there is none. */
  readonly remote: string | undefined;
  /** The address of the remote; empty if there is none. */
  readonly address: string;
  /** How many commits of the branch are on no remote yet; 0 if there is no remote. */
  readonly unpushed: number;
  /** The files of the data folder that differ from the last commit. Their names are relative to the data folder. */
  readonly files: readonly string[];
  /** Whether a git command, such as a merge or a rebase, is not finished. */
  readonly isUnfinished: boolean;
}

/** Names in the `.git` folder that exist while a git command such as a merge is not finished. */
const UNFINISHED = [
  ...['rebase-merge', 'rebase-apply'],
  ...['CHERRY_PICK_HEAD', 'REVERT_HEAD', 'MERGE_HEAD'],
];

const MAIN = ['main', 'master', 'trunk', 'develop'];
export const BRANCHES = 'refs/heads/';

/**
 * Describes the repository that contains a data folder; undefined if the checked-out branch has no commit yet. Throws a
 * {@link UsageError} if there is no repository.
 */
export async function deskOf(data: string): Promise<Desk | undefined> {
  const { isUnborn, prefix } = await findCommit(data, 'HEAD');
  if (isUnborn) return undefined;
  const [branch, remotes, status, isUnfinished] = await Promise.all([
    branchOf(data),
    git(data, ['remote']),
    git(data, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--', '.']),
    isUnfinishedIn(data),
  ]);
  if (status.failed) throw new UsageError(inOneLine(status.error));
  const names = remotes.text.split('\n').filter(Boolean);
  const remote = names.includes('origin') ? 'origin' : names[0];
  const main = await mainOf(data, remote);
  const isMain = branch === '' || branch === main || MAIN.includes(branch);
  const { text: address } =
    remote === undefined ? { text: '' } : await git(data, ['remote', 'get-url', '--push', remote]);
  const unpushed = await git(data, ['rev-list', '--count', 'HEAD', '--not', '--remotes']);
  return {
    ...{ branch, isMain, main, remote, address, isUnfinished },
    unpushed: remote === undefined ? 0 : Number(unpushed.text),
    files: status.text
      .split('\0')
      .filter(Boolean)
      .map((line) => line.slice(3 + prefix.length)),
  };
}

/**
 * The branch that is checked out; empty if there is none. Reads the full name, because git's short name of a branch
 * `main` is `heads/main` if there is also a tag `main`.
 */
export const branchOf = async (data: string): Promise<string> =>
  (await git(data, ['symbolic-ref', 'HEAD'])).text.slice(BRANCHES.length);

/** The main branch: the default branch of the remote, otherwise the first name of {@link MAIN} that exists. */
async function mainOf(data: string, remote: string | undefined): Promise<string | undefined> {
  const theirs = `refs/remotes/${remote}/`;
  const { text } = await git(data, ['symbolic-ref', `${theirs}HEAD`]);
  if (text.startsWith(theirs)) return text.slice(theirs.length);
  const usual = MAIN.flatMap((name) => [BRANCHES + name, theirs + name]);
  const { text: refs } = await git(data, ['for-each-ref', '--format=%(refname)', ...usual]);
  const all = new Set(refs.split('\n'));
  return MAIN.find((name) => all.has(BRANCHES + name) || all.has(theirs + name));
}

async function isUnfinishedIn(data: string): Promise<boolean> {
  const [{ text: folder }, { text: conflicts }] = await Promise.all([
    git(data, ['rev-parse', '--absolute-git-dir']),
    // Lists files with unresolved conflicts. `git stash pop` can leave such files, too.
    git(data, ['diff', '--name-only', '--no-relative', '--diff-filter=U']),
  ]);
  return conflicts !== '' || UNFINISHED.some((name) => existsSync(join(folder, name)));
}
