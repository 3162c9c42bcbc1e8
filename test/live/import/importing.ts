// The command `import` as operators run it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ImportReport } from '../../../src/import/report.js';
import type { Problem } from '../../../src/problems/problem.js';
import { type Ended, runCommand, startCommand } from '../../support/command.js';
import { readTree } from '../../support/tree.js';
import { listsIn } from './walk.js';

/** What `--reporter json` prints of an import. */
export interface Report extends Pick<ImportReport, 'ok'> {
  readonly problems: readonly Problem[];
  readonly summary: Omit<ImportReport, 'ok' | 'problems'>;
}

/** An import that ended, and what it reported; undefined where it printed no report. */
export type Imported = Ended & { readonly report: Report | undefined };

/** The arguments of an import, whose answers are kept in the folder itself. */
export const importing = (url: string, cwd: string, flags: readonly string[]): string[] => [
  ...['import', url, '--reporter', 'json', '--cache', join(cwd, 'cache')],
  ...flags,
];

/** Flags by which all comes that there is to come. */
export const WHOLE = ['--stubs', '--personal', 'publish'];

/** Imports into `data` of a folder. */
export async function importInto(
  cwd: string,
  url: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Imported> {
  return reported(await runCommand(importing(url, cwd, flags), { cwd, env }));
}

/** Starts an import, which may be killed. */
export const startImport = (cwd: string, url: string, flags: readonly string[] = []) =>
  startCommand(importing(url, cwd, flags), { cwd });

function reported(ended: Ended): Imported {
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
  const { status, stdout } = await runCommand(
    [
      ...['build', '--audience', 'all', '--personal', 'publish', '--page-size', '100000'],
      ...['--out', 'all', '--no-cache'],
    ],
    { cwd },
  );
  expect({ status, stdout }).toMatchObject({ status: 0 });
  return listsIn(join(cwd, 'all'));
}

/** What is in the data folder; nothing where there is none. */
export const dataIn = (cwd: string): ReturnType<typeof readTree> =>
  existsSync(join(cwd, 'data')) ? readTree(join(cwd, 'data')) : new Map();
