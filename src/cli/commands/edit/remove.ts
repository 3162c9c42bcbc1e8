// `remove`: removes a record, and with --cascade also the records that cannot exist without it.
import { remove as removeRecord } from '../../../editing/edit/remove.js';
import { removedLines } from '../../../editing/edit/remove-text.js';
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
  const settings = resolve();
  const query = { of: collection, id };
  const removed = await removeRecord(portal, settings, { query, cascade, dryRun });
  const { report, outcome } = removed;
  const ok = outcome === 'removed';
  return {
    ok,
    output: removedLines(settings, removed, dryRun, lang),
    problems: { report, edits: removed.edits },
    isUndoable: true,
  };
};
