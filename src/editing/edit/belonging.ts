// Finds the companions of a record: the records that `new` makes with it, such as the event of a comment. If several
// records have the same id, the values of a companion tell to which of them it belongs.
import { type RowOf, rowKey } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import { type Companion, companionFields } from '../../model/collection.js';
import type { JsonObject } from '../../model/fields.js';
import type { PortalData } from '../workspace/portal-data.js';

/** All rows with an id, sorted by file and place. After a merge of two branches, there may be more than one. */
export function rowsOf(table: Table, id: number): RowOf[] {
  const rows = [...table.ids.keys()].filter((row) => table.ids[row] === id);
  return table.inPlace(rows).map((row) => ({ table, row }));
}

/** The other rows with the same id. */
export const sharing = ({ table, row }: RowOf): RowOf[] =>
  rowsOf(table, table.ids[row]!).filter((other) => other.row !== row);

interface Companions {
  readonly own: readonly RowOf[];
  /**
   * Companions that the record shares with other records that have the same id. (Git merges equal lines into one.)
   */
  readonly shared: readonly { readonly companion: Companion; readonly row: RowOf }[];
  /** The rows that are companions of the other records with the same id, also those that are shared. */
  readonly ofOthers: readonly RowOf[];
}

export function companionsOf(data: PortalData, one: RowOf): Companions {
  const own: RowOf[] = [];
  const shared: { companion: Companion; row: RowOf }[] = [];
  const ofOthers: RowOf[] = [];
  const others = sharing(one);
  for (const companion of one.table.plan.declared.companions) {
    const fitting = fittingTo(data, one, companion);
    const fittingOthers = others.flatMap((row) => fittingTo(data, row, companion));
    const theirs = new Set(fittingOthers.map(rowKey));
    const sure = fitting.find((row) => !theirs.has(rowKey(row)));
    // If there are enough equal companions for all records with this id, this record gets the last one.
    const last = fitting.length > others.length ? fitting.at(-1) : undefined;
    const mine = sure ?? last;
    if (mine) own.push(mine);
    else if (fitting[0]) shared.push({ companion, row: fitting[0] });
    ofOthers.push(...fittingOthers.filter((row) => !mine || rowKey(row) !== rowKey(mine)));
  }
  return { own, shared, ofOthers };
}

/** The rows that may be the companion of a record, because they have the values that `new` gives to its companion. */
function fittingTo(data: PortalData, owner: RowOf, companion: Companion): RowOf[] {
  const table = data.table(companion.collection);
  const id = owner.table.ids[owner.row]!;
  const referring = table.numbers(companion.by);
  const rows = [...referring.keys()].filter((row) => referring[row] === id);
  const wanted = fieldsOf(data, owner, companion);
  const all = table.inPlace(rows).map((row): RowOf => ({ table, row }));
  return all.filter((row) => wanted && hasValues(data.recordOf(row), wanted));
}

/** The values that `new` gives to the companion of a record. `to`: the new id of the record, if it gets one. */
export function fieldsOf(
  data: PortalData,
  { table, row }: RowOf,
  companion: Companion,
  to?: number,
) {
  const record = { ...data.recordOf({ table, row }), ...(to && { id: to }) };
  return companionFields(companion, table.plan, record, data.find);
}

/** Whether a record has all of these values; a missing field counts as null. */
export function hasValues(record: JsonObject, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => {
    return JSON.stringify(record[name] ?? null) === JSON.stringify(value ?? null);
  });
}
