// Finds the references in a record, and the references to a record.

import { keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import type { CollectionPlan, Plan } from '../../engine/plan.js';
import { innerValues } from '../../engine/shard/inner.js';
import { isId, type JsonObject, type Reference } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { pointerStep } from '../../problems/problem.js';
import { type PortalData, type shownName, visitRecords } from '../workspace/portal-data.js';
import { type RecordSubject, subjectsOf } from './subject.js';

/**
 * Visits each reference: the collection and id to which it leads (that record may be missing), and the row that has it.
 */
function eachReference(
  { derivation: { tables } }: PortalData,
  visit: (collection: string, id: number, from: RowOf) => void,
): void {
  for (const table of tables.values()) {
    const { references, inner } = table.plan;
    for (const { field, reference } of references) {
      table.numbers(field).forEach((id, row) => {
        if (id > 0) visit(reference.collection, id, { table, row });
      });
    }
    const { which, row, id } = table.inner;
    for (let i = 0; i < id.length; i++) {
      visit(inner[which[i]!]!.reference.collection, id[i]!, { table, row: row[i]! });
    }
  }
}

/** The rows that refer to a record, by the record's collection and id. */
export function referencesById(data: PortalData): ReadonlyMap<string, readonly RowOf[]> {
  const rows = new Map<string, RowOf[]>();
  eachReference(data, (collection, id, from) => {
    memo(rows, keyOf({ collection, id }), () => []).push(from);
  });
  return rows;
}

/** A reference in a record, and the id of the record to which it leads. */
interface RecordReference {
  readonly reference: Reference;
  readonly id: number;
  /** The place of the reference in the record, as a JSON Pointer: `/work_regions/0`. */
  readonly path: string;
  /** The field of the record; undefined if the reference is inside a list or an object. */
  readonly field: string | undefined;
}

/** The references in a record, also those inside lists and objects. */
export function referencesIn(plan: CollectionPlan, record: JsonObject): RecordReference[] {
  const own = plan.references.flatMap(({ field, reference }): RecordReference[] => {
    const id = record[field];
    return isId(id) ? [{ reference, id, path: pointerStep(field), field }] : [];
  });
  const inner = plan.inner.flatMap(({ reference, steps }) =>
    innerValues(record, steps).map((found) => ({ ...found, reference, field: undefined })),
  );
  return [...own, ...inner];
}

/** A record that refers to another record, and the reference in it. */
export interface Referrer extends RowOf, RecordSubject {
  readonly reference: Reference;
  /** The JSON Pointer of the reference in the record that has it. */
  readonly path: string;
}

/** The references to a record, sorted by the collection, file and line of the records that have them. */
export function referrersOf(
  data: PortalData,
  folders: Parameters<typeof shownName>[0],
  { collection, id }: MissingId,
): Referrer[] {
  const isWanted = (named: string, wanted: number) => wanted === id && named === collection;
  return referrersIn(data, folders, rowsReferringTo(data, { collection, id }), isWanted);
}

/** The rows of the records that refer to a record. Each row occurs once. */
export function rowsReferringTo(data: PortalData, { collection, id }: MissingId): RowOf[] {
  const rows = new Map<string, RowOf>();
  eachReference(data, (named, wanted, from) => {
    if (wanted === id && named === collection) rows.set(rowKey(from), from);
  });
  return [...rows.values()];
}

/** The references in the records `rows` that lead to wanted records, sorted by collection, file and line. */
export function referrersIn(
  data: PortalData,
  folders: Parameters<typeof shownName>[0],
  rows: readonly RowOf[],
  isWanted: (collection: string, id: number) => boolean,
): Referrer[] {
  const found: (RowOf & Pick<Referrer, 'reference' | 'path'>)[] = [];
  visitRecords(data, rows, ({ table, row }, record) => {
    for (const { reference, id, path } of referencesIn(table.plan, record)) {
      if (isWanted(reference.collection, id)) found.push({ table, row, reference, path });
    }
  });
  return subjectsOf(data, folders, found);
}

/**
 * Throws a {@link UsageError} if some records cannot be read in the collection `of`, or in one that refers to it,
 * directly or through others: these records, too, may have to be removed or changed.
 */
export function mustReadReferrers({ collections }: Plan, data: PortalData, of: string): void {
  const reached = new Set([of]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { declared, references, inner } of collections) {
      const all = [...references, ...inner];
      if (all.some(({ reference }) => reached.has(reference.collection)))
        reached.add(declared.name);
    }
  }
  for (const name of reached) data.mustBeWhole(name);
}
