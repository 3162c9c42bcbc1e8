// Brings data files into their canonical form: find → for each file: read, format, replace. The fields
// of records are declared in portal/; nothing here depends on a particular collection.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Explainer } from '../../engine/diagnose/explain.js';
import { byPlace, ofFindings } from '../../engine/load.js';
import { hearSignals, sweep } from '../../files/disk/temporary.js';
import { type DataFile, findFiles, JOURNAL } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { longFieldsOf } from '../../model/fields.js';
import { stripStyles } from '../../model/html/strip-styles.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { mustBeNamed } from '../../snapshot/settings/apart.js';
import { type DeskSettings, oneAtATime } from '../workspace/put.js';
import { type Format, makeFormat } from './canonical.js';
import { changeText, formatFile } from './file.js';

export interface FormatOptions extends Partial<Omit<DeskSettings, 'data'>> {
  /** The working folder: relative paths, and the names of files in the report, start here. */
  readonly cwd?: string;
  /** The data folder; `data` by default. */
  readonly data?: string;
  /** The data files to format; all of them by default. */
  readonly files?: readonly string[];
  /** Report what would change, and write nothing; only a change that a killed command left unfinished is reverted. */
  readonly check?: boolean;
  /** Take out of HTML texts the styles that `check` refuses (PROMISES.md §2.1), and nothing else. */
  readonly stripStyles?: boolean;
}

export interface FormatReport {
  /** How many files were read. */
  readonly files: number;
  /** The files that were not in their canonical form, relative to the working folder, with `/` between their parts. */
  readonly changed: readonly string[];
  /** How many files were left alone because they cannot be read without loss. */
  readonly refused: number;
  /** Why files were refused; in order of file, line and column. */
  readonly problems: readonly PlacedFinding[];
}

/**
 * Formats data files. Throws a {@link UsageError} for a missing folder or file, and for a file that
 * someone else changes at the same time.
 */
export async function format(portal: Portal, options: FormatOptions = {}): Promise<FormatReport> {
  const cwd = resolve(options.cwd ?? '.');
  mustBeNamed('data', options.data);
  const data = resolve(cwd, options.data ?? 'data');
  const work = () => formatIn(portal, cwd, data, options);
  const { breakLock = false, onTakenBack = () => {} } = options;
  if (options.check && !breakLock && !existsSync(join(data, JOURNAL))) return work();
  return oneAtATime({ data, breakLock, onTakenBack }, work);
}

async function formatIn(
  portal: Portal,
  cwd: string,
  data: string,
  options: FormatOptions,
): Promise<FormatReport> {
  const html = options.stripStyles ? stripStyles : undefined;
  const formats = new Map<string, Format>(
    portal.collections.map(({ name, fields }) => [name, makeFormat(fields, html)]),
  );
  const long = longFieldsOf(portal.collections);
  const found = findFiles(data, [...formats.keys()], long);
  const files = options.files ? named(options.files, found.files, cwd, data) : found.files;
  const into = options.check ? undefined : data;
  if (into) for (const { path } of found.files) sweep(dirname(path));
  const changed: string[] = [];
  const problems: PlacedFinding[] = [];
  const nameOf = (path: string) => relative(cwd, path).split(sep).join('/');
  let refused = 0;
  for (const one of files) {
    const { collection, path } = one;
    const file = nameOf(path);
    const outcome = formatFile(path, formats.get(collection)!, into !== undefined);
    for (const { name, path } of options.stripStyles ? (one.texts ?? []) : []) {
      if (!name.endsWith('.html')) continue;
      if (changeText(path, stripStyles, into !== undefined)) changed.push(nameOf(path));
      await hearSignals();
    }
    if (outcome.kind === 'changed') {
      changed.push(file);
      await hearSignals();
    } else if (outcome.kind === 'refused') {
      refused++;
      const own = portal.collections.find(({ name }) => name === collection)!;
      const explainer = new Explainer(
        new Map([[file, path]]),
        '',
        [],
        () => own,
        portal.locale?.encoding,
      );
      const findings = explainer.ofFile(file, outcome.findings);
      for (const found of ofFindings(findings, path, file, { strict: false })) problems.push(found);
    }
  }
  return {
    files: files.length,
    changed,
    refused,
    problems: problems.sort(byPlace),
  };
}

/** The data files with these names, each once; a text file stands for the file of its record. */
function named(
  names: readonly string[],
  files: readonly DataFile[],
  cwd: string,
  data: string,
): DataFile[] {
  const byPath = new Map(
    files.flatMap((file) => [file, ...(file.texts ?? [])].map(({ path }) => [path, file] as const)),
  );
  const wanted = new Set<DataFile>();
  for (const name of names) {
    const file = byPath.get(resolve(cwd, name));
    if (file === undefined) throw refused('data/no-file', { file: quote(name), data });
    wanted.add(file);
  }
  return [...wanted];
}
