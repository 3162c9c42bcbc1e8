// Turns new, changed and removed records into changes of data files and text files.
import { readFileSync } from 'node:fs';
import { noteRecord } from '../../engine/compile/written.js';
import type { RowOf } from '../../engine/link/row-findings.js';
import type { CollectionPlan } from '../../engine/plan.js';
import { valueAt } from '../../files/source/data-file.js';
import { bytesOfText } from '../../files/source/texts.js';
import { isObject, type Json } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import {
  edited,
  type FileRecords,
  formOf,
  type Home,
  isEditable,
  recordsAt,
  recordsIn,
} from '../format/file-edit.js';
import { recordText } from '../format/record-text.js';
import type { PortalData } from './portal-data.js';
import type { Edit } from './put.js';

/** New values of a record's fields, by name; undefined removes a field. */
export type NewValues = ReadonlyMap<string, Json | undefined>;

/** A record of the data, and its new values; `values` is undefined if the record is to be removed. */
export interface OldRecord extends RowOf {
  readonly values: NewValues | undefined;
}

/** A record to add to a file, which may be new. */
export interface AddedRecord extends Home {
  readonly plan: CollectionPlan;
  readonly id: number;
  readonly text: string;
}

interface EditsOfFile {
  readonly old: (OldRecord & { readonly start: number })[];
  readonly added: AddedRecord[];
}

/** Returns the changes of files. Throws a {@link UsageError} if a record to change cannot be read without loss. */
export function editsOf(
  data: PortalData,
  old: readonly OldRecord[],
  added: readonly AddedRecord[] = [],
): Edit[] {
  const files = new Map<string, EditsOfFile>();
  const inFile = (file: string) => memo(files, file, (): EditsOfFile => ({ old: [], added: [] }));
  for (const one of old) {
    const { file, start } = one.table.placeOf(one.row);
    inFile(file).old.push({ ...one, start });
  }
  for (const one of added) inFile(one.file).added.push(one);
  return [...files].flatMap(([file, edits]) =>
    data.hasFile(file) ? editsIn(data, file, edits) : [newFile(file, edits.added)],
  );
}

function newFile(file: string, added: readonly AddedRecord[]): Edit {
  const { open, between, close } = formOf(added[0]!);
  const texts = [...added].sort((a, b) => a.id - b.id).map(({ text }) => text);
  return { file, before: undefined, after: Buffer.from(open + texts.join(between) + close) };
}

function editsIn(data: PortalData, file: string, { old, added }: EditsOfFile): Edit[] {
  const path = data.pathOf(file);
  const { declared } = (old[0]?.table ?? added[0]!).plan; // a file has records of one collection
  // If records only change in place, the others are not parsed, because that would take long in a large file.
  const isInPlace =
    added.length === 0 &&
    old.every(({ values, table }) => values?.has('id') === false && table.isWhole);
  const records = isInPlace
    ? recordsAt(
        path,
        declared,
        old.map(({ start }) => start),
      )
    : recordsIn(path, declared);
  const { bytes: before } = records;
  const beside: Edit[] = [];
  const changed = new Map<number, string | undefined>();
  const ids = new Map<number, number>();
  for (const { table, values, start } of old) {
    const texts = data.textsOf(file).map((text) => ({ ...text, before: readFileSync(text.path) }));
    if (!values) {
      for (const { name, before } of texts) beside.push({ file: name, before, after: undefined });
      changed.set(start, undefined);
      continue;
    }
    const own = new Map(values);
    for (const { field, name, before } of texts) {
      if (!own.has(field)) continue;
      const value = own.get(field);
      const after = typeof value === 'string' ? bytesOfText(value) : undefined;
      // A text that cannot be in a text file is written into the record.
      if (after || value === undefined) own.delete(field);
      beside.push({ file: name, before, after });
    }
    if (own.size === 0) continue;
    const text = valueAt({ bytes: before, end: before.length }, start);
    const layout = records.isSingle ? 'expanded' : 'line';
    const old: Json = JSON.parse(text);
    if (!isObject(old)) continue;
    noteRecord(declared, old, text);
    const now = Object.fromEntries([...Object.entries(old), ...own]);
    changed.set(start, recordText(now, table.plan.fields, layout));
    if (own.has('id')) ids.set(start, Number(own.get('id')));
  }
  if (changed.size + added.length === 0) return beside;
  const moved = movesToId(records, ids)
    ? [...ids].map(([start, id]) => ({ id, text: changed.get(start)! }))
    : [];
  if (moved.length > 0) for (const start of ids.keys()) changed.set(start, undefined);
  const edits = { changed, added: [...added, ...moved] };
  if (!isEditable(file, records, edits)) throw data.unreadable(file);
  const after = edited(file, records, edits);
  return [{ file, before, after }, ...beside];
}

/**
 * Whether records move within their file when their ids change. They do if the file is sorted by id, but not as long as
 * an id in the file is used twice: `check` has shown the user the lines of both records.
 */
function movesToId({ records, isSingle }: FileRecords, news: ReadonlyMap<number, number>): boolean {
  const isOrdered = records.every(({ id }, i) => i === 0 || records[i - 1]!.id <= id);
  const ids = new Set(records.map(({ id, start }) => news.get(start) ?? id));
  return !isSingle && isOrdered && ids.size === records.length;
}
