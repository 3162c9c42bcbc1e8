// `diff`: shows what the present data changes in the API.
import { diffSince } from '../../../editing/changes/snapshots.js';
import { diffReporters, noSnapshot } from '../../../editing/changes/table.js';
import type { Run } from '../../command.js';

export const diff: Run<{ refOrFolder: string; exitCode?: boolean }> = async (
  { refOrFolder, exitCode },
  { portal, options, lang, reporter, warn },
) => {
  const result = await diffSince(portal, refOrFolder, options);
  if ('errors' in result) {
    warn(noSnapshot(result.errors, options));
    return { ok: false, output: [] };
  }
  const { diff } = result;
  return {
    ok: diff.same || !exitCode,
    output: diffReporters[reporter](diff, lang),
  };
};
