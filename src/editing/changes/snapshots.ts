// Finds out what a change does to the API: builds the present data and, for a git ref, the data at that ref into
// temporary folders, and compares the two snapshots.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { dataFilesOf } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { countsOf } from '../../problems/report.js';
import { build } from '../../snapshot/build.js';
import { extract, findCommit } from '../../snapshot/git/git.js';
import { type BuildOptions, resolveSettings } from '../../snapshot/settings/index.js';
import { compareSnapshots, type SnapshotDiff } from './addresses.js';
import { type DataState, editedBetween } from './edited.js';

/** The difference or, if the present data has errors, their number: data with errors has no snapshot to compare. */
export type DiffResult = { readonly diff: SnapshotDiff } | { readonly errors: number };

/**
 * A commit id never means a folder: a pull request could otherwise add a folder of this name for CI to compare with.
 */
const COMMIT_ID = /^[0-9a-f]{40}$/;

/**
 * Compares the snapshot of the present data with an older one. `folderOrRef`: a folder with the older snapshot, or a
 * git ref, whose data is built with the present settings. Throws a {@link UsageError} as `build` does, for an unknown
 * ref, and if the data at the ref has errors.
 */
export async function diffSince(
  portal: Portal,
  folderOrRef: string,
  options: BuildOptions,
): Promise<DiffResult> {
  const { cwd, data, personal, extras } = resolveSettings(options, portal);
  const named = resolve(cwd, folderOrRef);
  const isFolder =
    !COMMIT_ID.test(folderOrRef) && !folderOrRef.includes('\0') && isDirectory(named);
  const commit = isFolder ? undefined : await findCommit(data, folderOrRef);
  return inTemporaryFolder(async (folder) => {
    const make = async (data: string, out: string) => {
      let state: DataState | undefined;
      const own = { data, out, hostFiles: join(folder, 'hosts'), temporary: folder };
      const { problems } = await build(portal, { ...options, ...own }, (derivation) => {
        state = { data, files: dataFilesOf(data, portal.collections).files, derivation };
      });
      return { state, errors: countsOf(problems).errors };
    };
    const before = commit ? join(folder, 'before') : named;
    let old: DataState | undefined;
    if (commit) {
      const then = join(folder, 'data');
      await extract(commit, then);
      const { state, errors } = await make(then, before);
      if (errors > 0)
        throw refused(
          'the data at {ref} has errors ({errors}), so there is no snapshot of it to compare with',
          { ref: quote(folderOrRef), errors },
        );
      old = state;
    }
    const after = join(folder, 'after');
    const { state, errors } = await make(data, after);
    if (errors > 0) return { errors };
    const diff = await compareSnapshots(before, after);
    if (!old || !state) return { diff };
    return {
      diff: { ...diff, edited: editedBetween(portal, old, state, { cwd, data, personal, extras }) },
    };
  });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
