// Removes a record, and the records that cannot exist without it. Checks the data without them first. Either all are
// removed, or none.

import type { RowOf } from '../../engine/link/row-findings.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { FindingsReport } from '../../problems/report.js';
import { mustReadReferrers, type Referrer, referrersIn } from '../query/references.js';
import { withholding } from '../query/show.js';
import {
  mustHaveUniqueIds,
  type RecordQuery,
  type RecordSubject,
  resolveOnlyRow,
  subjectsOf,
} from '../query/subject.js';
import { changeData } from '../workspace/attempts.js';
import { editsOf } from '../workspace/edits.js';
import type { DataSettings, PortalData } from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { tryOut } from '../workspace/try-out.js';
import { goneTogether } from './together.js';

export interface RemoveOptions {
  readonly query: RecordQuery;
  /** Whether to remove also the records that cannot exist without it. A function decides when they are known. */
  readonly cascade: boolean | ((others: readonly RecordSubject[]) => boolean);
  /** Writes nothing. */
  readonly dryRun: boolean;
  readonly lang: Language;
}

/** What was removed, or would be. */
export interface Removed {
  readonly subject: RecordSubject;
  /** The records that cannot exist without it. */
  readonly others: readonly RecordSubject[];
  /**
   * Records that stay and refer to a removed one. `shows`: they embed it, which would be an error; `names`: they only
   * have its id.
   */
  readonly shows: readonly Referrer[];
  readonly names: readonly Referrer[];
  /**
   * Nothing was written if it is `referred` (other records need it, and `cascade` is false), `shown` (records that
   * stay embed it), or `errors`.
   */
  readonly outcome: 'removed' | 'referred' | 'shown' | 'errors';
  /** The problems that the removal causes. If one of them is an error, nothing was written. */
  readonly report: FindingsReport | undefined;
  /** The files that change. */
  readonly edits: readonly Edit[];
  /** The field that would hide the record from readers, as an alternative. */
  readonly toWithhold: ReturnType<typeof withholding>;
}

/**
 * Removes a record. Throws a {@link UsageError} if there is no such record, or if several records have its id, or the
 * id of a record that would be removed with it.
 */
export async function remove(
  portal: Portal,
  settings: DataSettings,
  options: RemoveOptions,
): Promise<Removed> {
  const plan = makePlan(portal);
  const { dryRun, query, lang } = options;
  return changeData(plan, { ...settings, dryRun }, async (data) => {
    const one = resolveOnlyRow(plan, data, query, lang);
    const removed = await attemptTo(plan, settings, data, one, options);
    return {
      result: removed,
      change: removed.outcome === 'removed' ? removed.edits : [],
      command: `remove ${one.table.plan.declared.singular} ${one.id}`,
    };
  });
}

async function attemptTo(
  plan: Plan,
  settings: DataSettings,
  data: PortalData,
  one: RowOf & { readonly id: number },
  { cascade, lang }: RemoveOptions,
): Promise<Removed> {
  mustReadReferrers(plan, data, one.table.name);
  const { gone, remaining, isGone } = goneTogether(data, one, settings.frames);
  mustHaveUniqueIds(gone, lang);
  const references = referrersIn(data, settings, remaining, isGone);
  const shows = references.filter(({ reference }) => reference.shape !== undefined);
  const common = {
    subject: subjectsOf(data, settings, [one])[0]!,
    others: subjectsOf(data, settings, gone.slice(1)),
    shows,
    names: references.filter(({ reference }) => reference.shape === undefined),
    toWithhold: withholding(one, data.record(one.table.name, one.id) ?? {}),
    ...{ report: undefined, edits: [] },
  };
  if (shows.length > 0) return { ...common, outcome: 'shown' };
  const removed = gone.map((row) => ({ ...row, values: undefined }));
  const edits = editsOf(data, removed);
  const report = await tryOut(plan, settings, data.problems, edits);
  if (!report.ok) return { ...common, report, outcome: 'errors' };
  const isAlone = gone.length + references.length === 1;
  const mayGo = typeof cascade === 'function' ? cascade(common.others) : cascade || isAlone;
  if (!mayGo) return { ...common, outcome: 'referred' };
  return { ...common, report, edits, outcome: 'removed' };
}
