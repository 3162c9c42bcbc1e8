// Finds records of one side that refer to a record which the other side has removed. Settling such a question keeps the
// removed record, or takes the referring record as the other side has it.
import { keyOf, type RowOf } from '../../engine/link/row-findings.js';
import { NO_ROW } from '../../engine/link/table.js';
import { isId, type JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { referencesById, referencesIn } from '../query/references.js';
import type { CollectionMerge, Merged, Settle, States } from './merge.js';

/** A record of the side `by`, whose field refers to a record that the other side has removed. */
export interface Dangling extends MissingId {
  readonly field: string;
  readonly to: MissingId;
  readonly by: 'mine' | 'theirs';
}

/** A merge that can still be changed. */
interface Draft extends CollectionMerge {
  readonly changed: Map<number, Map<string, JsonObject[string]>>;
  readonly added: Set<number>;
  readonly removed: Set<number>;
}

export interface MergedReferences extends Merged {
  /** The questions that are not settled. */
  readonly dangling: readonly Dangling[];
  /** The keys of records that are not as {@link merge} has them, because a question was settled. */
  readonly settled: ReadonlySet<string>;
}

/** Settles these questions, and returns the merge with what that changes. */
export function withReferences(
  states: States,
  merged: Merged,
  side: ReturnType<Settle>,
): MergedReferences {
  const settled = new Set<string>();
  const drafts = merged.collections.map(
    (one): Draft => ({
      ...one,
      changed: new Map([...one.changed].map(([id, values]) => [id, new Map(values)])),
      added: new Set(one.added),
      removed: new Set(one.removed),
    }),
  );
  const byName = new Map(drafts.map((one) => [one.plan.declared.name, one]));
  const references = new Map<string, ReturnType<typeof referencesById>>();
  for (;;) {
    const dangling = (['mine', 'theirs'] as const).flatMap((by) =>
      danglingOf(states, byName, by, () => memo(references, by, () => referencesById(states[by]))),
    );
    keepCompanions(states, byName);
    const before = settled.size;
    for (const one of dangling) {
      if (side !== undefined && !settled.has(JSON.stringify(one))) {
        settle(states, byName, one, side);
        for (const key of [JSON.stringify(one), keyOf(one), keyOf(one.to)]) settled.add(key);
      }
    }
    if (settled.size === before) return { ...merged, collections: drafts, dangling, settled };
  }
}

/** A record that is kept although one side has removed it keeps its companions, such as the event of a comment. */
function keepCompanions(states: States, drafts: ReadonlyMap<string, Draft>): void {
  for (const [collection, { plan }] of drafts) {
    for (const { collection: of, by } of plan.declared.companions) {
      for (const side of ['mine', 'theirs'] as const) {
        const other = states[side === 'mine' ? 'theirs' : 'mine'];
        for (const { id } of [...removedFrom(states, drafts, side, of)]) {
          const owner = states[side].record(of, id)?.[by];
          if (!isId(owner) || other.record(collection, owner)) continue;
          if (resultOf(states, drafts, { collection, id: owner })) keep(drafts.get(of)!, id, side);
        }
      }
    }
  }
}

function keep({ added, removed }: Draft, id: number, side: Dangling['by']): void {
  if (side === 'mine') removed.delete(id);
  else added.add(id);
}

function danglingOf(
  states: States,
  drafts: ReadonlyMap<string, Draft>,
  by: Dangling['by'],
  references: () => ReturnType<typeof referencesById>,
): Dangling[] {
  const found: Dangling[] = [];
  const isThere = ({ collection, id }: MissingId) => resultOf(states, drafts, { collection, id });
  for (const { collection, id } of removedFrom(states, drafts, by)) {
    for (const from of references().get(keyOf({ collection, id })) ?? []) {
      const one = { collection: from.table.name, id: from.table.ids[from.row]! };
      const record = isThere(one);
      const other = states[by === 'mine' ? 'theirs' : 'mine'].record(one.collection, one.id);
      const path = record && referring(from, record, { collection, id });
      if (path === undefined || (other && referring(from, other, { collection, id }) !== undefined))
        continue;
      found.push({ ...one, field: path.split('/')[1]!, to: { collection, id }, by });
    }
  }
  return found;
}

/** The records that one side has and the result has not. */
function* removedFrom(
  states: States,
  drafts: ReadonlyMap<string, Draft>,
  by: Dangling['by'],
  only?: string,
) {
  for (const [collection, { added, removed }] of drafts) {
    if (only !== undefined && only !== collection) continue;
    if (by === 'mine') for (const id of removed) yield { collection, id };
    else {
      const [base, mine, theirs] = [states.base, states.mine, states.theirs].map((state) =>
        state.table(collection),
      );
      for (const id of base!.ids) {
        if (mine!.rowOf(id) === NO_ROW && theirs!.rowOf(id) !== NO_ROW && !added.has(id))
          yield { collection, id };
      }
    }
  }
}

/** The record as it is in the result of the merge; undefined if it is not in it. */
function resultOf(
  { mine, theirs }: States,
  drafts: ReadonlyMap<string, Draft>,
  { collection, id }: MissingId,
): JsonObject | undefined {
  const { added, changed, removed } = drafts.get(collection)!;
  if (removed.has(id)) return undefined;
  if (added.has(id)) return theirs.record(collection, id);
  const record = mine.record(collection, id);
  return record && { ...record, ...Object.fromEntries(changed.get(id) ?? []) };
}

const referring = ({ table }: RowOf, record: JsonObject, to: MissingId): string | undefined =>
  referencesIn(table.plan, record).find(
    ({ reference, id }) => reference.collection === to.collection && id === to.id,
  )?.path;

function settle(
  { mine, theirs }: States,
  drafts: ReadonlyMap<string, Draft>,
  { collection, id, field, to, by }: Dangling,
  side: 'mine' | 'theirs',
): void {
  const target = drafts.get(to.collection)!;
  if (side === by) {
    keep(target, to.id, by);
    return;
  }
  const own = drafts.get(collection)!;
  if (by === 'theirs') {
    if (!own.added.delete(id)) own.changed.get(id)?.delete(field);
    return;
  }
  const record = theirs.record(collection, id);
  if (!record) own.removed.add(id);
  else if (mine.record(collection, id)) {
    memo(own.changed, id, () => new Map()).set(field, record[field]);
  }
}
