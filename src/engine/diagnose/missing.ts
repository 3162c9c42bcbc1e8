// Finds out how each reference to a missing record can be corrected. Avoids suggesting the id of an unrelated record,
// because data that follows such advice would be valid but wrong.

import { memo } from '../../model/memo.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { FEW, nearIds } from '../../problems/nearest.js';
import type { Remedy } from '../../problems/problem.js';
import { type Across, keyOf, type RowOf, rowKey } from '../link/row-findings.js';
import { NO_ROW, type Table } from '../link/table.js';
import type { PlacedRecords } from './records.js';

/** If more records than this are missing, their ids are not taken for mistyped ids of existing records. */
const MOST_SLIPS = 10_000;
/** At most this many ancestors of a record are looked at. */
const MOST_STEPS = 100;

/** Returns, for each missing record, by its key, how the references to it can be corrected. */
export function remediesOf(
  { findings, followers }: Across,
  records: PlacedRecords,
): ReadonlyMap<string, Remedy> {
  const missing = new Map<string, MissingId & { readonly referring: Referring[] }>();
  for (const { missing: one, place, path } of findings) {
    if (!one) continue;
    const { referring } = memo(missing, keyOf(one), () => ({ ...one, referring: [] }));
    referring.push({ ...records.rowOf(place), path });
  }
  // All missing records of an empty collection have one reason, such as a removed file. Every other missing record has
  // a reason of its own.
  const isEmpty = (collection: string) => records.tables.get(collection)!.rows === 0;
  const reasonOf = (one: MissingId) => (isEmpty(one.collection) ? one.collection : keyOf(one));
  const reasons = new Map<string, MissingReason>();
  for (const [key, one] of missing) {
    const reason = memo(reasons, reasonOf(one), () => ({ ids: 0, rows: new Set(), followers: 0 }));
    reason.ids++;
    reason.followers += followers.get(key) ?? 0;
    for (const row of one.referring) reason.rows.add(rowKey(row));
  }
  const taken: TakenIds = new Map();
  return new Map(
    [...missing].map(([key, { collection, id, referring }]) => {
      const table = records.tables.get(collection)!;
      const name = reasonOf({ collection, id });
      const { ids, rows, followers } = reasons.get(name)!;
      const isSlip = rows.size <= FEW && missing.size <= MOST_SLIPS;
      const near = isSlip ? nearIds(id, (guess) => isFitting(table, guess, referring, taken)) : [];
      const remedy: Remedy = {
        collection,
        id,
        cause: `missing ${name}`,
        referring: rows.size,
        together: ids,
        isCollectionEmpty: isEmpty(collection),
        followers,
        near: near.map((id) => ({ id, name: records.nameOf(table.placeOf(table.rowOf(id))) })),
      };
      return [key, remedy];
    }),
  );
}

/** A record with a reference to a missing record, and the JSON Pointer of this reference. */
interface Referring extends RowOf {
  readonly path: string;
}

/** For each field of references, such as `events comment`, the ids to which the field refers. */
type TakenIds = Map<string, ReadonlySet<number>>;

/**
 * Whether an existing record can be meant instead of a missing one. For example, a comment and its parent must belong
 * to the same post and form no cycle, and a comment must not get a second event.
 */
function isFitting(
  target: Table,
  id: number,
  referring: readonly Referring[],
  taken: TakenIds,
): boolean {
  const row = target.rowOf(id);
  if (row === NO_ROW) return false;
  const { companions } = target.plan.declared;
  return referring.every(({ table, row: from, path }) => {
    const { parent, agreements } = table.plan.declared;
    return (
      agreements.every(({ reference, field }) => {
        return (
          path !== `/${reference}` || table.numbers(field)[from] === target.numbers(field)[row]
        );
      }) &&
      companions.every(({ collection, by }) => {
        if (collection !== table.name || path !== `/${by}`) return true;
        return !memo(taken, `${collection} ${by}`, () => new Set(table.numbers(by))).has(id);
      }) &&
      !(path === `/${parent}` && isBelow(table, parent!, row, from))
    );
  });
}

/** Whether a record is `other` or a descendant of `other`. True, too, if it has too many ancestors to tell. */
function isBelow(table: Table, parent: string, row: number, other: number): boolean {
  const parents = table.numbers(parent);
  let at = row;
  for (let steps = 0; at !== NO_ROW && steps < MOST_STEPS; steps++) {
    if (at === other) return true;
    at = table.rowOf(parents[at]!);
  }
  return at !== NO_ROW;
}

/** What is known of all records that are missing for the same reason. */
interface MissingReason {
  ids: number;
  /** The records that refer to the missing records. */
  readonly rows: Set<string>;
  followers: number;
}
