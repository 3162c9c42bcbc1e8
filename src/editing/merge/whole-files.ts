// Finds the files that can be taken from `theirs` as they are: in `mine` they did not change, and all of their records
// are merged to what `theirs` has. So the form and the order of a file that one side alone has changed stay.
import { keyOf } from '../../engine/link/row-findings.js';
import { memo } from '../../model/memo.js';
import type { Overlay, PortalData } from '../workspace/portal-data.js';
import type { MergedReferences } from './dangling.js';
import type { CollectionMerge, States } from './merge.js';

/** Returns these files with their paths, and the merge without the records in them. */
export function wholeFiles(
  { base, mine, theirs }: States,
  { collections, settled }: MergedReferences,
): { readonly files: Overlay; readonly rest: readonly CollectionMerge[] } {
  const files = new Map<string, string | undefined>();
  const rest = collections.map((merge): CollectionMerge => {
    const { name } = merge.plan.declared;
    const [mineIds, theirIds] = [mine, theirs].map((state) => idsByFile(state, name));
    const [added, removed] = [new Set(merge.added), new Set(merge.removed)];
    const changed = new Map(merge.changed);
    for (const file of new Set([...mineIds!.keys(), ...theirIds!.keys()])) {
      const [was, is, other] = [base, mine, theirs].map((state) => state.keyOf(file));
      if (is !== was || is === other) continue;
      const [own, now] = [mineIds, theirIds].map((ids) => ids!.get(file) ?? new Set<number>());
      const all = [...own!, ...now!];
      const isWhole = all.every(
        (id) =>
          (own!.has(id) ? now!.has(id) || removed.has(id) : added.has(id)) &&
          !settled.has(keyOf({ collection: name, id })),
      );
      if (!isWhole) continue;
      for (const one of mine.hasFile(file) ? mine.textsOf(file) : [])
        files.set(one.name, undefined);
      files.set(file, other === undefined ? undefined : theirs.pathOf(file));
      for (const one of other === undefined ? [] : theirs.textsOf(file))
        files.set(one.name, one.path);
      for (const id of all) for (const ids of [added, removed, changed]) ids.delete(id);
    }
    return { ...merge, changed, added, removed };
  });
  return { files, rest };
}

function idsByFile(data: PortalData, collection: string): Map<string, Set<number>> {
  const table = data.table(collection);
  const byFile = new Map<string, Set<number>>();
  for (const file of data.filesOf(collection)) byFile.set(file, new Set());
  table.ids.forEach((id, row) => {
    memo(byFile, table.placeOf(row).file, () => new Set()).add(id);
  });
  return byFile;
}
