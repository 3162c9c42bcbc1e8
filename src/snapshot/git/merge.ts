// Makes merge commits whose data files are given, and whose other files git merges. Until a commit is finished, neither
// the working tree nor the index changes. While the files of the commit are put in place, a ref names the commit, so
// that the next run can finish what a killed one has begun.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { refused, type UsageError } from '../../problems/problem.js';
import { findCommit, type GitResult, git, inOneLine, objectOf, topOf } from './git.js';

/** A merge, rebase or cherry-pick that git has stopped. `mine` and `theirs`: see {@link Sides}. */
export interface Stopped extends Sides {
  readonly kind: 'merge' | 'rebase' | 'cherry-pick';
}

/** Three commits to merge: `theirs` into `mine`, which is checked out. */
export interface Sides {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** New contents of the data files. Their names are relative to the data folder. */
export interface DataFiles {
  /** All files that count as data, in any of the commits. */
  readonly names: ReadonlySet<string>;
  /** The files that are not as in `mine`: the path of the new content; undefined to remove the file. */
  readonly changed: ReadonlyMap<string, string | undefined>;
}

/** Names the commit whose files are being put in place. */
const BEGUN = 'refs/portal-snapshot/merge';
/** Somebody must be configured as author. No signature, because that would start a program that the repository names. */
const OWN = ['-c', 'user.useConfigOnly=true', '-c', 'commit.gpgSign=false'];

const failure = ({ error }: Pick<GitResult, 'error'>): UsageError =>
  refused('git refuses: {output}', { output: inOneLine(error) });

async function must(folder: string, args: readonly string[], how = {}): Promise<string> {
  const result = await git(folder, args, undefined, how);
  if (result.failed) throw failure(result);
  return result.text;
}

const names = (text: string): string[] => text.split('\0').filter(Boolean);

/** The top folder of the repository, and the path of the data folder in it. */
async function repositoryOf(data: string): Promise<{ top: string; prefix: string }> {
  const { prefix } = await findCommit(data, 'HEAD');
  return { top: (await topOf(data))!, prefix };
}

/** The files of a commit or a tree, by their paths: their modes and the ids of their contents. */
async function entriesOf(top: string, tree: string) {
  const lines = names(await must(top, ['ls-tree', '-r', '-z', '--full-tree', tree]));
  return new Map(
    lines.map((line) => {
      const [mode = '', , id = ''] = line.split(/[ \t]/, 3);
      return [line.slice(line.indexOf('\t') + 1), { mode, id }];
    }),
  );
}

const notCommitted = (files: readonly string[]): UsageError =>
  refused(
    'these files have changes that are not committed: {files}. Commit them, or take them back, and merge then',
    { files: files.join(', ') },
  );

/**
 * The sides of a merge of `ref`. `upToDate`: there is nothing to merge; `ahead`: the branch has no commit of its own.
 */
export async function sidesOf(
  data: string,
  ref: string,
): Promise<Sides & { readonly state: 'upToDate' | 'ahead' | 'apart' }> {
  const { commit: mine } = await findCommit(data, 'HEAD');
  const { commit: theirs } = await findCommit(data, ref);
  const { text: base } = await git(data, ['merge-base', mine, theirs]);
  if (base === '') throw refused('{ref} has no commit in common with this branch', { ref });
  return {
    base,
    mine,
    theirs,
    state: base === theirs ? 'upToDate' : base === mine ? 'ahead' : 'apart',
  };
}

/** Who changed a file last on the way from one commit to another, and when: `Anna, 2026-03-01`; empty if nobody. */
export const lastEditOf = async (folder: string, range: string, file: string): Promise<string> =>
  (await git(folder, ['log', '-1', '--format=%an, %as', range, '--', file])).text;

/** What git has stopped; undefined if nothing. */
export async function stoppedIn(data: string): Promise<Stopped | undefined> {
  const folder = (await must(data, ['rev-parse', '--absolute-git-dir'])).trim();
  const mine = (await findCommit(data, 'HEAD')).commit;
  const merging = await objectOf(data, 'MERGE_HEAD');
  if (merging) {
    const { text: base } = await git(data, ['merge-base', mine, merging]);
    return { kind: 'merge', base, mine, theirs: merging };
  }
  const isRebase = ['rebase-merge', 'rebase-apply'].some((name) => existsSync(join(folder, name)));
  const theirs = await objectOf(data, isRebase ? 'REBASE_HEAD' : 'CHERRY_PICK_HEAD');
  const base = theirs && (await objectOf(data, `${theirs}^`));
  return theirs && base
    ? { kind: isRebase ? 'rebase' : 'cherry-pick', base, mine, theirs }
    : undefined;
}

/**
 * Makes the commit of a merge, and returns its id. Nobody sees it yet. Throws a {@link UsageError} that names the files
 * which are not data and which git cannot merge.
 */
export async function commitOf(
  data: string,
  { mine, theirs }: Sides,
  files: DataFiles,
  message: string,
  temporary: string,
): Promise<string> {
  const byGit = await mergedByGit((await repositoryOf(data)).top, mine, theirs);
  const tree = await treeOf(data, byGit, mine, files, temporary);
  return must(data, [...OWN, 'commit-tree', tree, '-p', mine, '-p', theirs], { input: message });
}

/** Merges all files as git does, in memory. Returns the tree, and the names of files in conflict. */
async function mergedByGit(top: string, mine: string, theirs: string) {
  // Data files are merged otherwise, so their merge driver need not run.
  const driver = ['-c', 'merge.portal-snapshot.driver=true'];
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', mine, theirs];
  const { text, error } = await git(top, [...driver, ...args]);
  const [tree = '', ...conflicts] = (text || error).split('\0');
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw failure({ error });
  return { tree, conflicts: conflicts.filter(Boolean), index: undefined };
}

interface ByGit {
  /** The tree to begin with, or a copy of an index. */
  readonly tree: string | undefined;
  readonly index: string | undefined;
  /** The files that git could not merge, relative to the top folder. */
  readonly conflicts: readonly string[];
}

/** Returns a tree with the files that git has merged, and with these data files. */
async function treeOf(
  data: string,
  { tree, index, conflicts }: ByGit,
  mine: string,
  files: DataFiles,
  temporary: string,
): Promise<string> {
  const { top, prefix } = await repositoryOf(data);
  const all = new Set([...files.names].map((name) => prefix + name));
  const strange = conflicts.filter((name) => !all.has(name));
  if (strange.length > 0) {
    throw refused(
      'git cannot merge these files, and they are not data: {files}. Merge the branches with git, correct these files, add them to the index, then run this command without a ref',
      { files: strange.join(', ') },
    );
  }
  const file = join(temporary, 'index');
  if (index !== undefined) copyFileSync(index, file);
  const how = { index: { GIT_INDEX_FILE: file } };
  if (tree !== undefined) await must(top, ['read-tree', tree], how);
  const entries = await entriesOf(top, mine);
  const changed = [...files.changed].filter(([, path]) => path !== undefined);
  const input = changed.map(([, path]) => `${path}\n`).join('');
  const hashed = await must(top, ['hash-object', '-w', '--no-filters', '--stdin-paths'], { input });
  const ids = new Map(hashed.split('\n').map((id, i) => [changed[i]?.[0], id]));
  const lines = [...files.names].flatMap((name) => {
    const path = prefix + name;
    const old = entries.get(path);
    const id = files.changed.has(name) ? ids.get(name) : old?.id;
    // Removes the file first, because it may have several entries while it is in conflict.
    const gone = `0 ${'0'.repeat(mine.length)}\t${path}`;
    return id ? [gone, `${old?.mode ?? '100644'} ${id}\t${path}`] : [gone];
  });
  await must(top, ['update-index', '-z', '--index-info'], {
    ...how,
    input: lines.map((line) => `${line}\0`).join(''),
  });
  return must(top, ['write-tree'], how);
}

/** Throws a {@link UsageError} if files that a commit changes, or data files, have changes that are not committed. */
export async function mustBeCommitted(data: string, commit: string): Promise<void> {
  const { top, prefix } = await repositoryOf(data);
  const status = await must(top, [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=all',
    '--no-renames',
  ]);
  const touched = new Set(names(await must(top, ['diff', '--name-only', '-z', 'HEAD', commit])));
  const dirty = names(status).map((line) => line.slice(3));
  const inTheWay = dirty.filter((name) => name.startsWith(prefix) || touched.has(name));
  if (inTheWay.length > 0) throw notCommitted(inTheWay);
}

/** Puts the files of a merge commit in place, and moves the branch to it. */
export async function putInPlace(data: string, commit: string): Promise<void> {
  const { top } = await repositoryOf(data);
  await must(top, ['update-ref', BEGUN, commit]);
  const result = await git(top, ['read-tree', '-m', '-u', 'HEAD', commit]);
  if (result.failed) {
    const changed = names((await git(top, ['diff', '--name-only', '-z', 'HEAD', commit])).text);
    const now = new Set(names((await git(top, ['diff', '--name-only', '-z', 'HEAD'])).text));
    if (!changed.some((name) => now.has(name))) await must(top, ['update-ref', '-d', BEGUN]);
    throw failure(result);
  }
  await arrive(top, commit);
}

async function arrive(top: string, commit: string): Promise<void> {
  await must(top, ['update-ref', 'HEAD', commit]);
  await git(top, ['merge', '--quit']);
  await must(top, ['update-ref', '-d', BEGUN]);
}

/** Finishes the merge that a killed run has begun to put in place. Returns its commit; undefined if there is none. */
export async function finishBegun(data: string): Promise<string | undefined> {
  const { top } = await repositoryOf(data);
  const commit = await objectOf(top, BEGUN);
  if (commit === undefined) return undefined;
  // Somebody has gone on without the merge if the branch is not where the merge began.
  const isOnTheWay = !(await git(top, ['merge-base', '--is-ancestor', 'HEAD', commit])).failed;
  if (!isOnTheWay) {
    await must(top, ['update-ref', '-d', BEGUN]);
    return undefined;
  }
  const isStopped = (await objectOf(top, 'MERGE_HEAD')) !== undefined;
  if ((await objectOf(top, 'HEAD')) !== commit)
    await putOver(top, commit, isStopped ? [] : ['HEAD']);
  await arrive(top, commit);
  return commit;
}

/**
 * Puts files in place of what a merge has left. Throws a {@link UsageError} if somebody has changed files since: if they
 * are neither as in `before`, by default the index, nor as in the tree.
 */
async function putOver(top: string, tree: string, before: readonly string[] = []): Promise<void> {
  const unmerged = new Set(await unmergedIn(top));
  const dirty = names(await must(top, ['diff', '--name-only', '-z', ...before]));
  const wanted = await entriesOf(top, tree);
  const strange: string[] = [];
  for (const name of dirty) {
    if (unmerged.has(name)) continue;
    const path = join(top, name);
    const id = existsSync(path) ? await must(top, ['hash-object', '--', path]) : undefined;
    if (id !== wanted.get(name)?.id) strange.push(name);
  }
  if (strange.length > 0) throw notCommitted(strange);
  await must(top, ['read-tree', '--reset', '-u', tree]);
}

/** The files in conflict, relative to the top folder. */
const unmergedIn = async (top: string): Promise<string[]> => [
  ...new Set(names(await must(top, ['diff', '--name-only', '-z', '--diff-filter=U']))),
];

/** The tree of a stopped merge with these data files; all other files are as in the index. */
async function treeOfStopped(
  data: string,
  { mine }: Sides,
  files: DataFiles,
  temporary: string,
): Promise<string> {
  const { top } = await repositoryOf(data);
  const index = await must(top, ['rev-parse', '--path-format=absolute', '--git-path', 'index']);
  const byGit = { tree: undefined, index, conflicts: await unmergedIn(top) };
  return treeOf(data, byGit, mine, files, temporary);
}

/**
 * Finishes what git has stopped. Returns the new commit; undefined if git has stopped again, at the next commit. With
 * `dryRun`, changes nothing.
 */
export async function finishStopped(
  data: string,
  stopped: Stopped,
  files: DataFiles,
  { temporary, dryRun }: { readonly temporary: string; readonly dryRun: boolean },
): Promise<string | undefined> {
  const { top } = await repositoryOf(data);
  const tree = await treeOfStopped(data, stopped, files, temporary);
  const { kind, mine, theirs } = stopped;
  if (dryRun) return tree;
  if (kind === 'merge') {
    const path = await must(top, [
      'rev-parse',
      '--path-format=absolute',
      '--git-path',
      'MERGE_MSG',
    ]);
    const args = ['commit-tree', tree, '-p', mine, '-p', theirs];
    const message = existsSync(path) ? ['-F', path] : ['-m', `Merge ${theirs}`];
    const commit = await must(top, [...OWN, ...args, ...message]);
    await must(top, ['update-ref', BEGUN, commit]);
    await putOver(top, commit);
    await arrive(top, commit);
    return commit;
  }
  await putOver(top, tree);
  const isEmpty = tree === (await objectOf(top, 'HEAD^{tree}'));
  const go = isEmpty ? '--skip' : '--continue';
  const result = await git(top, [...OWN, kind, go], undefined, { index: { GIT_EDITOR: 'true' } });
  const next = await stoppedIn(data);
  if (next && (next.theirs === theirs || (await unmergedIn(top)).length === 0))
    throw failure(result);
  return next ? undefined : objectOf(top, 'HEAD');
}
