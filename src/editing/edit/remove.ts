// Removes a record, and the records that cannot exist without it, after a check of the data without them.

import type { RowOf } from '../../engine/link/row-findings.js';
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { mustReadReferrers, type Referrer, referrersIn } from '../query/references.js';
import { withholding } from '../query/show.js';
import {
  mustHaveUniqueIds,
  type RecordQuery,
  type RecordSubject,
  resolveOnlyRow,
  subjectsOf,
} from '../query/subject.js';
import { editsOf, type OldRecord } from '../workspace/edits.js';
import type { DataSettings } from '../workspace/portal-data.js';
import { editData, type Tried } from '../workspace/try-out.js';
import { goneTogether } from './together.js';

export interface RemoveOptions {
  readonly query: RecordQuery;
  /**
   * Whether to remove a record to which others refer. A function gets the records to remove with it, and the record
   * itself, and decides.
   */
  readonly cascade: boolean | ((others: readonly RecordSubject[], record: JsonObject) => boolean);
  /** Whether to check only, and write nothing. */
  readonly dryRun: boolean;
}

/** What was removed, or would be. */
export interface Removed extends Tried {
  readonly subject: RecordSubject;
  readonly record: JsonObject;
  /** The further records that are removed, because they cannot exist without `subject`. */
  readonly others: readonly RecordSubject[];
  /**
   * Records that stay, but refer to a removed record. `shows`: the API shows the removed record in them, so they would
   * be invalid. `names`: the API shows only its id.
   */
  readonly shows: readonly Referrer[];
  readonly names: readonly Referrer[];
  /**
   * If not `removed`, why not. `referred`: other records refer to the record, and `cascade` does not allow it; `shown`:
   * `shows` is not empty; `errors`: the data would have errors.
   */
  readonly outcome: 'removed' | 'referred' | 'shown' | 'errors';
  /** The field that could hide the record from readers, instead of removing it; undefined if there is none. */
  readonly toWithhold: ReturnType<typeof withholding>;
}

const withoutValues = (row: RowOf): OldRecord => ({ ...row, values: undefined });

/**
 * Removes a record. Throws a {@link UsageError} if the record does not exist, or if the id of a record that would be
 * removed is used twice.
 */
export async function remove(
  portal: Portal,
  settings: DataSettings,
  { dryRun, query, cascade }: RemoveOptions,
): Promise<Removed> {
  const plan = makePlan(portal);
  const removed = await editData(plan, { ...settings, dryRun }, (data) => {
    const one = resolveOnlyRow(plan, data, query);
    mustReadReferrers(plan, data, one.table.name);
    const { gone, remaining, isGone } = goneTogether(data, one, settings.frames);
    mustHaveUniqueIds(data, gone);
    const references = referrersIn(data, settings, remaining, isGone);
    const isShown = ({ reference }: Referrer) => reference.shape !== undefined;
    const shows = references.filter(isShown);
    const others = subjectsOf(data, settings, gone.slice(1));
    const isAlone = gone.length + references.length === 1;
    const record = data.record(one.table.name, one.id)!;
    const mayWrite = typeof cascade === 'function' ? cascade(others, record) : cascade || isAlone;
    return {
      result: {
        ...{ subject: subjectsOf(data, settings, [one])[0]!, record, others, shows, mayWrite },
        names: references.filter((one) => !isShown(one)),
        toWithhold: withholding(one, record),
      },
      edits: shows.length > 0 ? [] : editsOf(data, gone.map(withoutValues)),
      command: ['remove', one.table.plan.declared.singular, `${one.id}`],
      mayWrite,
    };
  });
  const { report, shows, mayWrite } = removed;
  const outcome = !report.ok ? 'errors' : mayWrite ? 'removed' : 'referred';
  return { ...removed, outcome: shows.length > 0 ? 'shown' : outcome };
}
