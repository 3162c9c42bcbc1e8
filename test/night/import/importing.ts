// The command `import` as operators run it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ImportReport } from '../../../src/import/report.js';
import type { Problem } from '../../../src/problems/problem.js';
import { runIn } from '../../support/run.js';
import { readTree } from '../../support/tree.js';
import { listsIn } from './walk.js';

/** What `--reporter json` prints of an import. */
export interface Report extends Pick<ImportReport, 'ok'> {
  readonly problems: readonly Problem[];
  readonly summary: Omit<ImportReport, 'ok' | 'problems'>;
}

/** An import that ended, and what it reported; undefined where it printed no report. */
export type Imported = Awaited<ReturnType<typeof runIn>> & { readonly report: Report | undefined };

/** Flags by which all comes that there is to come. */
export const WHOLE = ['--stubs', '--personal', 'publish'];

/** Imports into `data` of a folder. */
export async function importInto(
  cwd: string,
  url: string,
  flags: readonly string[] = [],
): Promise<Imported> {
  const ended = await runIn(cwd, 'import', url, '--reporter', 'json', ...flags);
  const report = ended.stdout.startsWith('{') ? (JSON.parse(ended.stdout) as Report) : undefined;
  return { ...ended, report };
}

/** Imports, which must succeed. */
export async function mustImport(...of: Parameters<typeof importInto>): Promise<Report['summary']> {
  const { status, report, stdout, stderr } = await importInto(...of);
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
  expect(report).toMatchObject({
    problems: [],
    summary: { conflicts: 0, proof: { differing: 0 } },
  });
  return report!.summary;
}

/** The lists of the snapshot of a folder's data: of all that is there, a page a list. */
export async function builtFrom(cwd: string): Promise<ReturnType<typeof listsIn>> {
  const flags = ['--audience', 'all', '--personal', 'publish', '--page-size', '100000'];
  const { status, stdout } = await runIn(cwd, 'build', ...flags, '--out', 'all', '--no-cache');
  expect({ status, stdout }).toMatchObject({ status: 0 });
  return listsIn(join(cwd, 'all'));
}

/** What is in the data folder; nothing where there is none. */
export const dataIn = (cwd: string): ReturnType<typeof readTree> =>
  existsSync(join(cwd, 'data')) ? readTree(join(cwd, 'data')) : new Map();
