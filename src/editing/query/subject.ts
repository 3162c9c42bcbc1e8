// Finds the record that a command is about. The user names the collection and the record's id or name.
import type { RowOf } from '../../engine/link/row-findings.js';
import { NO_ROW, type Table } from '../../engine/link/table.js';
import type { Plan } from '../../engine/plan.js';
import { placeFindings } from '../../files/source/places.js';
import { type Collection, recordName, shortened } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';
import { memo } from '../../model/memo.js';
import { findingTexts, withHint } from '../../problems/in-words.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { chooseForMissing } from '../../problems/messages/choose.js';
import { nearest, nearIds } from '../../problems/nearest.js';
import { type RecordPlace, refused, UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { sentence, type Text } from '../../problems/say.js';
import {
  type DataSettings,
  type PortalData,
  shownName,
  visitRecords,
} from '../workspace/portal-data.js';
import { RecordNameIndex } from './names.js';

/** The collection with a name such as `vacancies` or `vacancy`. Throws a {@link UsageError} if there is none. */
export function collectionNamed({ collections }: Portal, name: string): Collection {
  const found = collections.find((one) => one.name === name || one.singular === name);
  if (found) return found;
  const singulars = collections.map(({ singular }) => singular);
  const near = nearest(name, [...singulars, ...collections.map(({ name }) => name)]);
  const hint =
    near === undefined
      ? sentence('there are {known}', { known: singulars.join(', ') })
      : sentence('did you mean {name}?', { name: near });
  throw refused('there is no collection {name}; {hint}', { name: quote(name), hint });
}

/** The record that the user asked for. `of`: its collection, as `vacancies` or `vacancy`. `id`: its id or name. */
export interface RecordQuery {
  readonly of: string;
  readonly id: number | string;
}

/**
 * The collection and id of a record, which need not exist. Throws a {@link UsageError} for an unknown or unclear name.
 */
export function resolveRecord(
  plan: Plan,
  data: PortalData,
  { of, id: asked }: RecordQuery,
): MissingId {
  const collection = collectionNamed(plan.portal, of).name;
  if (typeof asked === 'number') return { collection, id: asked };
  const meant = new RecordNameIndex(plan, data).meant(collection, asked);
  if (typeof meant === 'number') return { collection, id: meant };
  const [first = '', ...others] = meant;
  throw new UsageError(first, others);
}

/** Returns the row and the id of a record. Throws a {@link UsageError} if the record does not exist. */
export function resolveRow(
  plan: Plan,
  data: PortalData,
  asked: RecordQuery,
): RowOf & { readonly id: number } {
  const wanted = resolveRecord(plan, data, asked);
  const one = rowOf(data, wanted);
  if (!one) throw new UsageError(missing(data, wanted));
  return { ...one, id: wanted.id };
}

/** Does the same as {@link resolveRow}, but also throws a {@link UsageError} if several records have this id. */
export function resolveOnlyRow(...asked: Parameters<typeof resolveRow>) {
  const one = resolveRow(...asked);
  mustHaveUniqueIds(asked[1], [one]);
  return one;
}

/** Throws a {@link UsageError} if another record has the id of one of these, because references to it are ambiguous. */
export function mustHaveUniqueIds(data: PortalData, rows: readonly RowOf[]): void {
  const copies = new Map<Table, Float64Array>();
  for (const { table, row } of rows) {
    const taken = memo(copies, table, () => table.ids.filter((_, other) => table.isCopy(other)));
    const id = table.ids[row]!;
    const count = 1 + taken.filter((other) => other === id).length;
    if (count === 1) continue;
    const values = { count, id, collection: table.name, command: data.checking };
    throw refused(
      '{count} records of {collection} have the id {id}: `{command}` says what to do',
      values,
    );
  }
}

/** A record with its name and place, for messages. */
export interface RecordSubject extends MissingId {
  /** The word for one record of its collection, such as `vacancy`. */
  readonly singular: string;
  readonly name: string | undefined;
  /** The name of its file, relative to the working folder. */
  readonly file: string;
  readonly line: number;
}

/**
 * Returns records with their names and places, sorted by collection, file and line. The place is that of the value at
 * `path`, a JSON Pointer in the record; without `path`, that of the record.
 */
export function subjectsOf<T extends RowOf & { readonly path?: string }>(
  data: PortalData,
  folders: Pick<DataSettings, 'cwd' | 'data'>,
  rows: readonly T[],
): (T & RecordSubject)[] {
  const byFile = new Map<string, { one: T; record: JsonObject; place: RecordPlace }[]>();
  visitRecords(data, rows, (one, record, place) => {
    memo(byFile, place.file, () => []).push({ one, record, place });
  });
  return [...byFile]
    .flatMap(([file, own]) => {
      const places = placeFindings(
        data.pathOf(file),
        own.map(({ one, place }) => ({ place, path: one.path ?? '' })),
      );
      const subjects = own.map(({ one, record }, i) => {
        const { name: collection, ids, plan } = one.table;
        const names = {
          singular: plan.declared.singular,
          name: recordLabel(plan.declared, record),
        };
        const place = { file: shownName(folders, file), line: places[i]!.line };
        return { ...one, collection, id: ids[one.row]!, ...names, ...place };
      });
      return subjects.sort((a, b) => a.line - b.line);
    })
    .sort((a, b) => a.table.plan.index - b.table.plan.index); // `sort` is stable, so files and lines keep their order
}

/** The row of a record; undefined if the record does not exist. */
export function rowOf(data: PortalData, { collection, id }: MissingId): RowOf | undefined {
  const table = data.table(collection);
  const row = table.rowOf(id);
  return row === NO_ROW ? undefined : { table, row };
}

/** The message that a record does not exist. It may suggest similar ids. */
export function missing(data: PortalData, wanted: MissingId): Text {
  const { collection, id } = wanted;
  const table = data.table(collection);
  const { declared } = table.plan;
  const { message } = findingTexts('dangling-reference', wanted);
  if (table.mayHold(id) || data.isUnreadIn(collection)) {
    const values = { command: data.checking };
    const hint = sentence('it may be in data that cannot be read: `{command}` shows where', values);
    return withHint({ message, hint });
  }
  const near = nearIds(id, (guess) => table.rowOf(guess) !== NO_ROW).map((id) => {
    const record = data.record(collection, id);
    return { id, name: record && recordName(declared, record) };
  });
  if (near.length === 0) return message;
  const record = { ...wanted, referring: 0, together: 1, followers: 0, isCollectionEmpty: false };
  return withHint({ message, hint: chooseForMissing({ ...record, near }) });
}

/** The name of a record. If it has no name: the beginning of its first text, or undefined. */
export function recordLabel(declared: Collection, record: JsonObject): string | undefined {
  const name = recordName(declared, record);
  if (name !== undefined) return name;
  for (const [field, { type }] of Object.entries(declared.fields)) {
    const value = record[field];
    if (type.kind !== 'text' || typeof value !== 'string') continue;
    const text = shortened(type.html ? textOfMarkup(value) : value);
    if (text !== '') return text;
  }
  return undefined;
}
