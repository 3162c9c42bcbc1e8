// Brings data files into their canonical form: each record as record-text.ts writes it, sorted by id.
import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { noteRecord } from '../../engine/compile/written.js';
import { hearSignals, sweep } from '../../files/disk/temporary.js';
import { type DataFile, findFiles, JOURNAL } from '../../files/source/files.js';
import { isTooLarge } from '../../files/source/texts.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { isObject, type Json, longFieldsOf } from '../../model/fields.js';
import { stripStyles } from '../../model/html/strip-styles.js';
import { refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { mustBeNamed } from '../../snapshot/settings/index.js';
import { whileUnchanged } from '../workspace/attempts.js';
import { type Edit, type LockSettings, oneAtATime, putFiles } from '../workspace/put.js';
import { type FileRecords, LINES, LIST, recordsIn, SINGLE } from './file-edit.js';
import { recordText } from './record-text.js';

export interface FormatOptions extends Partial<Omit<LockSettings, 'data'>> {
  /** The working folder, to which paths in the options and in the report are relative. */
  readonly cwd?: string;
  /** The data folder; `data` by default. */
  readonly data?: string;
  /** The data files to format; all of them by default. */
  readonly files?: readonly string[];
  /**
   * Whether to report only what would change. (A change that a killed command left unfinished is undone all the same.)
   */
  readonly check?: boolean;
  /** Whether to remove the styles that `check` refuses from HTML texts (PROMISES.md §2.1). */
  readonly stripStyles?: boolean;
}

export interface FormatReport {
  /** How many files were read. Text files are only read if styles are removed. */
  readonly files: number;
  /** The changed files or, with `check`, those that would change, relative to the working folder. */
  readonly changed: readonly string[];
  /** The files that stay as they are, because a part of them cannot be read, or not without loss. */
  readonly refused: readonly string[];
}

/** Writes all changes, or none. Throws a {@link UsageError} if one of `files` is no data file. */
export async function format(portal: Portal, options: FormatOptions = {}): Promise<FormatReport> {
  const { check = false, breakLock = false, onTakenBack = () => {} } = options;
  const cwd = resolve(options.cwd ?? '.');
  mustBeNamed('data', options.data);
  const data = resolve(cwd, options.data ?? 'data');
  const work = async () => {
    const attempt = () => formatIn(portal, cwd, data, options);
    const isDone = ({ edits }: Formatted) => check || putFiles({ data }, edits, ['fmt']);
    return (await whileUnchanged({ portal }, { data }, attempt, { isDone })).report;
  };
  if (check && !breakLock && !existsSync(join(data, JOURNAL))) return work();
  return oneAtATime({ data, breakLock, onTakenBack }, work);
}

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
  const files = names ? filesNamed(names, found.files, cwd, data) : found.files;
  if (!check) for (const { path } of found.files) sweep(dirname(path));
  const edits: Edit[] = [];
  const refused: string[] = [];
  let read = 0;
  const nameOf = (path: string) => relative(cwd, path).split(sep).join('/');
  for (const { collection, name, path, texts = [] } of files) {
    const own = collections.get(collection)!;
    const html = strips ? stripStyles : undefined;
    const pages = strips ? texts.filter((text) => text.name.endsWith('.html')) : [];
    read += 1 + pages.length;
    for (const text of pages) {
      const before = isTooLarge(statSync(text.path).size) ? undefined : readFileSync(text.path);
      const after = before && isUtf8(before) ? stripStyles(before.toString()) : undefined;
      if (after !== undefined && !before!.equals(Buffer.from(after))) {
        edits.push({ file: text.name, before, after: Buffer.from(after) });
      }
    }
    const records = recordsIn(path, own);
    if (!records.isWhole || records.lossy.size > 0) refused.push(nameOf(path));
    else {
      const { bytes: before } = records;
      const after = formatted(path, own, records, html);
      if (!before.equals(after)) edits.push({ file: name, before, after });
    }
    await hearSignals();
  }
  const changed = edits.map(({ file }) => nameOf(join(data, file)));
  return { edits, report: { files: read, changed, refused } };
}

/** Returns the canonical form of a file. The file must be readable without loss. */
function formatted(
  path: string,
  collection: Collection,
  { bytes, records, isSingle }: FileRecords,
  html?: (text: string) => string,
): Buffer {
  const form = isSingle ? SINGLE : path.endsWith('.ndjson') ? LINES : LIST;
  // For two records without ids the difference is NaN, which sort takes for 0. So they keep their order.
  const sorted = [...records].sort((a, b) => a.id - b.id);
  // The parts are bytes, because a whole file may be too long for one string.
  const parts = sorted.flatMap(({ start, end }, i) => {
    const text = bytes.toString('utf8', start, end);
    const json: Json = JSON.parse(text);
    if (isObject(json)) noteRecord(collection, json, text);
    const own = recordText(json, collection.fields, form.layout, html);
    return [Buffer.from(i === 0 ? form.open : form.between), Buffer.from(own)];
  });
  return Buffer.concat(
    parts.length > 0 ? [...parts, Buffer.from(form.close)] : [Buffer.from(form.none)],
  );
}

/** The data files with these names. The name of a text file means the file of its record. */
function filesNamed(
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
