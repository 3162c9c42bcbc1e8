// Finds the records that must be removed together with a record: those that embed it in a required field. Records
// that only have its id, or in which the field is optional, stay.

import { makeValidator, type Validate } from '../../engine/compile/validate.js';
import { idKey, keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import type { CollectionPlan } from '../../engine/plan.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { referencesById, referencesIn } from '../query/references.js';
import { type PortalData, visitRecords } from '../workspace/portal-data.js';

/** The records that are removed together, and the records that stay although they refer to one of these. */
export interface Together {
  /** The first one is the record that the user named. */
  readonly gone: readonly RowOf[];
  readonly remaining: readonly RowOf[];
  readonly isGone: (collection: string, id: number) => boolean;
}

/** Finds the records to remove with a record. `frames`: the setting `frames`, by which HTML is checked. */
export function goneTogether(data: PortalData, one: RowOf, frames: readonly string[]): Together {
  const referring = referencesById(data);
  const validators = new Map<CollectionPlan, Validate>();
  const cannotBeWithout = ({ table }: RowOf, record: JsonObject, field: string): boolean => {
    const validate = memo(validators, table.plan, () => makeValidator(table.plan, frames));
    const { [field]: _, ...without } = record;
    const isValid = (value: JsonObject) => validate(value).every(isOnlyWarning);
    return isValid(record) && !isValid(without);
  };
  const gone = new Map([[rowKey(one), one]]);
  const goneIds = new Set<string>();
  const remaining = new Map<string, RowOf>();
  for (let newest = [one]; newest.length > 0; ) {
    const keys = new Set(newest.map(idKey));
    for (const key of keys) goneIds.add(key);
    const all = [...keys].flatMap((key) => referring.get(key) ?? []);
    const rows = new Map(all.map((from) => [rowKey(from), from]));
    // Records in `gone` are not visited again: records that embed each other would otherwise be visited for ever.
    for (const key of gone.keys()) rows.delete(key);
    newest = [];
    visitRecords(data, [...rows.values()], (from, record) => {
      const needs = referencesIn(from.table.plan, record).some(({ reference, id, field }) => {
        if (field === undefined || reference.shape === undefined) return false;
        return (
          keys.has(keyOf({ collection: reference.collection, id })) &&
          cannotBeWithout(from, record, field)
        );
      });
      if (needs) newest.push(from);
      else remaining.set(rowKey(from), from);
    });
    for (const from of newest) gone.set(rowKey(from), from);
  }
  for (const key of gone.keys()) remaining.delete(key);
  return {
    gone: [...gone.values()],
    remaining: [...remaining.values()],
    isGone: (collection, id) => goneIds.has(keyOf({ collection, id })),
  };
}
