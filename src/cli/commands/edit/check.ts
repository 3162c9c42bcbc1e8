// `check`: does the checks of a build and writes no snapshot.
import { resolve } from 'node:path';
import type { Said } from '../../../problems/messages/catalogue.js';
import { refused } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { countsOf, type FindingsReport } from '../../../problems/report.js';
import type { BuildOptions, SettingFlags } from '../../../snapshot/settings/types.js';
import { addFlags, type Define } from '../flags.js';
import { report } from '../report.js';

interface CheckFlags extends SettingFlags {
  readonly since?: string;
}

const FILES: Said = {
  en: 'data files whose problems to show (default: all of them)',
  ru: 'файлы данных, проблемы которых показать (по умолчанию: все)',
};
const SINCE: Said = {
  en: 'only problems that were not there at a git ref',
  ru: 'только проблемы, которых не было в коммите или ветке git',
};

export const define: Define<[string[], CheckFlags]> = (command, lang) => {
  command.argument('[files...]', FILES[lang]);
  addFlags(command, 'check', lang);
  command.option('--since <ref>', SINCE[lang]);
  return async (files, { since, ...flags }) => {
    const work = async (options: BuildOptions) =>
      only(files, await checked(since, options), options);
    return report('check', work, flags);
  };
};

async function checked(since: string | undefined, options: BuildOptions): Promise<FindingsReport> {
  const { portal } = await import('../../../portal/index.js');
  if (since === undefined)
    return (await import('../../../snapshot/build.js')).check(portal, options);
  return (await import('../../../editing/changes/since.js')).checkSince(portal, since, options);
}

/** The report with only the problems of the named files, if any are named; the others are counted. */
async function only(
  names: readonly string[],
  report: FindingsReport,
  { data = 'data' }: BuildOptions,
): Promise<FindingsReport> {
  if (names.length === 0) return report;
  const { dataFilesOf } = await import('../../../files/source/files.js');
  const { portal } = await import('../../../portal/index.js');
  const found = dataFilesOf(resolve(data), portal.collections);
  const texts = new Map(found.files.map(({ path, texts = [] }) => [path, texts]));
  const known = new Set([
    ...found.files.flatMap(({ path, texts = [] }) => [path, ...texts.map(({ path }) => path)]),
    ...found.findings.map(({ file }) => resolve(data, file)),
  ]);
  for (const name of names) {
    if (!known.has(resolve(name)))
      throw refused('{file} is no data file of {data}', { file: quote(name), data });
  }
  // Naming a record's file also names the files of its long texts.
  const wanted = new Set(
    names
      .map((name) => resolve(name))
      .flatMap((path) => [path, ...(texts.get(path) ?? []).map((text) => text.path)]),
  );
  const isWanted = ({ file }: { readonly file: string }) => wanted.has(resolve(file));
  const problems = report.problems.filter(isWanted);
  return {
    ...report,
    ok: problems.every(({ severity }) => severity !== 'error'),
    problems,
    elsewhere: countsOf(report.problems.filter((problem) => !isWanted(problem))),
  };
}
