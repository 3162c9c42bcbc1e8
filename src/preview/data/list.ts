// The lists of the page: the present records of a collection, filtered by words or references. Records that readers
// do not see are marked.
import { setImmediate } from 'node:timers/promises';
import { wordsOf } from '../../editing/query/matching.js';
import { referencesIn, rowsReferringTo } from '../../editing/query/references.js';
import { visitRecords } from '../../editing/workspace/portal-data.js';
import type { Table } from '../../engine/link/table.js';
import {
  elementOf,
  type Field,
  type Fields,
  isId,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { fold } from '../../model/fold.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import type { CellDto, ListDto, ListedDto } from '../browser/dto.js';
import { type DataReading, nameInData, rowsOf } from './reading.js';

/** Records on a page of a list. */
const PAGE = 50;
/** While texts are collected for a search, other requests get a turn after this many records. */
const AT_ONCE = 500;

/** The wanted records of a collection. */
export interface ListQuery {
  readonly collection: string;
  /** Words that each record must contain. */
  readonly words: string;
  /** Records to which each record must refer. */
  readonly of: readonly MissingId[];
  /** Whether only records that readers do not see are listed. */
  readonly onlyDrafts: boolean;
  /** From 1. */
  readonly page: number;
  readonly lang: Language;
}

/** One page of a list. `columns`: the paths of the fields to show besides names. */
export async function listRecords(
  reading: DataReading,
  query: ListQuery,
  {
    columns,
    byName = false,
  }: { readonly columns: readonly string[]; readonly byName?: boolean | undefined },
): Promise<ListDto> {
  const { collection, of, onlyDrafts, lang } = query;
  const table = reading.data.table(collection);
  const gone = reading.withheld()?.get(collection);
  let rows: readonly number[] = [...table.ids.keys()].filter((row) => isId(table.ids[row]));
  const drafts = rows.filter((row) => gone?.[row]);
  if (onlyDrafts) rows = drafts;
  for (const one of of) {
    const referring = rowsReferringTo(reading.data, one).filter((from) => from.table === table);
    const referringRows = new Set(referring.map(({ row }) => row));
    rows = rows.filter((row) => referringRows.has(row));
  }
  rows = await withWords(reading, table, rows, query.words);
  const { language } = reading.plan.portal.locale ?? {};
  const { compare } = new Intl.Collator(language, { numeric: true });
  const order = byName ? namesOf(reading, table) : [];
  rows = [...rows].sort(
    (a, b) => compare(order[a] ?? '', order[b] ?? '') || table.ids[b]! - table.ids[a]!,
  );
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(query.page, pages);
  const shown = rows.slice((page - 1) * PAGE, page * PAGE).map((row) => ({ table, row }));
  const listed = new Map<number, ListedDto>();
  visitRecords(reading.data, shown, (one, record) => {
    const reason = reading.reasonOf(one, lang);
    listed.set(one.row, {
      ...{ collection, id: table.ids[one.row]!, name: nameInData(table.plan.declared, record) },
      cells: columns.map((path) => cellAt(reading, table.plan.declared.fields, record, path)),
      ...(reason && { withheld: reason }),
    });
  });
  return {
    ...{ count: rows.length, page, pages, drafts: drafts.length },
    of: of.map((one) => reading.named(one.collection, one.id)),
    records: shown.flatMap(({ row }) => listed.get(row) ?? []),
  };
}

/** Returns the rows whose records contain each word of a query, in any of its forms. */
async function withWords(
  reading: DataReading,
  table: Table,
  rows: readonly number[],
  query: string,
): Promise<readonly number[]> {
  const words = wordsOf(query);
  if (words.length === 0) return rows;
  const texts = await textsOf(reading, table);
  return rows.filter((row) => words.every((holds) => holds(texts[row] ?? '')));
}

/** The texts in which a search looks, by row: texts without tags, numbers, and the names of referenced records. */
function textsOf(reading: DataReading, table: Table): Promise<readonly string[]> {
  return kept(reading, `texts of ${table.name}`, async () => {
    const texts: string[] = [];
    const rows = rowsOf(table);
    for (let done = 0; done < rows.length; done += AT_ONCE) {
      visitRecords(reading.data, rows.slice(done, done + AT_ONCE), ({ row }, record) => {
        const own = ownTexts(record, table.plan.declared.fields);
        const named = referencesIn(table.plan, record).map(({ reference, id }) =>
          reading.nameOf(reference.collection, id),
        );
        texts[row] = fold([...own, ...named].join('\n'));
      });
      await setImmediate();
    }
    return texts;
  });
}

/** The names of all records, by row, in the form in which they are sorted. */
function namesOf(reading: DataReading, table: Table): readonly string[] {
  return kept(reading, `names of ${table.name}`, () => {
    const names: string[] = [];
    visitRecords(reading.data, rowsOf(table), ({ row }, record) => {
      names[row] = nameInData(table.plan.declared, record);
    });
    return names;
  });
}

function kept<T>({ kept }: DataReading, name: string, make: () => T): T {
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T; // each name is used by one function
}

const ownTexts = (value: JsonObject, fields: Fields): string[] =>
  Object.entries(value).flatMap(([name, own]) => textsIn(own, fields[name]?.type));

function textsIn(value: Json | undefined, type?: Type): string[] {
  if (type?.kind === 'reference') return [];
  if (typeof value === 'string') return [value.replaceAll(/<[^<>]*>/g, ' ')];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, elementOf(type)));
  return isObject(value) ? ownTexts(value, partOf(type) ?? {}) : [];
}

/** The value at a path, as a list shows it. */
function cellAt(reading: DataReading, fields: Fields, record: JsonObject, path: string): CellDto {
  const [name = '', ...below] = path.split('.');
  const value = record[name] ?? null;
  const field: Field | undefined = fields[name];
  if (value === null || !field) return null;
  if (below.length > 0) {
    return isObject(value)
      ? cellAt(reading, partOf(field.type) ?? {}, value, below.join('.'))
      : null;
  }
  const reference = referenceOf(field.type) ?? referenceOf(elementOf(field.type));
  if (!reference) return { value };
  const ids = (Array.isArray(value) ? value : [value]).filter(isId);
  return { named: ids.map((id) => reading.named(reference.collection, id)) };
}
