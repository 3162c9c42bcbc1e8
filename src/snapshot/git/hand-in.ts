// Commits changed data files, and no other files, pushes the branch, and goes back to the main branch. Commits and
// pushes start the hooks of the repository. Returns what git prints.
import { BRANCHES, branchOf } from './desk.js';
import { type GitResult, git } from './git.js';

/** The result of a commit or a push. */
export interface HandedIn {
  readonly ok: boolean;
  /** What git and hooks printed. */
  readonly output: string;
  /** What only hooks printed, here or on the server. */
  readonly hooks?: string;
  readonly branch: string;
}

const OF_SOMEBODY = ['-c', 'user.useConfigOnly=true'];

/**
 * Commits these files of a data folder. Staged changes of other files stay staged. `branch`: a branch to create first.
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
    // Adds new files to the index, even if git is configured to ignore them. The commit then adds their content.
    ...(added.length === 0
      ? []
      : [() => gitOn(data, ['add', '--force', '--intent-to-add'], added)]),
    // `--no-gpg-sign`: a signature would start a program that the repository's configuration names. `OF_SOMEBODY`: if
    // no author is configured, git refuses the commit, and does not guess an author.
    () => gitOn(data, [...OF_SOMEBODY, 'commit', '--no-gpg-sign', '--only', '-m', message], files),
  ];
  const said: string[] = [];
  let hooks = '';
  const run = async (step: () => Promise<GitResult>): Promise<boolean> => {
    const { failed, text, error } = await step();
    said.push(...[text, error].filter(Boolean));
    hooks = error; // a commit that succeeds prints there what its hooks say
    return !failed;
  };
  for (const [place, step] of steps.entries()) {
    if (await run(step)) continue;
    if (added.length > 0) await gitOn(data, ['reset', '--quiet'], added);
    // After a failure, goes back to the previous branch and deletes the new one, so that it can be created again next
    // time. If the commit was made, the new branch stays.
    if (branch !== undefined && place > 0 && (await headOf(data)) === at) {
      const isBack = await run(() => git(data, backTo(from, at)));
      if (isBack) await run(() => git(data, ['branch', '--quiet', '--delete', branch]));
    }
    return { ok: false, output: said.join('\n'), branch: await branchOf(data) };
  }
  return { ok: true, output: said.join('\n'), hooks, branch: await branchOf(data) };
}

/** Arguments of git to go back from a new branch that has no commit of its own. No file has to change. */
const backTo = (branch: string, commit: string): string[] =>
  branch === ''
    ? ['update-ref', '--no-deref', 'HEAD', commit]
    : ['symbolic-ref', 'HEAD', BRANCHES + branch];

const headOf = async (data: string): Promise<string> =>
  (await git(data, ['rev-parse', '--verify', 'HEAD'])).text;

/**
 * Runs git for these files. Their names go to standard input, because tens of thousands of names do not fit into a
 * command line.
 */
const gitOn = (folder: string, args: readonly string[], files: readonly string[]) =>
  git(folder, [...args, '--pathspec-from-file=-', '--pathspec-file-nul'], undefined, {
    ...{ input: files.join('\0'), runsHooks: true },
  });

/** Pushes the branch that is checked out to a remote. `fresh`: a branch to create first, and to push instead. */
export async function push(data: string, remote: string, fresh?: string): Promise<HandedIn> {
  if (fresh !== undefined) {
    const { failed, error } = await git(data, ['switch', '--create', fresh]);
    if (failed) return { ok: false, output: error, branch: await branchOf(data) };
  }
  const branch = await branchOf(data);
  const args = [
    'push',
    '--set-upstream',
    '--no-recurse-submodules',
    remote,
    `${BRANCHES}${branch}`,
  ];
  const run = await git(data, args, undefined, { mayConnect: true, runsHooks: true });
  const hooks = [...run.error.matchAll(/^remote: (.*\S)/gm)].map(([, line]) => line).join('\n');
  return { ...resultOf(run), hooks, branch };
}

/**
 * Goes to the main branch, with the newest commits of the remote. Fetches first, so that without a network everything
 * stays as it is.
 */
export async function switchToMain(
  data: string,
  main: string,
  remote: string | undefined,
): Promise<HandedIn> {
  // Moves the local branch forward while it is not checked out. Git refuses if it has commits of its own.
  const refs = `${BRANCHES}${main}:${BRANCHES}${main}`;
  const steps = [
    ...(remote === undefined ? [] : [['fetch', '--no-recurse-submodules', remote, refs]]),
    ['switch', main],
  ];
  for (const args of steps) {
    const run = await git(data, args, undefined, { mayConnect: true });
    if (run.failed) return { ...resultOf(run), branch: await branchOf(data) };
  }
  return { ok: true, output: '', branch: await branchOf(data) };
}

const resultOf = ({ failed, text, error }: GitResult) => ({
  ok: !failed,
  output: [text, error].filter(Boolean).join('\n'),
});

/** Whether git knows who commits. */
export const isNamed = async (data: string): Promise<boolean> =>
  !(await git(data, [...OF_SOMEBODY, 'var', 'GIT_AUTHOR_IDENT'])).failed;

/** Tells git who commits in this repository. */
export async function setName(data: string, name: string, email: string): Promise<void> {
  await git(data, ['config', '--local', 'user.name', name]);
  await git(data, ['config', '--local', 'user.email', email]);
}
