// The reports of `build` and `check`, for people, for programs, and for GitHub.
import type { FindingsReport } from '../../problems/report.js';
import { reporters } from '../../snapshot/reporters/index.js';
import type { Frame, Result } from '../command.js';

export async function reported(
  name: 'build' | 'check',
  report: FindingsReport,
  { view, reporter }: Frame,
): Promise<Result> {
  const repository = reporter === 'github' ? await repositoryHere() : undefined;
  const shown = { ...view, ...(repository && { repository }) };
  return {
    ok: report.ok,
    // The flag --reporter of this command only accepts these names.
    output: reporters[reporter as keyof typeof reporters](report, name, shown),
  };
}

/** GitHub needs paths relative to this folder: the checkout of a job, otherwise the top folder of the repository. */
async function repositoryHere(): Promise<string | undefined> {
  const workspace = process.env['GITHUB_WORKSPACE'];
  if (workspace) return workspace;
  const { topOf } = await import('../../snapshot/git/git.js');
  return topOf('.');
}
