// The three-way merge of the origin's last state (was), the data (mine), and the origin's state now (theirs), by record
// and by field. Out: what to do with which record.
//
// |                      | the origin did not change it | the origin changed it      |
// |----------------------|------------------------------|----------------------------|
// | no editor changed it | it stays                     | it is taken                |
// | an editor changed it | it stays                     | both alike: it stays; else |
// |                      |                              | it stays, as a conflict    |
//
// "It" is a field of a record that both sides have, otherwise the record as a whole, which also changes by being added
// or removed. In the state for the next import, what is in conflict stays as it was, so that the next import meets the
// same conflict again.
import { NO_ROW, type Table } from '../../engine/link/table.js';
import type { Plan } from '../../engine/plan.js';
import type { Json, JsonObject } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';
import type { FieldTexts, Reader } from './reader.js';

/** The three sides of a merge. */
export interface Sides {
  readonly was: Reader;
  readonly mine: Reader;
  readonly theirs: Reader;
}

/** What becomes of conflicts: the data is kept or the origin's values are taken, for good. Without it, they are told. */
export type Settle = 'keep' | 'take';

/** A record of the data to be changed. */
export interface Changed {
  readonly row: number;
  /** The new values; undefined removes a field. */
  readonly values: ReadonlyMap<string, Json | undefined>;
}

/** The changes to the records of a collection. */
export interface CollectionMerge {
  readonly mine: Table;
  readonly theirs: Table;
  readonly changed: readonly Changed[];
  /** Rows of `theirs`. */
  readonly added: readonly number[];
  /** Rows of `mine`. */
  readonly removed: readonly number[];
  /** By id: records that the next state has otherwise than `theirs`; undefined for one that it lacks. */
  readonly unsettled: ReadonlyMap<number, JsonObject | undefined>;
}

export interface ImportConflict {
  /** `field`: both changed it; `there`: the origin removed the record; `here`: the data does not have it. */
  readonly kind: 'field' | 'there' | 'here';
  readonly collection: string;
  readonly id: number;
  readonly field?: string;
  /** The origin's value, shortened; undefined if it has none. */
  readonly origin?: string | undefined;
}

export interface Merged {
  readonly collections: readonly CollectionMerge[];
  readonly conflicts: readonly ImportConflict[];
}

/** Compares all records. */
export function merge(plan: Plan, sides: Sides, settle: Settle | undefined): Merged {
  const conflicts: ImportConflict[] = [];
  const collections = plan.collections.map(({ declared: { name } }) =>
    mergeCollection(name, sides, settle, conflicts),
  );
  return { collections, conflicts };
}

type Decision = 'stays' | 'taken' | 'conflict';

/** The table at the top of this file. */
function verdict(settle: Settle | undefined, isMine: boolean, isTheirs: boolean): Decision {
  if (!isTheirs) return 'stays';
  if (!isMine || settle === 'take') return 'taken';
  return settle === 'keep' ? 'stays' : 'conflict';
}

function mergeCollection(
  collection: string,
  sides: Sides,
  settle: Settle | undefined,
  conflicts: ImportConflict[],
): CollectionMerge {
  const table = ({ data }: Reader) => data.table(collection);
  const [was, mine, theirs] = [table(sides.was), table(sides.mine), table(sides.theirs)];
  const changed: Changed[] = [];
  const added: number[] = [];
  const removed: number[] = [];
  const unsettled = new Map<number, JsonObject | undefined>();
  const lastRecord = (id: number) => {
    const row = was.rowOf(id);
    return row === NO_ROW ? undefined : sides.was.record(was, row);
  };
  for (const id of [...new Set([...was.ids, ...theirs.ids])].sort((a, b) => a - b)) {
    const rows = { was: was.rowOf(id), mine: mine.rowOf(id), theirs: theirs.rowOf(id) };
    const before = rows.was === NO_ROW ? undefined : sides.was.written(was, rows.was);
    // Two forms that mean the same: with its defaults as they are written, and without them.
    const forms =
      rows.mine === NO_ROW
        ? []
        : [sides.mine.written(mine, rows.mine), sides.mine.thinned(mine, rows.mine)];
    const now = rows.theirs === NO_ROW ? undefined : sides.theirs.written(theirs, rows.theirs);
    if (forms.length > 0 && now) {
      const fields = mergeFields(before, forms, now, settle);
      const record = sides.theirs.record(theirs, rows.theirs);
      if (fields.taken.length > 0) {
        const values = new Map(fields.taken.map((field) => [field, record[field]]));
        changed.push({ row: rows.mine, values });
      }
      if (fields.disputed.length === 0) continue;
      for (const field of fields.disputed) {
        conflicts.push({ kind: 'field', collection, id, field, origin: quoted(record[field]) });
      }
      unsettled.set(id, withFieldsOf(record, lastRecord(id), fields.disputed));
      continue;
    }
    const isMine =
      before === undefined ? forms.length > 0 : !forms.some((form) => isSame(form, before));
    const isTheirs = before === undefined || now === undefined || !isSame(now, before);
    const decided = verdict(settle, isMine, isTheirs);
    if (decided === 'conflict' && (forms.length > 0 || now)) {
      conflicts.push({ kind: now ? 'here' : 'there', collection, id });
      unsettled.set(id, lastRecord(id));
    } else if (decided === 'taken') {
      if (now) added.push(rows.theirs);
      else if (forms.length > 0) removed.push(rows.mine);
    }
  }
  return { mine, theirs, changed, added, removed, unsettled };
}

/** The fields that get the origin's values, and those in conflict. */
function mergeFields(
  before: FieldTexts | undefined,
  forms: readonly FieldTexts[],
  now: FieldTexts,
  settle: Settle | undefined,
): { readonly taken: readonly string[]; readonly disputed: readonly string[] } {
  const [taken, disputed]: [string[], string[]] = [[], []];
  const names = new Set([now, forms[0]!, before ?? now].flatMap((side) => [...side.keys()]));
  for (const field of names) {
    const [was, their] = [before?.get(field), now.get(field)];
    const mine = forms.map((form) => form.get(field));
    if (mine.includes(their)) continue;
    const decided = verdict(settle, !mine.includes(was), was !== their);
    if (decided === 'taken') taken.push(field);
    else if (decided === 'conflict') disputed.push(field);
  }
  return { taken, disputed };
}

const isSame = (a: FieldTexts, b: FieldTexts): boolean =>
  a.size === b.size && [...a].every(([field, text]) => b.get(field) === text);

/** A record with some fields as another one has them. */
function withFieldsOf(
  record: JsonObject,
  other: JsonObject | undefined,
  fields: readonly string[],
): JsonObject {
  const changed: Record<string, Json | undefined> = { ...record };
  for (const field of fields) {
    const value = other?.[field];
    if (value === undefined) delete changed[field];
    else changed[field] = value;
  }
  return changed;
}

const quoted = (value: Json | undefined) => (value === undefined ? undefined : quote(value));
