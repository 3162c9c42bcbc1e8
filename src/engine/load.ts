// The data folder → tables, with every finding about it in words and in its place.
import { relative, sep } from 'node:path';
import { word } from '../problems/messages.js';
import { codeOf, type Finding, type Problem, UsageError } from '../problems/problem.js';
import { checkAcross, type RowFinding } from './check.js';
import { type CompileSettings, innerValues, makeCompiler } from './compile.js';
import { readRecordAt } from './data-file.js';
import { Derivation } from './derive.js';
import { type FileFinding, findFiles } from './files.js';
import { placeFindings } from './places.js';
import type { Plan } from './plan.js';
import { Table, type TableFile } from './table.js';

export interface LoadSettings extends CompileSettings {
  /** Absolute paths. */
  readonly cwd: string;
  readonly data: string;
  /** Unknown ids are errors. */
  readonly strict: boolean;
}

/** All records, linked, and all that is wrong with them. */
export interface Loaded {
  /** Sees every record, withheld or not. */
  readonly derivation: Derivation;
  /** In order of file, line and column. */
  readonly problems: readonly Problem[];
}

/** Reads, compiles and checks a data folder. */
export async function load(plan: Plan, settings: LoadSettings): Promise<Loaded> {
  const names = plan.collections.map(({ declared }) => declared.name);
  const found = await findFiles(settings.data, names);
  const tables = new Map(
    plan.collections.map((collection) => {
      const name = collection.declared.name;
      const compile = makeCompiler(collection, settings);
      const files = found.files
        .filter((file) => file.collection === name)
        .map(({ path, name }) => ({ name, path, compiled: readable(path, compile) }));
      return [name, new Table(collection, files)] as const;
    }),
  );
  const derivation = new Derivation(tables);
  const placed = placeAll([...tables.values()], checkAcross(derivation));
  const shown = (path: string) => relative(settings.cwd, path).split(sep).join('/');
  const problems = [
    ...found.findings.map((finding) => ofFile(finding, shown(settings.data))),
    ...placed.map(({ path, finding, line, column }) =>
      problem(
        finding.name,
        finding.args,
        { file: shown(path), line, column, path: finding.path },
        settings.strict,
      ),
    ),
  ];
  return { derivation, problems: problems.sort(byPlace) };
}

function readable<T>(path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

interface Placed {
  readonly path: string;
  readonly finding: Finding;
  readonly line: number;
  readonly column: number;
}

/** Places the findings of the files themselves and those across records, file by file. */
function placeAll(tables: readonly Table[], across: readonly RowFinding[]): Placed[] {
  const byFile = new Map<TableFile, Finding[]>();
  for (const table of tables) {
    for (const file of table.files) {
      if (file.compiled.findings.length > 0) byFile.set(file, [...file.compiled.findings]);
    }
  }
  for (const finding of across) {
    const number = finding.table.fileOf(finding.row);
    const file = finding.table.files[number]!;
    const start = file.compiled.starts[finding.table.rowInFile(finding.row, number)]!;
    const placed = {
      ...finding,
      path: pathOf(finding, file, start),
      place: { kind: 'record', start },
    } as Finding;
    const same = byFile.get(file);
    if (same) same.push(placed);
    else byFile.set(file, [placed]);
  }
  return [...byFile].flatMap(([{ path }, findings]) => {
    const places = placeFindings(path, findings);
    return findings.map((finding, i) => ({ path, finding, ...places[i]! }));
  });
}

/** The pointer of a finding; of a reference inside a list it is looked up in the record. */
function pathOf({ path, table }: RowFinding, file: TableFile, start: number): string {
  if (typeof path === 'string') return path;
  const { steps } = table.plan.inner[path.which]!;
  let nth = 0;
  for (const found of innerValues(readRecordAt(file.path, start), steps, 0, '')) {
    if (nth++ === path.nth) return found.path;
  }
  return '';
}

function ofFile({ file, name, args }: FileFinding, folder: string): Problem {
  return problem(name, args, { file: `${folder}/${file}`, line: 1, column: 1, path: '' }, false);
}

type Where = Pick<Problem, 'file' | 'line' | 'column' | 'path'>;

function problem(
  name: Finding['name'],
  args: Finding['args'],
  where: Where,
  strict: boolean,
): Problem {
  const code = codeOf(name);
  const isWarning = code === 'ignored-file' || (code === 'unknown-id' && !strict);
  const { message, hint } = word(name, args);
  return {
    code,
    severity: isWarning ? 'warning' : 'error',
    ...where,
    message,
    ...(hint !== undefined && { hint }),
  };
}

function byPlace(a: Problem, b: Problem): number {
  return (
    compareTexts(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.path, b.path) ||
    compareTexts(a.code, b.code)
  );
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
