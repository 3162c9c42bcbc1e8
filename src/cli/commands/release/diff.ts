// `diff`: what the current data changes in the API. Writes no snapshot.
import { sentence } from '../../../problems/say.js';
import type { Run } from '../../command.js';

export const diff: Run<{ refOrFolder: string; exitCode?: boolean }> = async (
  { refOrFolder, exitCode },
  { portal, options, lang, warn },
) => {
  const { diffSince } = await import('../../../editing/changes/snapshots.js');
  const { diffReporters } = await import('../../../editing/changes/table.js');
  const result = await diffSince(portal, refOrFolder, options);
  if ('errors' in result) {
    warn(
      sentence(
        'the data has errors ({count}), so there is no snapshot of it to compare; check tells which',
        { count: result.errors },
      ),
    );
    return { ok: false, output: [] };
  }
  const { diff } = result;
  return {
    ok: diff.same || !exitCode,
    output: {
      pretty: () => diffReporters.pretty(diff, lang),
      json: () => diffReporters.json(diff, lang),
      github: () => diffReporters.github(diff, lang),
      markdown: () => diffReporters.markdown(diff, lang),
    },
  };
};
