// Which problems are new since a git ref. Checks the data twice, as it is now and as it was then, each with the
// settings of its time, and separates the problems in, or caused by, what changed from older ones.
import { lstatSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { hashFile } from '../../files/source/data-file.js';
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
import { type ProblemSubject, subjectOf, subjectsIn, subjectsNamed } from './subjects.js';

/**
 * Checks the data and reports only problems in, or caused by, what changed since a git ref: problems
 * that were not there then, and those of records (or, outside records, files) that changed. The
 * others are counted in `before`. Throws a {@link UsageError} as `check` does, and for a ref that
 * git does not know.
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
    const then = {
      ...options,
      ...(await settingsThen(resolve(cwd, options.config ?? CONFIG), at, folder)),
    };
    // Nobody knows what wrong settings let pass: then all problems count as new.
    const areRight = await settingsOf(portal, then).then(
      () => true,
      () => false,
    );
    const { problems } = areRight
      ? await check(portal, { ...then, data: old, temporary: folder })
      : { problems: [] };
    const now = await attribute(portal, data, relative(cwd, data), report.problems);
    const before = await attribute(portal, old, relative(cwd, resolve(old)), problems);
    const isOld = await match(now, before, dataFilesOf(old, portal.collections).files);
    return withBefore(
      report,
      at,
      report.problems.filter((_, i) => !isOld[i]),
      report.problems.filter((_, i) => isOld[i]),
    );
  });
}

/**
 * Writes the settings file as it was at the commit into a folder, and returns it as an option; none for a file that is
 * not in the repository of the data, which has no state of then.
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

/** What a problem is about. */
interface Attributed {
  readonly subject: ProblemSubject;
  /** Relative to the data folder. */
  readonly file: string;
  /** A key that is equal for the same finding about the same subject, in whatever file or line. */
  readonly identity: string;
}

/** Finds the subject of each problem. `prefix`: the data folder, as it precedes the files in problems. */
async function attribute(
  portal: Portal,
  data: string,
  prefix: string,
  problems: readonly PlacedFinding[],
): Promise<Attributed[]> {
  const found = dataFilesOf(data, portal.collections).files;
  const files = new Map(found.map((file) => [file.name, file]));
  const recordsOfTexts = new Map(
    found.flatMap((file) => (file.texts ?? []).map(({ name }) => [name, file] as const)),
  );
  const start = nameBelow(prefix.split(sep).join('/'), '').length;
  const byFile = new Map<string, PlacedFinding[]>();
  for (const problem of problems) memo(byFile, problem.file.slice(start), () => []).push(problem);
  const attributed = new Map<PlacedFinding, Attributed>();
  for (const [name, own] of byFile) {
    const [file, beside] = [files.get(name), recordsOfTexts.get(name)];
    const whole = async () => (beside ? await subjectOf(beside) : await otherFile(data, name));
    const subjects = file
      ? await subjectsIn(file, own)
      : new Array<ProblemSubject>(own.length).fill(await whole());
    own.forEach((problem, i) => {
      const subject = subjects[i]!;
      const identity = JSON.stringify([subject.name, identityOf(problem)]);
      attributed.set(problem, { subject, file: name, identity });
    });
  }
  return problems.map((problem) => attributed.get(problem)!);
}

/** The subject of problems outside data files: a file with its hash; a folder or link with an empty hash. */
async function otherFile(data: string, name: string): Promise<ProblemSubject> {
  const path = join(data, name);
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return { name: `file ${name}`, content: isFile ? await hashFile(path) : '' };
}

/**
 * Returns for each current problem whether it is an old one, about a subject that did not change. Each
 * old problem matches at most one current problem, preferably one in the same file.
 */
async function match(
  now: readonly Attributed[],
  before: readonly Attributed[],
  oldFiles: readonly DataFile[],
): Promise<boolean[]> {
  const isOld = now.map(() => false);
  const known = new Map<string, Attributed[]>();
  for (const problem of before) memo(known, problem.identity, () => []).push(problem);
  const use = (isSame: (old: Attributed, problem: Attributed) => boolean) => {
    now.forEach((problem, i) => {
      if (isOld[i]) return;
      const olds = known.get(problem.identity) ?? [];
      const at = olds.findIndex((old) => isSame(old, problem));
      if (at < 0) return;
      olds.splice(at, 1);
      isOld[i] = true;
    });
  };
  const isUnchanged = (old: Attributed, { subject }: Attributed) =>
    old.subject.content === subject.content;
  use((old, problem) => old.file === problem.file && isUnchanged(old, problem));
  use(isUnchanged);
  // Of two records with the same id, the later one has the problem, and renaming a file can change
  // which is later. The problem is still old if the record that has it now was there before.
  const left = now.filter(({ identity }, i) => !isOld[i] && known.get(identity)?.length);
  const names = new Set(left.map(({ subject }) => subject.name));
  const were = new Set<string>();
  const collections = new Set([...names].map((name) => name.split(' ', 1)[0]!));
  for (const file of oldFiles) {
    if (!collections.has(file.collection)) continue;
    for (const { name, content } of subjectsNamed(file, names)) were.add(`${name} ${content}`);
  }
  use((_, { subject }) => were.has(`${subject.name} ${subject.content}`));
  return isOld;
}
