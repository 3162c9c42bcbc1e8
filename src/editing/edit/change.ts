// Changes fields of a record. The changed record is checked together with all other data before it is written.

import { inWriting } from '../../engine/compile/written.js';
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { Json, JsonObject, Reference } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import { pointerSteps, refused } from '../../problems/problem.js';
import { changedFieldsOf } from '../../snapshot/changed/fields.js';
import { type FieldChange, fieldChanges } from '../changes/values.js';
import { withPartIds } from '../new/part-ids.js';
import { mustFit } from '../new/unfit.js';
import { fieldsWith, mustBeFields } from '../new/values.js';
import { type Called, RecordNameIndex, withIds } from '../query/names.js';
import {
  type RecordQuery,
  type RecordSubject,
  recordLabel,
  resolveOnlyRow,
  subjectsOf,
} from '../query/subject.js';
import { editsOf } from '../workspace/edits.js';
import type { DataSettings } from '../workspace/portal-data.js';
import { editData, type Tried } from '../workspace/try-out.js';
import { mergedWith } from './meanwhile.js';

export interface ChangeOptions {
  readonly query: RecordQuery;
  /** The new values (new/values.ts). */
  readonly values: JsonObject;
  /**
   * For values from a form: the values that it showed in the same fields. If somebody else has changed one of them to a
   * third value, nothing is changed. A value that the record cannot have is an error in the data; without `seen`, it is
   * wrong usage.
   */
  readonly seen?: JsonObject;
  /** Another id for the record, which is refused: the references to it would have to change, too. */
  readonly to?: number | undefined;
  /** Whether to check only, and write nothing. */
  readonly dryRun: boolean;
  readonly called?: Called;
}

/** The result of {@link change}. `changes`: the changed fields, with their values before and after. */
export interface ChangeResult extends Tried {
  readonly subject: RecordSubject;
  readonly changes: readonly FieldChange[];
}

/**
 * Changes a record. Throws a {@link UsageError} if no record, or more than one, has the id, and an {@link Unfit} for
 * values that it cannot have or that somebody else has changed.
 */
export function change(
  portal: Portal,
  settings: DataSettings,
  { query, values: asked, seen, to, dryRun, called }: ChangeOptions,
): Promise<ChangeResult> {
  const plan = makePlan(portal);
  return editData(plan, { ...settings, dryRun }, (data) => {
    const one = resolveOnlyRow(plan, data, query);
    const { fields, declared } = one.table.plan;
    if (to !== undefined) {
      const words = ['renumber', declared.singular, `${one.id}`, '--to', `${to}`];
      throw refused('an id is changed with all that refers to it: {command}', {
        command: commandFor(settings.startedWith, ...words),
      });
    }
    mustBeFields(fields, asked);
    const record = data.record(declared.name, one.id)!;
    const named = withIds(fields, asked, new RecordNameIndex(plan, data), called);
    const wanted = fieldsWith(record, named.values);
    const given = seen ? mergedWith(record, { wanted, seen }, fields) : wanted;
    const changed = withPartIds({ ...record, ...given }, one.table.plan);
    const unclear = new Set([...named.unclear.keys()].map((path) => pointerSteps(path)[0]!));
    const only = seen ? unclear : new Set(Object.keys(given));
    mustFit(one.table.plan, changed, { settings, only, unclear: named.unclear });
    const nameOf = ({ collection }: Reference, id: number) => {
      const named = data.record(collection, id);
      return named && recordLabel(plan.byName.get(collection)!.declared, named);
    };
    const worded = { declared, view: portal.views?.of[declared.name] };
    const names = changedFieldsOf(portal)(record, changed);
    const sides = [record, changed].map((record) => ({ record, nameOf }));
    const changes = fieldChanges(worded, names, sides[0]!, sides[1]!, true);
    const own = Object.keys(given).filter((field) => !isSame(record[field], changed[field]));
    const news = new Map(own.map((field) => [field, changed[field]]));
    return {
      result: { subject: subjectsOf(data, settings, [one])[0]!, changes },
      edits: editsOf(data, [{ ...one, values: news }]),
      command: ['change', declared.singular, `${one.id}`],
    };
  });
}

const isSame = (...values: readonly [Json | undefined, Json | undefined]): boolean => {
  const [a, b] = values.map((value) => value && JSON.stringify(inWriting(value)));
  return a === b;
};
