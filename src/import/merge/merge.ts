// Compares three states of each record and each field: the portal at the last import (`was`), the data (`mine`) and the
// portal now (`theirs`). Decides what to do:
//
// |                      | the portal did not change it | the portal changed it                          |
// |----------------------|------------------------------|------------------------------------------------|
// | no editor changed it | it stays                     | the portal's value is taken                    |
// | an editor changed it | it stays                     | it stays; a conflict, unless both are the same |
//
// "It" is a field, if the data and the portal both have the record. Otherwise it is the whole record, which one of them
// has added or removed. After a conflict, the state for the next import keeps the value of `was`, so that the next
// import finds the same conflict again.
import type { PortalData } from '../../editing/workspace/portal-data.js';
import { inWriting } from '../../engine/compile/written.js';
import type { CollectionPlan, Plan } from '../../engine/plan.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import { canonical } from '../../model/canonical.js';
import type { Fields, Json, JsonObject } from '../../model/fields.js';
import type { Arguments } from '../../problems/messages/catalogue.js';
import { quote } from '../../problems/quote.js';
import { thin } from '../split/thin.js';

export interface Sides {
  readonly was: PortalData;
  readonly mine: PortalData;
  readonly theirs: PortalData;
}

/**
 * What to do with conflicts: keep the data, or take the portal's values. If nothing is chosen, conflicts are reported.
 */
export type Settle = 'keep' | 'take';

/** The changes to the records of a collection, by id. */
export interface CollectionMerge {
  readonly plan: CollectionPlan;
  /** The new values of fields. The value undefined removes a field. */
  readonly changed: ReadonlyMap<number, ReadonlyMap<string, Json | undefined>>;
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /**
   * The records with a conflict, as they are kept for the next import (as its `was`); undefined for a record that is
   * not kept. All other records are kept as in `theirs`.
   */
  readonly unsettled: ReadonlyMap<number, JsonObject | undefined>;
}

/** A problem with a record, before its place is known. */
export type RecordFinding = {
  readonly collection: string;
  readonly id: number;
  readonly field?: string;
} & { [N in ConflictName]: { readonly name: N; readonly args: Arguments<N> } }[ConflictName];

/**
 * `field`: an editor and the portal changed the same field. `there`: the portal removed a record that an editor
 * changed. `here`: an editor removed a record that the portal changed. `versions`: the portal showed several versions.
 */
type ConflictName = `import-conflict/${'field' | 'there' | 'here' | 'versions'}`;

export interface Merged {
  readonly collections: readonly CollectionMerge[];
  readonly conflicts: readonly RecordFinding[];
}

/** Compares all records and decides what to do with them. */
export function merge(plan: Plan, sides: Sides, settle: Settle | undefined): Merged {
  const conflicts: RecordFinding[] = [];
  const collections = plan.collections.map((one) => mergeCollection(one, sides, settle, conflicts));
  return { collections, conflicts };
}

type Decision = 'stays' | 'taken' | 'conflict';

/** Decides by the table at the top of this file. */
function verdict(settle: Settle | undefined, isMine: boolean, isTheirs: boolean): Decision {
  if (!isTheirs) return 'stays';
  if (!isMine || settle === 'take') return 'taken';
  return settle === 'keep' ? 'stays' : 'conflict';
}

function mergeCollection(
  plan: CollectionPlan,
  sides: Sides,
  settle: Settle | undefined,
  conflicts: RecordFinding[],
): CollectionMerge {
  const collection = plan.declared.name;
  const changed = new Map<number, ReadonlyMap<string, Json | undefined>>();
  const added: number[] = [];
  const removed: number[] = [];
  const unsettled = new Map<number, JsonObject | undefined>();
  const idsOf = (side: PortalData) => side.table(collection).ids;
  const ids = new Set([...idsOf(sides.was), ...idsOf(sides.theirs)]);
  for (const id of [...ids].sort((a, b) => a - b)) {
    const was = sides.was.record(collection, id);
    const mine = sides.mine.record(collection, id);
    const their = sides.theirs.record(collection, id);
    if (mine && their) {
      const { taken, disputed } = mergeFields(was, formsOf(mine, plan.fields), their, settle);
      if (taken.length > 0) changed.set(id, new Map(taken.map((field) => [field, their[field]])));
      for (const field of disputed) {
        const args = { origin: quoted(their[field]) };
        conflicts.push({ collection, id, field, name: 'import-conflict/field', args });
      }
      if (disputed.length > 0) unsettled.set(id, withFieldsOf(their, was, disputed));
      continue;
    }
    const isMine = was === undefined ? mine !== undefined : !(mine && isAmong(was, mine, plan));
    const isTheirs = was === undefined || their === undefined || !isSame(textsOf(their), was);
    const decided = verdict(settle, isMine, isTheirs);
    if (decided === 'taken' && their) added.push(id);
    else if (decided === 'taken' && mine) removed.push(id);
    if (decided !== 'conflict' || !(mine ?? their)) continue;
    conflicts.push(
      their
        ? { collection, id, name: 'import-conflict/here', args: { collection, id } }
        : { collection, id, name: 'import-conflict/there', args: undefined },
    );
    unsettled.set(id, was);
  }
  return { plan, changed, added, removed, unsettled };
}

/** Returns the fields that get the portal's values, and the fields in conflict. */
function mergeFields(
  was: JsonObject | undefined,
  forms: readonly FieldTexts[],
  their: JsonObject,
  settle: Settle | undefined,
): { readonly taken: readonly string[]; readonly disputed: readonly string[] } {
  const [taken, disputed]: [string[], string[]] = [[], []];
  const [before, now] = [textsOf(was ?? {}), textsOf(their)];
  for (const field of new Set([now, forms[0]!, before].flatMap((side) => [...side.keys()]))) {
    const mine = forms.map((form) => form.get(field));
    if (mine.includes(now.get(field))) continue;
    const isTheirs = before.get(field) !== now.get(field);
    const decided = verdict(settle, !mine.includes(before.get(field)), isTheirs);
    if (decided === 'taken') taken.push(field);
    else if (decided === 'conflict') disputed.push(field);
  }
  return { taken, disputed };
}

/** The fields of a record without `id` and `$schema`, each as a JSON text. Equal values have equal texts. */
type FieldTexts = ReadonlyMap<string, string>;

const textsOf = ({ id: _, [SCHEMA_KEY]: __, ...fields }: JsonObject): FieldTexts =>
  new Map(
    Object.entries(fields).map(([name, value]) => [name, canonical(inWriting(value ?? null))]),
  );

/** A record in two forms that mean the same: as it is written, and without values that are equal to defaults. */
function formsOf(record: JsonObject, fields: Fields): readonly FieldTexts[] {
  // Values that a build takes from other records are left as they are.
  const thinned = thin(
    record,
    fields,
    () => true,
    () => undefined,
  );
  return [textsOf(record), textsOf(thinned)];
}

const isAmong = (was: JsonObject, mine: JsonObject, { fields }: CollectionPlan): boolean =>
  formsOf(mine, fields).some((form) => isSame(form, was));

function isSame(texts: FieldTexts, record: JsonObject): boolean {
  const others = textsOf(record);
  return (
    texts.size === others.size && [...texts].every(([name, text]) => others.get(name) === text)
  );
}

/** Returns `record`, with the named fields as in `other`. */
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
