// Commits changed data files, and no others, on a branch, and pushes the branch on request. Runs no hook and no other
// program that the repository's configuration names. Returns git's output unchanged.
import { BRANCHES, branchOf } from './desk.js';
import { type GitResult, git } from './git.js';

/** The result of a commit or a push; `output` is what git printed. */
export interface HandedIn {
  readonly ok: boolean;
  readonly output: string;
  readonly branch: string;
}

const OF_SOMEBODY = ['-c', 'user.useConfigOnly=true'];

/**
 * Commits files of a data folder, and nothing else, even if it is staged. `branch`: a branch to create for the
 * commit.
 */
export async function commitFiles(
  data: string,
  files: readonly string[],
  message: string,
  branch: string | undefined,
): Promise<HandedIn> {
  const [from, at, others] = await Promise.all([
    branchOf(data),
    headOf(data),
    git(data, ['ls-files', '--others', '-z']),
  ]);
  const wanted = new Set(files);
  const added = others.text.split('\0').filter((file) => wanted.has(file));
  const steps = [
    ...(branch === undefined ? [] : [() => git(data, ['switch', '--create', branch])]),
    // Adds new files to the index, even those that git is configured to ignore. Their content is added by the commit.
    ...(added.length === 0
      ? []
      : [() => gitOn(data, ['add', '--force', '--intent-to-add'], added)]),
    // No signing, because it would start a program that the repository's configuration names. If no author is
    // configured, git shall refuse instead of guessing.
    () => gitOn(data, [...OF_SOMEBODY, 'commit', '--no-gpg-sign', '--only', '-m', message], files),
  ];
  const said: string[] = [];
  const run = async (step: () => Promise<GitResult>): Promise<boolean> => {
    const { failed, text, error } = await step();
    said.push(...[text, error].filter(Boolean));
    return !failed;
  };
  for (const [place, step] of steps.entries()) {
    if (await run(step)) continue;
    if (added.length > 0) await gitOn(data, ['reset', '--quiet'], added);
    // After a failure, goes back to the previous branch, so that the new branch can be created again next time. If a
    // commit was made, it stays on the new branch.
    if (branch !== undefined && place > 0 && (await headOf(data)) === at) {
      const isBack = await run(() => git(data, backTo(from, at)));
      if (isBack) await run(() => git(data, ['branch', '--quiet', '--delete', branch]));
    }
    return { ok: false, output: said.join('\n'), branch: await branchOf(data) };
  }
  return { ok: true, output: said.join('\n'), branch: await branchOf(data) };
}

/** The command that goes back from a new branch that has no commit yet. The files are the same on both branches. */
const backTo = (branch: string, commit: string): string[] =>
  branch === ''
    ? ['update-ref', '--no-deref', 'HEAD', commit]
    : ['symbolic-ref', 'HEAD', BRANCHES + branch];

const headOf = async (data: string): Promise<string> =>
  (await git(data, ['rev-parse', '--verify', 'HEAD'])).text;

/**
 * Runs git with files of a folder. Their names go to standard input, because a command line is too short for tens of
 * thousands.
 */
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
  return { ok: !failed, output: [text, error].filter(Boolean).join('\n'), branch };
}
