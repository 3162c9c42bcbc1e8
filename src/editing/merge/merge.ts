// Merges what two sides did to the same data. Compares three states of each record and of each field: the state from
// which both sides began (`base`), and what they made of it (`mine`, `theirs`). In which file a record is, and how it
// is written there, does not matter. The result says how to change `mine`:
//
// |                     | they did not change it | they changed it                        |
// |---------------------|------------------------|----------------------------------------|
// | I did not change it | it stays               | theirs is taken                        |
// | I changed it        | it stays               | a conflict, unless both are the same   |
//
// "It" is a field, if both sides have the record. Otherwise it is the whole record, which one side has added or removed.
import { inWriting } from '../../engine/compile/written.js';
import type { CollectionPlan, Plan } from '../../engine/plan.js';
import { canonical } from '../../model/canonical.js';
import {
  type Field,
  type Fields,
  isObject,
  type Json,
  type JsonObject,
  partOf,
} from '../../model/fields.js';
import { thin } from '../format/thin.js';
import type { NewValues } from '../workspace/edits.js';
import type { PortalData } from '../workspace/portal-data.js';
import { differingIds } from './differing.js';

/** Something in three states. */
export interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** All data in three states. */
export type States = Three<PortalData>;

/** What both sides changed, and not to the same: the values of a field, or the record that one side has removed. */
export type Conflict = { readonly collection: string; readonly id: number } & (
  | ({ readonly field: string } & Three<Json | undefined>)
  | ({ readonly field?: undefined } & Three<JsonObject | undefined>)
);

/** Settles a conflict. Undefined leaves it unsettled: then the value stays as in `mine`. */
export type Settle = (conflict: Conflict) => 'mine' | 'theirs' | undefined;

/** The changes to the records of a collection in `mine`. */
export interface CollectionMerge {
  readonly plan: CollectionPlan;
  readonly changed: ReadonlyMap<number, NewValues>;
  /** The ids of records that are copied from `theirs`. */
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

/** How many records of a collection a merge adds to `mine`, changes and removes. */
export interface RecordCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** The side that settles all conflicts, by what the flag `--conflicts` says. */
export const SIDES = { keep: 'mine', take: 'theirs' } as const;

export interface Merged {
  readonly collections: readonly CollectionMerge[];
  /** The conflicts that were not settled. */
  readonly conflicts: readonly Conflict[];
}

/** Merges all records. Records that both sides have added with the same id count as the same record. */
export function merge(plan: Plan, states: States, settle: Settle = () => undefined): Merged {
  const conflicts: Conflict[] = [];
  const ask: Settle = (conflict) => {
    const side = settle(conflict);
    if (side === undefined) conflicts.push(conflict);
    return side;
  };
  const collections = plan.collections.map((one) => mergeCollection(one, states, ask));
  return { collections, conflicts };
}

function mergeCollection(plan: CollectionPlan, states: States, ask: Settle): CollectionMerge {
  const { name: collection } = plan.declared;
  const changed = new Map<number, NewValues>();
  const added = new Set<number>();
  const removed = new Set<number>();
  // Most records did not change there. Then `mine` need not be read. A record that only `mine` has stays.
  for (const id of differingIds(states.base, states.theirs, collection)) {
    const textsOf = (record: JsonObject | undefined) => record && fieldTexts(record, plan.fields);
    const [base, theirs] = [states.base, states.theirs].map((state) =>
      state.record(collection, id),
    );
    if (canonical(textsOf(base)) === canonical(textsOf(theirs))) continue;
    const mine = states.mine.record(collection, id);
    const records = { base, mine, theirs };
    const texts = each(records, textsOf);
    if (mine && theirs) {
      const names = new Set(Object.values(texts).flatMap((side) => Object.keys(side ?? {})));
      const taken = [...names].flatMap((field): [string, Json | undefined][] => {
        const values = each(records, (record) => record?.[field]);
        let merged: Json | undefined;
        const isTheirs = isTaken(
          each(texts, (side) => side?.[field]),
          () => {
            merged = mergedPart(values, plan.fields[field]);
            return merged ? 'mine' : ask({ collection, id, field, ...values });
          },
        );
        return isTheirs || merged ? [[field, merged ?? theirs[field]]] : [];
      });
      if (taken.length > 0) changed.set(id, new Map(taken));
    } else if (
      isTaken(
        each(texts, (side) => side && canonical(side)),
        () => ask({ collection, id, ...records }),
      )
    ) {
      (theirs ? added : removed).add(id);
    }
  }
  return { plan, changed, added, removed };
}

/** The counts of the collections that a merge changes. */
export function countsOf({ collections }: Pick<Merged, 'collections'>) {
  return Object.fromEntries(
    collections.flatMap(({ plan, added, changed, removed }): [string, RecordCounts][] => {
      const counts = { added: added.size, changed: changed.size, removed: removed.size };
      const isAny = Object.values(counts).some((count) => count > 0);
      return isAny ? [[plan.declared.name, counts]] : [];
    }),
  );
}

/** Decides by the table at the top of this file. The value undefined is one that is missing. */
function isTaken(
  { base, mine, theirs }: Three<string | undefined>,
  ask: () => ReturnType<Settle>,
): boolean {
  if (theirs === base || theirs === mine) return false;
  return mine === base || ask() === 'theirs';
}

/** Merges an object in a record field by field. Undefined if it is none, or both sides changed a field of it. */
function mergedPart(
  { base = {}, mine, theirs }: Three<Json | undefined>,
  field: Field | undefined,
): JsonObject | undefined {
  if (!partOf(field?.type) || ![base, mine, theirs].every(isObject)) return undefined;
  const sides = { base, mine, theirs } as Three<JsonObject>;
  const merged: Record<string, Json | undefined> = { ...sides.mine };
  for (const name of Object.keys({ ...sides.base, ...sides.mine, ...sides.theirs })) {
    const texts = each(sides, (side) => canonical(inWriting(side[name] ?? null)));
    let isAsked = false;
    const ask = () => {
      isAsked = true;
      return undefined;
    };
    if (isTaken(texts, ask)) merged[name] = sides.theirs[name];
    if (isAsked) return undefined;
  }
  return merged;
}

/**
 * The fields of a record, each as a JSON text. Equal values have equal texts, and a value that is the default counts as
 * missing.
 */
export function fieldTexts(record: JsonObject, fields: Fields): Readonly<Record<string, string>> {
  // Values that a build takes from other records are left as they are.
  const thinned = thin(
    record,
    fields,
    () => true,
    () => undefined,
  );
  const own = Object.entries(thinned).filter(([name]) => name !== 'id');
  return Object.fromEntries(
    own.map(([name, value]) => [name, canonical(inWriting(value ?? null))]),
  );
}

const each = <T, R>({ base, mine, theirs }: Three<T>, work: (one: T) => R): Three<R> => ({
  base: work(base),
  mine: work(mine),
  theirs: work(theirs),
});
