// What a data folder's repository is in the middle of: the branch, the changed files, an unfinished merge, the remote.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../problems/problem.js';
import { findCommit, git, inOneLine } from './git.js';

/** The changes of a data folder, and where a commit of them would be made and pushed. */
export interface Desk {
  /** Empty where no branch is checked out. */
  readonly branch: string;
  /** Whether the branch is the one that all others are merged into: then a commit is made on a new branch. */
  readonly isMain: boolean;
  /** The branch that all others are merged into; undefined where its name is not known. */
  readonly main: string | undefined;
  /** The remote to push to; undefined where there is none. */
  readonly remote: string | undefined;
  /** How many commits of the branch are on no branch of a remote. */
  readonly unpushed: number;
  /** Where to open a pull request of the branch; undefined before it is pushed, and for an unknown kind of server. */
  readonly address: string | undefined;
  /** The data files that differ from the last commit, relative to the data folder. */
  readonly files: readonly string[];
  readonly unfinished: Unfinished | undefined;
  /** What is known of who commits; undefined where git knows the name and the address. */
  readonly author: Author | undefined;
}

/** A command of git that stopped half-way, mostly because of conflicts. */
export interface Unfinished {
  /** `git KIND --continue` ends it. Undefined for conflicts that a command left which has ended, such as `git stash pop`. */
  readonly kind: 'merge' | 'rebase' | 'am' | 'cherry-pick' | 'revert' | undefined;
  /** The paths of files with conflicts. */
  readonly conflicts: readonly string[];
}

/** The author of commits. */
export interface Author {
  readonly name: string;
  readonly address: string;
}

/** By the file or folder of git that is there as long as a command is unfinished; the first that is there counts. */
const UNFINISHED = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['MERGE_HEAD', 'merge'],
] as const;

const MAIN = ['main', 'master', 'trunk', 'develop'];
export const BRANCHES = 'refs/heads/';

/**
 * Returns the state of a data folder's repository; undefined where there is no commit yet. Throws a {@link UsageError}
 * where git can use no repository.
 */
export async function deskOf(data: string): Promise<Desk | undefined> {
  const { isUnborn, prefix } = await findCommit(data, 'HEAD');
  if (isUnborn) return undefined;
  const [branch, remotes, status, author, unfinished] = await Promise.all([
    branchOf(data),
    git(data, ['remote']),
    git(data, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--', '.']),
    unknownAuthor(data),
    unfinishedIn(data),
  ]);
  if (status.failed) throw new UsageError(inOneLine(status.error));
  const names = remotes.text.split('\n').filter(Boolean);
  const remote = names.includes('origin') ? 'origin' : names[0];
  const main = await mainOf(data, remote);
  const isMain = branch === '' || branch === main || MAIN.includes(branch);
  const [unpushed, pushed, url] = await Promise.all([
    git(data, ['rev-list', '--count', 'HEAD', '--not', '--remotes']),
    git(data, ['rev-parse', '--verify', '--quiet', `refs/remotes/${remote}/${branch}`]),
    git(data, ['remote', 'get-url', remote ?? '']),
  ]);
  return {
    ...{ branch, isMain, main, remote, author, unfinished },
    address: isMain || pushed.failed ? undefined : pullRequestAt(url.text, branch),
    unpushed: remote === undefined ? 0 : Number(unpushed.text),
    files: status.text
      .split('\0')
      .filter(Boolean)
      .map((line) => line.slice(3 + prefix.length)),
  };
}

/** The branch that is checked out. (Git's own short name is `heads/main` where a tag is called `main`, too.) */
export const branchOf = async (data: string): Promise<string> =>
  (await git(data, ['symbolic-ref', 'HEAD'])).text.slice(BRANCHES.length);

/** The main branch: what the remote says, or else the first of the usual names that is there. */
async function mainOf(data: string, remote: string | undefined): Promise<string | undefined> {
  const theirs = `refs/remotes/${remote}/`;
  const { text } = await git(data, ['symbolic-ref', `${theirs}HEAD`]);
  if (text.startsWith(theirs)) return text.slice(theirs.length);
  const usual = MAIN.flatMap((name) => [BRANCHES + name, theirs + name]);
  const { text: refs } = await git(data, ['for-each-ref', '--format=%(refname)', ...usual]);
  const all = new Set(refs.split('\n'));
  return MAIN.find((name) => all.has(BRANCHES + name) || all.has(theirs + name));
}

async function unfinishedIn(data: string): Promise<Unfinished | undefined> {
  const [{ text: folder }, { text: up }, { text }] = await Promise.all([
    git(data, ['rev-parse', '--absolute-git-dir']),
    git(data, ['rev-parse', '--show-cdup']),
    git(data, ['diff', '--name-only', '--no-relative', '--diff-filter=U', '-z']),
  ]);
  const conflicts = text.split('\0').filter(Boolean);
  const kind = UNFINISHED.find(([name]) => existsSync(join(folder, name)))?.[1];
  return kind || conflicts.length > 0
    ? { kind, conflicts: conflicts.map((file) => join(data, up, file)) }
    : undefined;
}

/** What is configured of who commits; undefined where that is enough for git, without guesses. */
export async function unknownAuthor(data: string): Promise<Author | undefined> {
  const idents = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'];
  const told = idents.map((one) => git(data, ['-c', 'user.useConfigOnly=true', 'var', one]));
  if (!(await Promise.all(told)).some(({ failed }) => failed)) return undefined;
  const [name, address] = await Promise.all(
    ['user.name', 'user.email'].map((key) => git(data, ['config', key])),
  );
  return { name: name!.text, address: address!.text };
}

/** Where to open a pull request of a branch; undefined for a remote that is neither GitHub nor GitLab. */
export function pullRequestAt(remote: string, branch: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/(?:[^@/]*@)?|[\w.-]+@)([\w.-]+)(?::\d+)?[/:]([\w./-]+?)(?:\.git)?\/?$/.exec(
      remote,
    ) ?? [];
  if (host === 'github.com') {
    return `https://${host}/${path}/compare/${encodeURIComponent(branch)}?expand=1`;
  }
  if (/(?:^|\.)gitlab\./.test(host)) {
    const asked = new URLSearchParams({ 'merge_request[source_branch]': branch });
    return `https://${host}/${path}/-/merge_requests/new?${asked}`;
  }
  return undefined;
}
