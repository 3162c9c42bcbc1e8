// Records among those of another collection, by mistake: known by their fields, and told once, with where they belong, in
// place of all that is wrong with them where they are.
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObjectFile, readRecordAt } from '../../files/source/data-file.js';
import type { DataFile, FileFinding, FoundFiles } from '../../files/source/files.js';
import { readRecords, SCHEMA_KEY } from '../../files/source/records.js';
import { withBeside } from '../../files/source/texts.js';
import type { Collection } from '../../model/collection.js';
import { isId, isObject, type JsonObject, longFields } from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { memo } from '../../model/memo.js';
import type { Tables } from '../link/derive.js';
import type { RowOf } from '../link/row-findings.js';
import { NO_ROW, type Table } from '../link/table.js';
import type { FindingAbout } from './explain.js';
import { filesAt } from './hidden.js';
import { areSame } from './twins.js';

/** Larger files are not read to guess what they hold. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How many records are held against those of the right collection. */
const MOST_RECORDS = 1000;

/** The data folder, what precedes a file's name in reports, and all records. */
interface SeenData {
  readonly data: string;
  readonly folder: string;
  readonly tables: Tables;
}

/** A record of another collection than its file. */
interface Stray {
  readonly start: number;
  readonly record: JsonObject;
  readonly right: Table;
}

/** What is in the wrong place, when it is told. */
interface Misplacements {
  /** The files as found; what belongs to no collection with the one that is meant. */
  readonly found: FoundFiles;
  /** Whether the record of a row is of another collection. */
  readonly has: (row: RowOf) => boolean;
}

/** Puts one finding in place of those of each record, or whole file, that is of another collection. */
export async function tellMisplaced(
  findings: Map<string, FindingAbout[]>,
  found: FoundFiles,
  data: SeenData,
): Promise<Misplacements> {
  const strays = new Map<string, ReadonlySet<number>>();
  const moved = new Set<string>();
  const lists = new Map<Table, string | undefined>();
  for (const file of found.files) {
    const some = findings.get(file.name);
    const { all, isWhole } = straysIn(file, some ?? [], data.tables);
    if (!some || all.length === 0) continue;
    const starts = new Set(all.map(({ start }) => start));
    strays.set(file.name, starts);
    const told = isWhole
      ? [ofFile(file, all, data, moved)]
      : all.map((stray) => {
          const list = memo(lists, stray.right, () => listOf(stray.right, data));
          return ofRecord(file, stray, list, data);
        });
    const others = some.filter(({ place }) => place.kind !== 'record' || !starts.has(place.start));
    findings.set(file.name, [...others, ...told]);
  }
  const unread: FileFinding[] = [];
  for (const finding of found.findings) {
    if (!moved.has(finding.file)) unread.push(await withMeant(finding, data));
  }
  return {
    found: { ...found, findings: unread },
    has({ table, row }) {
      if (strays.size === 0) return false;
      const { file, start } = table.placeOf(row);
      return strays.get(file)?.has(start) ?? false;
    },
  };
}

/** The records of a file that are of another collection; `isWhole`: all that the file holds are of the same one. */
function straysIn(
  { collection, name, path }: DataFile,
  findings: readonly FindingAbout[],
  tables: Tables,
): { readonly all: readonly Stray[]; readonly isWhole: boolean } {
  const bad = new Set<number>();
  const unknown = new Set<number>();
  for (const { name, place } of findings) {
    if (place.kind !== 'record') continue;
    bad.add(place.start);
    if (name === 'unknown-field') unknown.add(place.start);
  }
  const all = [...unknown].flatMap((start): Stray[] => {
    const record = readRecordAt(path, start);
    const right = isObject(record) ? tableFor(record, path, tables) : undefined;
    if (!isObject(record) || !right || right.name === collection) return [];
    return [{ start, record, right }];
  });
  // The findings of the last record that is read may be cut off.
  const cut = findings.length < LIMITS.fileProblems ? 0 : 1;
  const isWhole =
    all.length === unknown.size &&
    all.length + cut >= bad.size &&
    all.every(({ right }) => right === all[0]!.right) &&
    all.length + cut >= (tables.get(collection)!.rowsOfFiles().get(name) ?? 0);
  return { all, isWhole };
}

/** The one table whose collection has all fields of a record, and whose required fields it has; undefined where several do. */
function tableFor(record: JsonObject, path: string, tables: Tables): Table | undefined {
  const given = Object.keys(record).filter((name) => name !== SCHEMA_KEY);
  const fitting = [...tables.values()].filter(({ plan: { declared } }) => {
    const { fields } = declared;
    if (!given.every((name) => Object.hasOwn(fields, name))) return false;
    const whole = wholeRecord(record, path, declared);
    return Object.keys(fields).every(
      (name) => !fields[name]!.required || Object.hasOwn(whole, name),
    );
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** A record of a collection with the texts that are in files of their own beside its file. */
export function wholeRecord(record: JsonObject, path: string, { fields }: Collection): JsonObject {
  const texts = textsBeside(path, fields);
  return texts.length === 0 ? record : withBeside(record, texts);
}

function textsBeside(path: string, fields: Collection['fields']) {
  if (!path.endsWith('.json')) return [];
  return longFields(fields).flatMap(({ field, ending }) => {
    const text = path.replace(/\.json$/, ending);
    return existsSync(text) ? [{ field, ending, name: basename(text), path: text }] : [];
  });
}

function ofFile(
  { collection: own, name, path }: DataFile,
  all: readonly Stray[],
  data: SeenData,
  moved: Set<string>,
): FindingAbout {
  const { right } = all[0]!;
  const endings = textsBeside(path, right.plan.declared.fields).map(({ ending }) => ending);
  const to = freePlace(data.data, right.name, name, own, endings);
  for (const ending of endings) moved.add(name.replace(/\.json$/, ending));
  const args = {
    ...{ own, right: right.name, to: `${data.folder}/${to}` },
    texts: endings.map((ending) => `${data.folder}/${to.replace(/\.json$/, ending)}`),
    isThere:
      all.length < MOST_RECORDS && all.every(({ record }) => isIn(right, record, path, data)),
  };
  return { name: 'unknown-collection/file', args, path: '', place: { kind: 'byte', offset: 0 } };
}

/** `list`: the file of several records that it may join. */
function ofRecord(
  { collection: own, path }: DataFile,
  { start, record, right }: Stray,
  list: string | undefined,
  data: SeenData,
): FindingAbout {
  const { id } = record;
  const to = list ?? freePlace(data.data, right.name, `${own}/${isId(id) ? id : 'new'}.json`, own);
  const args = {
    ...{ own, right: right.name, id: isId(id) ? id : undefined, to: `${data.folder}/${to}` },
    isList: list !== undefined,
    isThere: isIn(right, record, path, data),
  };
  return { name: 'unknown-collection/record', args, path: '', place: { kind: 'record', start } };
}

/** The file of several records that a table's newest record is in; undefined where that has one of its own. */
function listOf(table: Table, { data }: SeenData): string | undefined {
  if (table.rows === 0) return undefined;
  const newest = table.ids.reduce((best, id, row) => (id > table.ids[best]! ? row : best), 0);
  const { file } = table.placeOf(newest);
  return file.endsWith('.ndjson') || !isObjectFile(join(data, file)) ? file : undefined;
}

/** Whether a table has the same record. `path`: the file that has it besides. */
function isIn(table: Table, record: JsonObject, path: string, { data }: SeenData): boolean {
  const { id } = record;
  const row = isId(id) ? table.rowOf(id) : NO_ROW;
  if (row === NO_ROW) return false;
  const { file, start } = table.placeOf(row);
  const there = join(data, file);
  const { declared } = table.plan;
  const other = readRecordAt(there, start);
  if (!isObject(other)) return false;
  return areSame(wholeRecord(record, path, declared), wholeRecord(other, there, declared));
}

/**
 * A name that no file has yet, for what belongs to another collection: the same one there, if it can be.
 * `endings`: those of the texts that go with it.
 */
function freePlace(
  data: string,
  right: string,
  name: string,
  own: string,
  endings: readonly string[] = [],
): string {
  const isTaken = (to: string) =>
    [to, ...endings.map((ending) => to.replace(/\.json$/, ending))].some((one) =>
      existsSync(join(data, one)),
    );
  let to = right + name.slice(own.length);
  for (let n = 1; isTaken(to); n++) to = `${right}/${n === 1 ? '' : `${n}-`}${basename(name)}`;
  return to;
}

/** What is said of a file or folder of no collection, with the collection that is meant, and how it gets there. */
async function withMeant(finding: FileFinding, data: SeenData): Promise<FileFinding> {
  if (finding.name !== 'unknown-collection') return finding;
  const { file, args } = finding;
  const { some, isAll } = firstRecords((await filesAt(join(data.data, file))).sort());
  const near = data.tables.get(args.nearest ?? '');
  const right = near ?? (some[0] && tableFor(some[0].record, some[0].path, data.tables));
  if (!right) return finding;
  const to = freePlace(data.data, right.name, file, args.name);
  const isTaken = to !== right.name + file.slice(args.name.length);
  const isThere = isAll && some.every(({ record, path }) => isIn(right, record, path, data));
  const more = isThere ? { isThere } : isTaken ? { to: `${data.folder}/${to}` } : {};
  return { ...finding, args: { ...args, nearest: right.name, ...more } };
}

/** The first records of files; `isAll`: there are some, and no others. */
function firstRecords(paths: readonly string[]) {
  const some: { readonly record: JsonObject; readonly path: string }[] = [];
  for (const path of paths) {
    if (some.length > MOST_RECORDS || statSync(path).size > MOST_BYTES)
      return { some, isAll: false };
    readRecords(path, ({ value: record }) => {
      if (some.length <= MOST_RECORDS && isObject(record)) some.push({ record, path });
    });
  }
  return { some, isAll: some.length > 0 && some.length <= MOST_RECORDS };
}
