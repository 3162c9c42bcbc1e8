// `remove`: removes a record, and with --cascade also the records that cannot exist without it.
import type { Run } from '../../command.js';

interface Given {
  readonly collection: string;
  readonly id: string;
  readonly cascade?: boolean;
  readonly dryRun?: boolean;
}

export const remove: Run<Given> = async (
  { collection, id, cascade = false, dryRun = false },
  { portal, lang, resolve },
) => {
  const { remove } = await import('../../../editing/edit/remove.js');
  const { removedLines } = await import('../../../editing/edit/remove-text.js');
  const settings = resolve();
  const query = { of: collection, id };
  const removed = await remove(portal, settings, { query, cascade, dryRun });
  const { report, outcome } = removed;
  const ok = outcome === 'removed';
  return {
    ok,
    output: removedLines(settings, removed, dryRun, lang),
    problems: { report, edits: removed.edits },
    isUndoable: true,
  };
};
