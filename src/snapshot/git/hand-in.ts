// Commits changed data files, and no others, on a branch, and pushes that branch on request. No hook and no program
// that the repository's configuration names runs. Git's output is returned unchanged.
import { git } from './git.js';

/** The changes of a data folder, and where a commit of them would be made and pushed. */
export interface Desk {
  /** Empty where no branch is checked out. */
  readonly branch: string;
  /** Whether the branch is the one that all others are merged into: then a commit is made on a new branch. */
  readonly isMain: boolean;
  /** The remote to push to; undefined where there is none. */
  readonly remote: string | undefined;
  /** How many commits of the branch are on no branch of a remote. */
  readonly unpushed: number;
  /** Where to open a pull request of the branch; undefined before it is pushed, and for an unknown kind of server. */
  readonly address: string | undefined;
  /** The data files that differ from the last commit, relative to the data folder. */
  readonly files: readonly string[];
}

/** The result of a commit or a push: `said` is git's output. */
export interface HandedIn {
  readonly ok: boolean;
  readonly said: string;
  readonly branch: string;
}

const MAIN = /^(?:main|master|trunk|develop)$/;

/** Returns the changes of a data folder; undefined where it is in no repository with a commit. */
export async function deskOf(data: string): Promise<Desk | undefined> {
  const [head, branch, remotes, prefix, status] = await Promise.all([
    git(data, ['rev-parse', '--verify', '--quiet', 'HEAD']),
    branchOf(data),
    git(data, ['remote']),
    git(data, ['rev-parse', '--show-prefix']),
    git(data, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--', '.']),
  ]);
  if (status.failed || head.failed) return undefined;
  const names = remotes.text.split('\n').filter(Boolean);
  const remote = names.includes('origin') ? 'origin' : names[0];
  const { text: theirs } = await git(data, ['symbolic-ref', `refs/remotes/${remote}/HEAD`]);
  const isMain =
    branch === '' || MAIN.test(branch) || theirs === `refs/remotes/${remote}/${branch}`;
  const { text: unpushed } = await git(data, ['rev-list', '--count', 'HEAD', '--not', '--remotes']);
  const [pushed, url] = await Promise.all([
    git(data, ['rev-parse', '--verify', '--quiet', `refs/remotes/${remote}/${branch}`]),
    git(data, ['remote', 'get-url', remote ?? '']),
  ]);
  return {
    ...{ branch, isMain, remote },
    address: isMain || pushed.failed ? undefined : pullRequestAt(url.text, branch),
    unpushed: remote === undefined ? 0 : Number(unpushed),
    files: status.text
      .split('\0')
      .filter(Boolean)
      .map((line) => line.slice(3 + prefix.text.length)),
  };
}

/** Commits files of a data folder, and nothing else that may be staged. `branch`: a branch to create for the commit. */
export async function commitFiles(
  data: string,
  files: readonly string[],
  message: string,
  branch: string | undefined,
): Promise<HandedIn> {
  const { text: others } = await git(data, ['ls-files', '--others', '-z']);
  const wanted = new Set(files);
  const added = others.split('\0').filter((file) => wanted.has(file));
  const steps = [
    ...(branch === undefined ? [] : [() => git(data, ['switch', '--create', branch])]),
    // Git has to know them, even those that it is configured to ignore; it takes the content with the commit.
    ...(added.length === 0
      ? []
      : [() => gitOn(data, ['add', '--force', '--intent-to-add'], added)]),
    // Signing would start a program of the repository's configuration.
    () => gitOn(data, ['commit', '--no-gpg-sign', '--only', '-m', message], files),
  ];
  const said: string[] = [];
  for (const [place, step] of steps.entries()) {
    const { failed, text, error } = await step();
    said.push(...[text, error].filter(Boolean));
    if (!failed) continue;
    if (added.length > 0) await gitOn(data, ['reset', '--quiet'], added);
    if (branch !== undefined && place > 0) {
      // Back to the previous branch, so that the next attempt can create the new one again.
      await git(data, ['checkout', '--quiet', '-']);
      await git(data, ['branch', '--quiet', '--delete', branch]);
    }
    return { ok: false, said: said.join('\n'), branch: await branchOf(data) };
  }
  return { ok: true, said: said.join('\n'), branch: await branchOf(data) };
}

/** Runs git on files of a folder. They go to its standard input: a command line has no room for tens of thousands. */
const gitOn = (folder: string, args: readonly string[], files: readonly string[]) =>
  git(folder, [...args, '--pathspec-from-file=-', '--pathspec-file-nul'], undefined, {
    input: files.join('\0'),
  });

/** Pushes the branch of a data folder to a remote. */
export async function push(data: string, remote: string): Promise<HandedIn> {
  const branch = await branchOf(data);
  const args = [
    'push',
    '--set-upstream',
    '--no-recurse-submodules',
    remote,
    `${BRANCHES}${branch}`,
  ];
  const { failed, text, error } = await git(data, args, undefined, { mayConnect: true });
  return { ok: !failed, said: [text, error].filter(Boolean).join('\n'), branch };
}

const BRANCHES = 'refs/heads/';

/** The branch that is checked out. (Git's own short name is `heads/main` where a tag is called `main`, too.) */
const branchOf = async (data: string): Promise<string> =>
  (await git(data, ['symbolic-ref', 'HEAD'])).text.slice(BRANCHES.length);

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
