// Finds the problems that are new since a git ref: checks the present data and the data at the ref, each with its own
// settings, and leaves out the problems that the same record already had at the ref.
import { lstatSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { nameBelow } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { countsOf, type FindingsReport } from '../../problems/report.js';
import { check } from '../../snapshot/build.js';
import { extract, type FolderAt, findCommit } from '../../snapshot/git/git.js';
import { settingsOf } from '../../snapshot/open.js';
import { type BuildOptions, CONFIG, resolveSettings } from '../../snapshot/settings/index.js';
import { withoutThese } from '../workspace/try-out.js';

/**
 * Checks the data, and reports only the problems that are new since a git ref. A problem is old if the same record
 * had it then; outside of records, if the same file had it. The report's `before` counts the old problems.
 * Throws a {@link UsageError} as `check` does, and for an unknown ref.
 */
export async function checkSince(
  portal: Portal,
  ref: string,
  options: BuildOptions,
): Promise<FindingsReport> {
  const { cwd, data } = resolveSettings(options, portal);
  const below = (folder: string) => nameBelow(relative(cwd, folder).split(sep).join('/'), '');
  const at = await findCommit(data, ref);
  const report = await check(portal, options);
  if (report.problems.length === 0) return withBefore(report, at, []);
  return inTemporaryFolder(async (folder) => {
    const old = join(folder, 'data');
    await extract(at, old);
    const nameNow = (file: string) => below(data) + file.slice(below(old).length);
    const optionsThen = {
      ...options,
      ...(await settingsThen(resolve(cwd, options.config ?? CONFIG), at, folder)),
    };
    // If the settings at the ref were wrong, the old problems cannot be found. Then all problems count as new.
    const areRight = await settingsOf(portal, optionsThen).then(
      () => true,
      () => false,
    );
    const { problems } = areRight
      ? await check(portal, { ...optionsThen, data: old, temporary: folder })
      : { problems: [] };
    const caused = withoutThese(
      report.problems,
      problems.map((one) => ({ ...one, file: nameNow(one.file) })),
    );
    return withBefore(report, at, caused);
  });
}

/**
 * Writes the settings file of the commit (`{}` if it had none) into a folder, and returns it as an option. If the
 * commit is not found from the folder of the settings file, the present file is used for the old data, too.
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
): FindingsReport {
  const isNew = new Set(problems);
  const old = report.problems.filter((one) => !isNew.has(one));
  const ok = problems.every(({ severity }) => severity !== 'error');
  return {
    ...report,
    ok,
    problems,
    before: { ref, ...(isUnborn && { isUnborn }), ...countsOf(old) },
  };
}
