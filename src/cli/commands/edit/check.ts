// `check`: checks the data as `build` does, but writes no snapshot.

import { resolve } from 'node:path';
import { dataFilesOf } from '../../../files/source/files.js';
import { refused } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { countsOf, type FindingsReport } from '../../../problems/report.js';
import { check as checkData } from '../../../snapshot/build.js';
import type { Frame, Run } from '../../command.js';
import { reported } from '../reported.js';

export const check: Run<{ files: readonly string[]; since?: string }> = async (
  { files, since },
  frame,
) => reported('check', await only(files, await checked(since, frame), frame), frame);

async function checked(
  since: string | undefined,
  { portal, options }: Frame,
): Promise<FindingsReport> {
  if (since === undefined) return checkData(portal, options);
  return (await import('../../../editing/changes/since.js')).checkSince(portal, since, options);
}

/** If files are named, keeps only the problems in these files, and counts the others. */
async function only(
  names: readonly string[],
  report: FindingsReport,
  { portal, options: { data = 'data' } }: Frame,
): Promise<FindingsReport> {
  if (names.length === 0) return report;
  const found = dataFilesOf(resolve(data), portal.collections);
  const texts = new Map(found.files.map(({ path, texts = [] }) => [path, texts]));
  const known = new Set([
    ...found.files.flatMap(({ path, texts = [] }) => [path, ...texts.map(({ path }) => path)]),
    ...found.findings.map(({ place }) => resolve(data, place.file)),
  ]);
  for (const name of names) {
    if (!known.has(resolve(name)))
      throw refused('{file} is no data file of {data}', { file: quote(name), data });
  }
  // If the file of a record is named, the files of its long texts count as named, too.
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
