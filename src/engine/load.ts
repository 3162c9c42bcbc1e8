// The data folder → tables, with every finding about it in words and in its place.
import { relative, sep } from 'node:path';
import { word } from '../problems/messages.js';
import { codeOf, type Finding, type Problem } from '../problems/problem.js';
import { checkAcross, type RowFinding } from './check.js';
import type { CompiledUnit } from './compile.js';
import type { WorkerSettings } from './compile-all.js';
import { readRecordAt } from './data-file.js';
import { Derivation } from './derive.js';
import type { FileFinding, FoundFiles } from './files.js';
import { innerValues, piecesName } from './inner.js';
import { memo } from './memo.js';
import { Pieces } from './pieces.js';
import { placeFindings } from './places.js';
import type { Plan } from './plan.js';
import type { Store } from './store.js';
import { Table } from './table.js';
import type { Unit } from './units.js';

export interface LoadSettings extends WorkerSettings {
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
  /** Gives back what reading pieces holds open. */
  readonly close: () => void;
}

/** Compiles what is not in the store yet, links all units, and checks. */
export async function load(
  plan: Plan,
  found: FoundFiles,
  units: readonly Unit[],
  settings: LoadSettings,
  store: Store,
): Promise<Loaded> {
  const compiled = await compiledUnits(plan, units, settings, store);
  settings.onProgress('linking', 0, 0);
  const pieces = new Pieces(store);
  const tables = new Map(
    plan.collections.map((collection) => {
      const { name } = collection.declared;
      const own = units.filter((unit) => unit.collection === name);
      const parts = own.map((unit) => ({
        compiled: compiled.get(unit)!,
        pieces: compiled
          .get(unit)!
          .pieces.map(({ digests }, kind) =>
            pieces.file(piecesName(unit.key, kind), digests, unit.key),
          ),
      }));
      return [name, new Table(collection, parts)] as const;
    }),
  );
  const derivation = new Derivation(tables);
  const findings = new Map<string, Finding[]>();
  for (const unit of compiled.values()) {
    for (const file of unit.files) {
      if (file.findings.length > 0) findings.set(file.name, [...file.findings]);
    }
  }
  const paths = new Map(found.files.map(({ name, path }) => [name, path]));
  for (const finding of checkAcross(derivation)) {
    const { file, start } = finding.table.placeOf(finding.row);
    const path = pathOf(finding, paths.get(file)!, start);
    const placed = { ...finding, path, place: { kind: 'record', start } } as Finding;
    memo(findings, file, () => []).push(placed);
  }
  const folder = relative(settings.cwd, settings.data).split(sep).join('/');
  const problems = [
    ...found.findings.map((finding) => ofFile(finding, folder)),
    ...[...findings].flatMap(([name, some]) =>
      ofFindings(some, paths.get(name)!, `${folder}/${name}`, settings.strict),
    ),
  ];
  return { derivation, problems: problems.sort(byPlace), close: () => pieces.close() };
}

async function compiledUnits(
  plan: Plan,
  units: readonly Unit[],
  settings: WorkerSettings,
  store: Store,
): Promise<Map<Unit, CompiledUnit>> {
  const compiled = new Map<Unit, CompiledUnit>();
  const missing: Unit[] = [];
  for (const unit of units) {
    const kept = store.read(unit.key) as CompiledUnit | undefined;
    if (kept) compiled.set(unit, kept);
    else missing.push(unit);
  }
  // Where nothing is missing, what compiles is not even loaded.
  if (missing.length === 0) return compiled;
  const { compileAll } = await import('./compile-all.js');
  await compileAll(plan, missing, settings, store);
  for (const unit of missing) {
    const made = store.read(unit.key) as CompiledUnit | undefined;
    if (!made) throw new Error(`what was just written to ${store.folder} cannot be read`);
    made.pieces.forEach((_, kind) => {
      store.vouch(piecesName(unit.key, kind));
    });
    compiled.set(unit, made);
  }
  return compiled;
}

/** The pointer of a finding; of a reference inside a list it is looked up in the record. */
function pathOf({ path, table }: RowFinding, file: string, start: number): string {
  if (typeof path === 'string') return path;
  const { steps } = table.plan.inner[path.which]!;
  let nth = 0;
  for (const found of innerValues(readRecordAt(file, start), steps, 0, '')) {
    if (nth++ === path.nth) return found.path;
  }
  return '';
}

/** Findings in one file, in words and in their places; `path` is where it is, `file` its name. */
export function ofFindings(
  findings: readonly Finding[],
  path: string,
  file: string,
  strict: boolean,
): Problem[] {
  const places = placeFindings(path, findings);
  return findings.map(({ name, args, path }, i) =>
    problem(name, args, { file, ...places[i]!, path }, strict),
  );
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

/** The order of problems in a report. */
export function byPlace(a: Problem, b: Problem): number {
  return (
    compareTexts(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.path, b.path) ||
    compareTexts(a.code, b.code)
  );
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
