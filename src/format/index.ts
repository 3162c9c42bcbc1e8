// Brings data files into their canonical form: find → for each file: read, format, replace. The fields
// of records are declared in portal/; nothing here depends on a particular collection.
import { dirname, relative, resolve, sep } from 'node:path';
import { hearSignals, sweep } from '../disk/temporary.js';
import { Explainer } from '../engine/diagnose/explain.js';
import { byPlace, ofFindings } from '../engine/load.js';
import type { Portal } from '../model/endpoint.js';
import type { PlacedFinding } from '../problems/placed.js';
import { refused } from '../problems/problem.js';
import { quote } from '../problems/quote.js';
import { type DataFile, findFiles } from '../source/files.js';
import { type Format, makeFormat } from './canonical.js';
import { formatFile, type PlacedRepair } from './file.js';

export interface FormatOptions {
  /** The working folder: relative paths, and the names of files in the report, start here. */
  readonly cwd?: string;
  /** The data folder; `data` by default. */
  readonly data?: string;
  /** The data files to format; all of them by default. */
  readonly files?: readonly string[];
  /** Only tell what would change. */
  readonly check?: boolean;
}

/** A file that was not in its canonical form. */
export interface ChangedFile {
  /** Relative to the working folder, with `/` between its parts. */
  readonly file: string;
  /** The first 100,000 values that were repaired, in their order. */
  readonly repairs: readonly PlacedRepair[];
  /** How many values were repaired. */
  readonly repaired: number;
}

export interface FormatReport {
  /** How many files were read. */
  readonly files: number;
  readonly changed: readonly ChangedFile[];
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
  const data = resolve(cwd, options.data ?? 'data');
  const formats = new Map<string, Format>(
    portal.collections.map(({ name, fields }) => [name, makeFormat(fields)]),
  );
  const found = findFiles(data, [...formats.keys()]);
  const files = options.files ? named(options.files, found.files, cwd, data) : found.files;
  if (!options.check) for (const { path } of found.files) sweep(dirname(path));
  const changed: ChangedFile[] = [];
  const problems: PlacedFinding[] = [];
  let refused = 0;
  for (const { collection, path } of files) {
    const file = relative(cwd, path).split(sep).join('/');
    const outcome = formatFile(path, formats.get(collection)!, !options.check);
    if (outcome.kind === 'changed') {
      changed.push({ file, repairs: outcome.repairs, repaired: outcome.repaired });
      await hearSignals();
    } else if (outcome.kind === 'refused') {
      refused++;
      const explainer = new Explainer(new Map([[file, path]]), '', outcome.findings);
      const findings = explainer.ofFile(file, outcome.findings);
      for (const found of ofFindings(findings, path, file, { strict: false })) problems.push(found);
    }
  }
  return { files: files.length, changed, refused, problems: problems.sort(byPlace) };
}

/** The data files that were named, each once. */
function named(
  names: readonly string[],
  files: readonly DataFile[],
  cwd: string,
  data: string,
): DataFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const wanted = new Set<DataFile>();
  for (const name of names) {
    const file = byPath.get(resolve(cwd, name));
    if (file === undefined) throw refused('data/no-file', { file: quote(name), data });
    wanted.add(file);
  }
  return [...wanted];
}
