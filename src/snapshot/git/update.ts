// Brings the main branch to the state of the remote: fetches it, and moves along where it has no commits of its own. No
// hook runs, no submodule is followed, and nothing that came is run; filters that git is configured with do, as for `git pull`.
import { BRANCHES, branchOf, type Desk } from './desk.js';
import { type GitResult, git } from './git.js';
import type { HandedIn } from './hand-in.js';

/** Why the main branch cannot be updated; then nothing is changed. */
export type NotUpdated = 'noRemote' | 'noMain' | 'notHandedIn' | 'notPushed';

/** The main branch, and the remote that it follows. */
interface Followed {
  readonly remote: string;
  readonly main: string;
}

/** The main branch to update; or the reason why it cannot be. */
export function followedBy(desk: Desk): Followed | NotUpdated {
  const { branch, remote, main, files, unpushed } = desk;
  if (remote === undefined) return 'noRemote';
  if (main === undefined) return 'noMain';
  if (files.length > 0) return 'notHandedIn';
  // Commits of the main branch itself are found when it is compared with that of the remote.
  return branch !== main && unpushed > 0 ? 'notPushed' : { remote, main };
}

const nameAt = ({ remote, main }: Followed): string => `refs/remotes/${remote}/${main}`;

/** Fetches the main branch of the remote, and no other. */
export async function fetchMain(data: string, followed: Followed): Promise<GitResult> {
  const alone = ['--no-tags', '--no-recurse-submodules', '--no-auto-maintenance'];
  const wanted = `+${BRANCHES}${followed.main}:${nameAt(followed)}`;
  const args = ['fetch', ...alone, '--', followed.remote, wanted];
  return git(data, args, undefined, { mayConnect: true });
}

/**
 * Checks the main branch out, and moves it to what was fetched; if git refuses, all is as before. `diverged`: it has
 * commits of its own.
 */
export async function forwardMain(
  data: string,
  followed: Followed,
): Promise<HandedIn | 'diverged'> {
  const { remote, main } = followed;
  const [own, theirs] = [BRANCHES + main, nameAt(followed)];
  const [before, is, isBelow] = await Promise.all([
    branchOf(data),
    git(data, ['rev-parse', '--verify', '--quiet', own]),
    git(data, ['merge-base', '--is-ancestor', own, theirs]),
  ]);
  if (!is.failed && isBelow.failed) return 'diverged';
  const track = ['--create', main, '--track', `${remote}/${main}`];
  const there = await git(data, [...SWITCH, ...(is.failed ? track : [main])]);
  if (there.failed) return { ok: false, output: there.error, branch: await branchOf(data) };
  const { failed, text, error } = await git(data, [...MERGE, theirs]);
  if (failed && before !== main) await git(data, ['checkout', '--quiet', '-']);
  const output = [text, error].filter(Boolean).join('\n');
  return { ok: !failed, output, branch: await branchOf(data) };
}

// Files that git ignores are somebody's notes: they are not overwritten either.
const SWITCH = ['-c', 'submodule.recurse=false', 'switch', '--quiet', '--no-overwrite-ignore'];
const MERGE = [
  ...['-c', 'submodule.recurse=false', 'merge', '--ff-only', '--no-overwrite-ignore'],
  ...['--no-autostash', '--no-verify-signatures'],
];
