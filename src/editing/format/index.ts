// Brings data files into their canonical form: every record as record-text.ts writes it, sorted by id. The fields of
// records are declared in portal/; nothing here depends on a particular collection.
import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { noteRecord } from '../../engine/compile/written.js';
import { Explainer } from '../../engine/diagnose/explain.js';
import { byPlace, ofFindings } from '../../engine/load.js';
import { hearSignals, sweep } from '../../files/disk/temporary.js';
import { readFile } from '../../files/source/data-file.js';
import { type DataFile, findFiles, JOURNAL } from '../../files/source/files.js';
import { scanFile } from '../../files/source/records.js';
import { isTooLarge } from '../../files/source/texts.js';
import { ofDefect, ofFault } from '../../files/source/unreadable.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { isObject, type Json, longFieldsOf } from '../../model/fields.js';
import { stripStyles } from '../../model/html/strip-styles.js';
import { LIMITS } from '../../model/limits.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { type Finding, refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { mustBeNamed } from '../../snapshot/settings/apart.js';
import { whileUnchanged } from '../workspace/attempts.js';
import { type DeskSettings, type Edit, oneAtATime, putFiles } from '../workspace/put.js';
import { LINES, LIST, placeOf, SINGLE } from './file-edit.js';
import { recordText } from './record-text.js';

export interface FormatOptions extends Partial<Omit<DeskSettings, 'data'>> {
  /** The working folder: relative paths, and the names of files in the report, start here. */
  readonly cwd?: string;
  /** The data folder; `data` by default. */
  readonly data?: string;
  /** The data files to format; all of them by default. */
  readonly files?: readonly string[];
  /** Reports what would change, and writes nothing. Only a change that a killed command left unfinished is undone. */
  readonly check?: boolean;
  /** Removes from HTML texts the styles that `check` refuses (PROMISES.md §2.1), and changes nothing else. */
  readonly stripStyles?: boolean;
}

export interface FormatReport {
  /** How many files were read. */
  readonly files: number;
  /** The files that were not in their canonical form, relative to the working folder, with `/` between their parts. */
  readonly changed: readonly string[];
  /** How many files were left alone because they cannot be read without loss. */
  readonly refused: number;
  /** Why files were refused, sorted by file, line and column. */
  readonly problems: readonly PlacedFinding[];
}

/**
 * Formats data files, all or none. Throws a {@link UsageError} for a missing folder or file, and if files keep changing
 * meanwhile.
 */
export async function format(portal: Portal, options: FormatOptions = {}): Promise<FormatReport> {
  const { check = false, breakLock = false, onTakenBack = () => {} } = options;
  const cwd = resolve(options.cwd ?? '.');
  mustBeNamed('data', options.data);
  const data = resolve(cwd, options.data ?? 'data');
  const work = async () => {
    const attempt = () => formatIn(portal, cwd, data, options);
    const isDone = ({ edits }: Formatted) => check || putFiles({ data }, edits, 'fmt');
    return (await whileUnchanged({ portal }, { data }, attempt, { isDone })).report;
  };
  if (check && !breakLock && !existsSync(join(data, JOURNAL))) return work();
  return oneAtATime({ data, breakLock, onTakenBack }, work);
}

/** What is to be written, and the report about it. */
interface Formatted {
  readonly edits: readonly Edit[];
  readonly report: FormatReport;
}

async function formatIn(
  portal: Portal,
  cwd: string,
  data: string,
  { files: names, check, stripStyles: strips }: FormatOptions,
): Promise<Formatted> {
  const collections = new Map(portal.collections.map((one) => [one.name, one]));
  const found = findFiles(data, [...collections.keys()], longFieldsOf(portal.collections));
  const files = names ? named(names, found.files, cwd, data) : found.files;
  if (!check) for (const { path } of found.files) sweep(dirname(path));
  const edits: Edit[] = [];
  const problems: PlacedFinding[] = [];
  const nameOf = (path: string) => relative(cwd, path).split(sep).join('/');
  let refused = 0;
  for (const { collection, name, path, texts = [] } of files) {
    const own = collections.get(collection)!;
    const html = strips ? stripStyles : undefined;
    const pages = strips ? texts.filter((text) => text.name.endsWith('.html')) : [];
    for (const text of pages) {
      const before = isTooLarge(statSync(text.path).size) ? undefined : readFileSync(text.path);
      const after = before && isUtf8(before) ? stripStyles(before.toString()) : undefined;
      if (after !== undefined && !before!.equals(Buffer.from(after))) {
        edits.push({ file: text.name, before, after: Buffer.from(after) });
      }
    }
    const { findings, before, after } = formatted(path, own, html);
    if (findings.length > 0) {
      refused++;
      const file = nameOf(path);
      const at = new Map([[file, path]]);
      const explainer = new Explainer(at, '', [], () => own, portal.locale?.encoding);
      const placed = explainer.ofFile(file, findings);
      for (const one of ofFindings(placed, path, file, { strict: false })) problems.push(one);
      continue;
    }
    if (!before.equals(after)) edits.push({ file: name, before, after });
    await hearSignals();
  }
  const changed = edits.map(({ file }) => nameOf(join(data, file)));
  const report = { files: files.length, changed, refused, problems: problems.sort(byPlace) };
  return { edits, report };
}

/** A file as it is, and in its canonical form; or why it cannot be read without loss, and is left alone. */
function formatted(path: string, collection: Collection, html?: (text: string) => string) {
  const file = readFile(path);
  const findings: Finding[] = [];
  const find = (finding: Finding) => {
    if (findings.length < LIMITS.fileProblems) findings.push(finding);
  };
  const records: { readonly id: number; readonly text: Buffer }[] = [];
  const isLines = path.endsWith('.ndjson');
  let form = isLines ? LINES : LIST;
  scanFile(file, isLines, {
    record: ({ start, text, value, single, defects }) => {
      for (const defect of defects) find(ofDefect(defect, { start, text }));
      if (findings.length > 0) return;
      if (single) form = SINGLE;
      const json = value as Json; // what JSON.parse returned
      if (isObject(json)) noteRecord(collection, json, text);
      const own = recordText(json, collection.fields, form.layout, html);
      records.push({ id: placeOf(value), text: Buffer.from(own) });
    },
    fault: (fault) => find(ofFault(fault)),
  });
  // Infinity - Infinity is NaN, which sort takes for 0. So records without an id keep their order, and so do equal ids.
  records.sort((a, b) => a.id - b.id);
  const between = Buffer.from(form.between);
  const parts = records.flatMap(({ text }, i) => (i === 0 ? [text] : [between, text]));
  const [open, close] = records.length > 0 ? [form.open, form.close] : [form.none, ''];
  const after = Buffer.concat([Buffer.from(open), ...parts, Buffer.from(close)]);
  return { findings, before: file.bytes.subarray(0, file.end), after };
}

/** The data files with these names, each once. A text file means the file of its record. */
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
    if (file === undefined)
      throw refused('{file} is no data file of {data}', { file: quote(name), data });
    wanted.add(file);
  }
  return [...wanted];
}
