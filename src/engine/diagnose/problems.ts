// Makes the problems of a report from all findings: explains them, and finds their lines and columns.
import { relative, sep } from 'node:path';
import { readFile } from '../../files/source/data-file.js';
import { type FoundFiles, nameBelow } from '../../files/source/files.js';
import { placeFindings } from '../../files/source/places.js';
import { memo } from '../../model/memo.js';
import { causeOf } from '../../problems/identity.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { type PlacedFinding, placed, type Strictness } from '../../problems/placed.js';
import { type Finding, ruleOf, type Unchecked } from '../../problems/problem.js';
import type { Tables } from '../link/derive.js';
import type { Across } from '../link/row-findings.js';
import { NO_ROW } from '../link/table.js';
import type { Plan } from '../plan.js';
import { Explainer } from './explain.js';
import { PlacedRecords } from './records.js';
import { type Unread, withUnchecked } from './unread.js';

export interface CheckSettings extends Strictness {
  /** The working folder. This path and `data`, the path of the data folder, are absolute. */
  readonly cwd: string;
  readonly data: string;
  /** Names of rules in `implausible` of a collection. Their warnings are not reported. */
  readonly allow: readonly string[];
}

/** What was found: in files and records alone, and across records; and where records could not be read. */
interface Found {
  readonly alone: readonly Finding[];
  readonly across: Across;
  readonly unread: Unread;
}

/** Returns the problems, sorted by place. */
export function problemsOf(
  { portal }: Plan,
  { files }: FoundFiles,
  tables: Tables,
  { alone, across: all, unread }: Found,
  settings: CheckSettings,
): PlacedFinding[] {
  const allowed = new Set<string | undefined>(settings.allow);
  const isWanted = (finding: Finding) => !allowed.has(ruleOf(finding));
  const across = { ...all, findings: all.findings.filter(isWanted) };
  const sources = new Map(
    files.flatMap((owner) =>
      [owner, ...(owner.texts ?? [])].map(({ name, path }) => [name, { path, owner }] as const),
    ),
  );
  const folder = relative(settings.cwd, settings.data).split(sep).join('/');
  const records = new PlacedRecords(sources, tables, across.findings);
  const explainer = new Explainer(across, records, folder, portal.locale?.encoding);
  const uncheckedBy = (file: string): Unchecked | undefined => {
    const collection = unread.get(file);
    const hidden = collection === undefined ? undefined : all.unchecked.get(collection);
    return hidden && { collection: collection!, hidden };
  };
  const recordAt = (file: string, start: number): MissingId | undefined => {
    const table = records.tableOf(file);
    const row = table.rowAt(records.ownerOf(file).name, start);
    return row === NO_ROW ? undefined : { collection: table.name, id: table.ids[row]! };
  };
  const byFile = new Map<string, Finding[]>();
  for (const finding of [...alone.filter(isWanted), ...across.findings]) {
    memo(byFile, finding.place.file, () => []).push(finding);
  }
  return [...byFile]
    .flatMap(([file, some]) => {
      const explained = withUnchecked(explainer.ofFile(file, some), uncheckedBy(file));
      const source = { path: sources.get(file)?.path ?? '', name: nameBelow(folder, file) };
      return problemsIn(explained, source, settings, recordAt, records.reader.read);
    })
    .sort(byPlace);
}

/**
 * Adds to the findings of one file their line, their column and the record in which they are. `name`: the name of the
 * file in reports; `recordAt`: returns the record that begins at a byte of the file; `read`: reads the file.
 */
export function problemsIn(
  findings: readonly Finding[],
  { path, name: file }: { readonly path: string; readonly name: string },
  strictness: Strictness,
  recordAt: (file: string, start: number) => MissingId | undefined = () => undefined,
  read = readFile,
): PlacedFinding[] {
  const places = placeFindings(path, findings, read);
  return findings.map((finding, i) => {
    const { name, args, path, place } = finding;
    const cause = causeOf(finding, file);
    const found = placed(name, args, { file, ...places[i]!, path }, strictness, finding);
    const start = 'start' in place ? place.start : undefined;
    const record = start === undefined ? undefined : recordAt(place.file, start);
    return { ...found, ...(record && { record }), ...(cause !== undefined && { cause }) };
  });
}

/** Compares problems for the order in a report: by file, line, column, JSON Pointer and code. */
export function byPlace(a: PlacedFinding, b: PlacedFinding): number {
  return (
    compareTexts(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.path, b.path) ||
    compareTexts(a.code, b.code)
  );
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
