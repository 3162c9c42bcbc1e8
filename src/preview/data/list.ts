// The lists of the page: records filtered by words and references. Records that readers do not see are marked.
import { setImmediate } from 'node:timers/promises';
import { searchedWords } from '../../editing/query/find.js';
import { matching } from '../../editing/query/matching.js';
import { rowsReferringTo } from '../../editing/query/references.js';
import { visitRecords } from '../../editing/workspace/portal-data.js';
import type { Table } from '../../engine/link/table.js';
import {
  elementOf,
  type Fields,
  fieldAt,
  isId,
  isObject,
  type Json,
  type JsonObject,
  referenceOf,
} from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import type { NamedDto } from '../shapes.js';
import { type DataReading, nameInData, type SoughtText } from './reading.js';

/** The most records on a page of a list. */
const PAGE = 50;
/** After reading this many records for a list, the server answers other requests before it reads more. */
const AT_ONCE = 500;

interface ListView {
  /** The paths of the fields that the list shows in addition to the names of the records. */
  readonly columns: readonly string[];
  readonly byName?: boolean | undefined;
}

/** Which records of a collection are listed. */
export interface ListQuery {
  readonly collection: string;
  /** The words of a search. Each listed record must match all of them. */
  readonly words: string;
  /** Records to which each listed record must refer. */
  readonly of: readonly MissingId[];
  /** Whether only records that readers do not see are listed. */
  readonly onlyDrafts: boolean;
  /** The number of the page. The first one is 1. */
  readonly page: number;
  readonly lang: Language;
}

/** Returns one page of a list. `drafts`: how many records of the whole collection readers do not see. */
export async function listRecords(reading: DataReading, query: ListQuery, view: ListView) {
  const { collection, of, onlyDrafts, lang } = query;
  const { data, plan } = reading;
  const table = data.table(collection);
  const gone = reading.withheld()?.get(collection);
  let rows: readonly number[] = [...table.ids.keys()].filter((row) => isId(table.ids[row]));
  const drafts = rows.filter((row) => gone?.[row]);
  if (onlyDrafts) rows = drafts;
  for (const one of of) {
    const referring = rowsReferringTo(data, one).filter((from) => from.table === table);
    const referringRows = new Set(referring.map(({ row }) => row));
    rows = rows.filter((row) => referringRows.has(row));
  }
  const matches = matching(query.words);
  const texts = matches || view.byName ? await textsOf(reading, table) : [];
  if (matches) rows = rows.filter((row) => matches(texts[row]?.words ?? ''));
  const { compare } = new Intl.Collator(plan.portal.locale?.language, { numeric: true });
  const nameAt = (row: number) => (view.byName ? (texts[row]?.name ?? '') : '');
  rows = rows.toSorted((a, b) => compare(nameAt(a), nameAt(b)) || table.ids[b]! - table.ids[a]!);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(query.page, pages);
  const records = rows.slice((page - 1) * PAGE, page * PAGE).map((row) => {
    const { declared } = table.plan;
    const record = data.recordOf({ table, row });
    return {
      ...{ collection, id: table.ids[row]!, name: nameInData(declared, record) },
      cells: view.columns.map((path) => cellAt(reading, declared.fields, record, path)),
      /** Why readers do not see the record; undefined if they see it. */
      withheld: reading.reasonOf({ table, row }, lang),
    };
  });
  return {
    ...{ count: rows.length, page, pages, drafts: drafts.length, records },
    of: of.map((one) => reading.named(one.collection, one.id)),
  };
}

/** For each row, the record's name, and the words by which it is searched. */
function textsOf(reading: DataReading, table: Table): Promise<readonly SoughtText[]> {
  return memo(reading.texts, table.name, async () => {
    const texts: SoughtText[] = [];
    const rows = [...table.ids.keys()].map((row) => ({ table, row }));
    for (let done = 0; done < rows.length; done += AT_ONCE) {
      visitRecords(reading.data, rows.slice(done, done + AT_ONCE), ({ row }, record) => {
        texts[row] = {
          name: nameInData(table.plan.declared, record),
          words: searchedWords(table.plan, record, reading.names),
        };
      });
      await setImmediate();
    }
    return texts;
  });
}

/** The value at a path, as a list shows it: for references, the names of the records to which they lead. */
function cellAt(
  reading: DataReading,
  fields: Fields,
  record: JsonObject,
  path: string,
): { readonly value: Json } | { readonly named: readonly NamedDto[] } | null {
  const steps = path.split('.');
  const value = steps.reduce<Json | undefined>(
    (at, step) => (isObject(at) ? at[step] : undefined),
    record,
  );
  const type = fieldAt(fields, path)?.type;
  if (value === undefined || value === null || !type) return null;
  const reference = referenceOf(type) ?? referenceOf(elementOf(type));
  if (!reference) return { value };
  const ids = (Array.isArray(value) ? value : [value]).filter(isId);
  return { named: ids.map((id) => reading.named(reference.collection, id)) };
}
