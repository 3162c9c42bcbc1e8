// What a change does to the API: makes a snapshot of the current data and, for a git ref, one of the
// older data, both in a temporary folder, and compares them.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Derivation } from '../../engine/link/derive.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import type { Portal } from '../../model/endpoint.js';
import { refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { build } from '../../snapshot/build.js';
import { extract, findCommit } from '../../snapshot/git/git.js';
import { type BuildOptions, resolveSettings } from '../../snapshot/settings/index.js';
import { compareSnapshots, type SnapshotDiff } from './compare.js';
import { type DataState, editedBetween } from './edited.js';
import { Consequences } from './follows.js';

/** The difference; or how many errors the data has, since then there is no snapshot of it. */
export type DiffResult = { readonly diff: SnapshotDiff } | { readonly errors: number };

/**
 * Compares the snapshot of the data with an older one: the folder of a snapshot, or else what the
 * data at a git ref gives with the current settings. Throws a {@link UsageError} as `build` does,
 * and for a folder that is no snapshot, a ref that git does not know, or one whose data has errors.
 */
export async function diffSince(
  portal: Portal,
  folderOrRef: string,
  options: BuildOptions,
): Promise<DiffResult> {
  const { cwd, data, personal } = await resolveSettings(options, portal);
  const named = resolve(cwd, folderOrRef);
  const isFolder = !folderOrRef.includes('\0') && isDirectory(named);
  const commit = isFolder ? undefined : await findCommit(data, folderOrRef);
  return inTemporaryFolder(async (folder) => {
    let before = named;
    let old: DataState | undefined;
    let now: DataState | undefined;
    if (commit) {
      const data = join(folder, 'data');
      before = join(folder, 'before');
      await extract(commit, data);
      const look = (derivation: Derivation) => {
        old = { data, derivation };
      };
      const errors = errorsOf(await build(portal, { ...options, data, out: before }, look));
      if (errors > 0) {
        throw refused('diff/errors', { ref: quote(folderOrRef), errors });
      }
    }
    const after = join(folder, 'after');
    const look = (derivation: Derivation) => {
      now = { data, derivation };
    };
    const errors = errorsOf(await build(portal, { ...options, out: after }, look));
    if (errors > 0) return { errors };
    if (!old || !now) return { diff: await compareSnapshots(portal, before, after) };
    const edited = editedBetween(portal, old, now, { cwd, data, personal });
    const consequences = new Consequences(portal);
    const diff = await compareSnapshots(portal, before, after, consequences);
    return { diff: { ...diff, edited, follows: consequences.list(edited) } };
  });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function errorsOf({ problems }: Awaited<ReturnType<typeof build>>): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}
