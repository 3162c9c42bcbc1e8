// Finds records that are in a wrong collection by mistake, by their fields. Each is reported once, with the place where
// it belongs, instead of all the errors that it has where it is.

import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObjectFile, readRecordAt } from '../../files/source/data-file.js';
import {
  type DataFile,
  type FileFinding,
  type FoundFiles,
  nameBelow,
} from '../../files/source/files.js';
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
/** Only up to this many records are compared with those of the right collection. */
const MOST_RECORDS = 1000;

/** The data folder, what precedes a file's name in reports, and all records. */
interface SeenData {
  readonly data: string;
  readonly folder: string;
  readonly tables: Tables;
}

/** A record that belongs to another collection than its file, to `right`. */
interface Stray {
  readonly start: number;
  readonly record: JsonObject;
  readonly right: Table;
}

/** The result of reporting what is in the wrong place. */
interface Misplacements {
  /** The files as found. Findings of unknown collections state which collection is meant. */
  readonly found: FoundFiles;
  /** Whether the record of a row belongs to another collection. */
  readonly has: (row: RowOf) => boolean;
}

/** Replaces the findings of each misplaced record, or of a whole misplaced file, with one finding. */
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

/**
 * The records of a file that belong to another collection. `isWhole`: all records of the file belong to the same one, and
 * no part of it could not be read.
 */
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
  // At the limit of findings, those of the last record may be cut off.
  const cut = findings.length < LIMITS.fileProblems ? 0 : 1;
  const isWhole =
    findings.every(({ place }) => place.kind !== 'byte') &&
    all.length === unknown.size &&
    all.length + cut >= bad.size &&
    all.every(({ right }) => right === all[0]!.right) &&
    all.length + cut >= (tables.get(collection)!.rowsOfFiles().get(name) ?? 0);
  return { all, isWhole };
}

/**
 * Returns the table of the only collection that has all fields of a record, and whose required fields the record has;
 * undefined if none or several have.
 */
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

/** Returns a record with its texts that are in files beside its own, such as `5.text.html` beside `5.json`. */
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
    ...{ own, right: right.name, to: nameBelow(data.folder, to) },
    texts: endings.map((ending) => nameBelow(data.folder, to.replace(/\.json$/, ending))),
    isThere:
      all.length <= MOST_RECORDS && all.every(({ record }) => isIn(right, record, path, data)),
  };
  return { name: 'unknown-collection/file', args, path: '', place: { kind: 'byte', offset: 0 } };
}

/** Returns the finding of a misplaced record. `list`: the file of several records to which it may be moved. */
function ofRecord(
  { collection: own, path }: DataFile,
  { start, record, right }: Stray,
  list: string | undefined,
  data: SeenData,
): FindingAbout {
  const { id } = record;
  const to = list ?? freePlace(data.data, right.name, `${own}/${isId(id) ? id : 'new'}.json`, own);
  const args = {
    ...{ own, right: right.name, id: isId(id) ? id : undefined, to: nameBelow(data.folder, to) },
    isList: list !== undefined,
    isThere: isIn(right, record, path, data),
  };
  return { name: 'unknown-collection/record', args, path: '', place: { kind: 'record', start } };
}

/** The file of several records that holds a table's newest record; undefined if that record has a file of its own. */
function listOf(table: Table, { data }: SeenData): string | undefined {
  if (table.rows === 0) return undefined;
  const newest = table.ids.reduce((best, id, row) => (id > table.ids[best]! ? row : best), 0);
  const { file } = table.placeOf(newest);
  return file.endsWith('.ndjson') || !isObjectFile(join(data, file)) ? file : undefined;
}

/** Whether a table already has the same record. `path`: the misplaced file. */
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
 * Returns a free name for a misplaced file, in the folder of the right collection: the same name, if that is free.
 * `endings`: those of the text files that go with it, whose names must be free, too.
 */
function freePlace(
  data: string,
  right: string,
  name: string,
  own: string,
  endings: readonly string[] = [],
): string {
  const isTaken = (to: string) =>
    [to, ...endings.map((ending) => to.replace(/\.json$/, ending))].some(
      (one) => existsSync(join(data, one)) && !isInOtherLetters(data, one, name),
    );
  let to = right + name.slice(own.length);
  for (let n = 1; isTaken(to); n++) to = `${right}/${n === 1 ? '' : `${n}-`}${basename(name)}`;
  return to;
}

/** Whether two names are of one file or folder, on a disk that takes capitals for small letters. */
const isInOtherLetters = (data: string, one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() &&
  statSync(join(data, one)).ino === statSync(join(data, other)).ino;

/** Adds to a finding of an unknown collection which one is meant, and whether that already has the records. */
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
  const more = isThere ? { isThere } : isTaken ? { to: nameBelow(data.folder, to) } : {};
  return { ...finding, args: { ...args, nearest: right.name, ...more } };
}

/** Returns the first records of some files. `isAll`: there is at least one, and nothing else in the files. */
function firstRecords(paths: readonly string[]) {
  const some: { readonly record: JsonObject; readonly path: string }[] = [];
  let isAll = true;
  const more = () => {
    isAll = false;
  };
  for (const path of paths) {
    if (some.length > MOST_RECORDS || statSync(path).size > MOST_BYTES)
      return { some, isAll: false };
    readRecords(
      path,
      ({ value: record }) => {
        if (some.length <= MOST_RECORDS && isObject(record)) some.push({ record, path });
        else more();
      },
      more,
    );
  }
  return { some, isAll: isAll && some.length > 0 && some.length <= MOST_RECORDS };
}
