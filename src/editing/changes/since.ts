// Finds the problems that are new since a git ref. Checks the present data and the data at the ref, each with its own
// settings, and leaves out the problems that the same record had at the ref.
import { lstatSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { type DataFile, dataFilesOf, nameBelow } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import { identityOf } from '../../problems/identity.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { countsOf, type FindingsReport } from '../../problems/report.js';
import { check } from '../../snapshot/build.js';
import { extract, type FolderAt, findCommit } from '../../snapshot/git/git.js';
import { settingsOf } from '../../snapshot/open.js';
import { type BuildOptions, CONFIG, resolveSettings } from '../../snapshot/settings/index.js';
import { withoutThese } from '../workspace/try-out.js';
import { subjectsAt } from './subjects.js';

/**
 * Checks the data, and reports only the problems that did not exist at a git ref: those that the same record, or the
 * same file outside of records, did not have then. The others are counted in `before`. Throws a {@link UsageError} as
 * `check` does, and for a ref that git does not know.
 */
export async function checkSince(
  portal: Portal,
  ref: string,
  options: BuildOptions,
): Promise<FindingsReport> {
  const { cwd, data } = resolveSettings(options, portal);
  const at = await findCommit(data, ref);
  const report = await check(portal, options);
  if (report.problems.length === 0) return withBefore(report, at, [], []);
  return inTemporaryFolder(async (folder) => {
    const old = join(folder, 'data');
    await extract(at, old);
    const optionsThen = {
      ...options,
      ...(await settingsThen(resolve(cwd, options.config ?? CONFIG), at, folder)),
    };
    // If the old settings were wrong, the old problems are not known, and all problems count as new.
    const areRight = await settingsOf(portal, optionsThen).then(
      () => true,
      () => false,
    );
    const { problems } = areRight
      ? await check(portal, { ...optionsThen, data: old, temporary: folder })
      : { problems: [] };
    const keyNow = keysOf(portal, data, relative(cwd, data), report.problems);
    const keyThen = keysOf(portal, old, relative(cwd, resolve(old)), problems);
    const then = new Set(problems);
    const caused = withoutThese(report.problems, problems, (one) =>
      then.has(one) ? keyThen(one) : keyNow(one),
    );
    const isNew = new Set(caused);
    return withBefore(
      report,
      at,
      caused,
      report.problems.filter((one) => !isNew.has(one)),
    );
  });
}

/**
 * Writes the settings file of the commit into a folder, and returns it as an option. Returns nothing if the file is not
 * in the data's repository, because then it has no earlier state.
 */
async function settingsThen(
  file: string,
  { commit }: FolderAt,
  folder: string,
): Promise<Pick<BuildOptions, 'config'>> {
  const [name, into] = [basename(file), join(folder, 'settings')];
  const at = await findCommit(dirname(file), commit).catch(() => undefined);
  if (!at) return {};
  await extract(at, into, new Set([name]));
  const config = join(into, name);
  if (!lstatSync(config, { throwIfNoEntry: false })) writeFileSync(config, '{}');
  return { config };
}

function withBefore(
  report: FindingsReport,
  { ref, isUnborn }: FolderAt,
  problems: readonly PlacedFinding[],
  old: readonly PlacedFinding[],
): FindingsReport {
  const ok = problems.every(({ severity }) => severity !== 'error');
  return {
    ...report,
    ok,
    problems,
    before: { ref, ...(isUnborn && { isUnborn }), ...countsOf(old) },
  };
}

/**
 * Returns a function that gives a problem a key. The key is equal for the same problem of the same record, in any file
 * and on any line. `prefix`: the data folder, as in the file names of problems.
 */
function keysOf(
  { collections }: Portal,
  data: string,
  prefix: string,
  problems: readonly PlacedFinding[],
): (problem: PlacedFinding) => string {
  const files = new Map<string, DataFile>();
  const recordsOfTexts = new Map<string, DataFile>();
  for (const file of dataFilesOf(data, collections).files) {
    files.set(file.name, file);
    for (const { name } of file.texts ?? []) recordsOfTexts.set(name, file);
  }
  const start = nameBelow(prefix.split(sep).join('/'), '').length;
  const byFile = new Map<string, PlacedFinding[]>();
  for (const problem of problems) memo(byFile, problem.file.slice(start), () => []).push(problem);
  const subjects = new Map<PlacedFinding, string>();
  for (const [name, own] of byFile) {
    const [file, beside] = [files.get(name), recordsOfTexts.get(name)];
    // A text in a file of its own belongs to the only record of the file beside it, which begins at the first byte.
    const all = file ? subjectsAt(file, own) : [];
    const whole = beside ? subjectsAt(beside, [START])[0]! : `file ${name}`;
    own.forEach((problem, i) => void subjects.set(problem, all[i] ?? whole));
  }
  return (problem) => JSON.stringify([subjects.get(problem), identityOf(problem)]);
}

const START = { line: 1, column: 1 };
