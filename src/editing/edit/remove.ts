// Removes a record and what cannot be without it: finds these, checks the data without them, and only then
// takes them out of their files, all or none, its own file last.

import type { RowOf } from '../../engine/link/row-findings.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { Language, TakenReference } from '../../problems/messages/catalogue.js';
import type { FindingsReport } from '../../problems/report.js';
import { type Referrer, referrersIn } from '../query/references.js';
import { withholding } from '../query/show.js';
import {
  onlyRowAsked,
  type RecordAsked,
  type RecordSubject,
  subjectsOf,
} from '../query/subject.js';
import { changeData } from '../workspace/attempts.js';
import type { DataSettings, PortalData } from '../workspace/portal-data.js';
import type { EditOfOld } from '../workspace/rewrite.js';
import { tryOut } from '../workspace/try-out.js';
import { editsWithout } from './taken-out.js';
import { goneTogether } from './together.js';

export interface RemoveOptions {
  readonly asked: RecordAsked;
  /** Remove what cannot be without it, too. */
  readonly cascade: boolean;
  /** Write nothing. */
  readonly dryRun: boolean;
  readonly lang: Language;
}

/** What was removed, or would be. */
export interface Removed {
  readonly subject: RecordSubject;
  /** The others that cannot be without it. */
  readonly others: readonly RecordSubject[];
  /** References of records that stay, and would lead nowhere: that is an error where they show the record. */
  readonly shows: readonly Referrer[];
  readonly names: readonly Referrer[];
  /** `referred`: nothing was written, because others refer to it; `shown`: because some show it. */
  readonly outcome: 'removed' | 'referred' | 'shown' | 'errors';
  /** The problems that removing causes; with an error, nothing is written. */
  readonly report: FindingsReport | undefined;
  /** Records that stay and give its number to another record, which would show it: what `errors` tells of. */
  readonly givers: readonly TakenReference[];
  /** The files that changed, or would. */
  readonly edits: readonly EditOfOld[];
  /** What withholds the record from readers instead. */
  readonly toWithhold: ReturnType<typeof withholding>;
}

/** Removes a record. Throws a {@link UsageError} for one that is not there. */
export async function remove(
  portal: Portal,
  settings: DataSettings,
  options: RemoveOptions,
): Promise<Removed> {
  const plan = makePlan(portal);
  const { dryRun, asked, lang, cascade } = options;
  return changeData(plan, { ...settings, dryRun }, async (data) => {
    const one = await onlyRowAsked(plan, data, settings, asked, lang);
    const removed = await attemptTo(plan, settings, data, one, cascade);
    return {
      result: removed,
      change: removed.outcome === 'removed' ? removed.edits.toReversed() : [],
      command: `remove ${one.table.plan.declared.singular} ${one.id}`,
    };
  });
}

async function attemptTo(
  plan: Plan,
  settings: DataSettings,
  data: PortalData,
  one: RowOf & { readonly id: number },
  cascade: boolean,
): Promise<Removed> {
  mustBeWhole(plan, data, one.table.name);
  const { gone, staying, isGone } = goneTogether(data, one, settings.frames);
  const references = referrersIn(data, settings, staying, isGone);
  const shows = references.filter(({ reference }) => reference.shape !== undefined);
  const common = {
    subject: subjectsOf(data, settings, [one])[0]!,
    others: subjectsOf(data, settings, gone.slice(1)),
    shows,
    names: references.filter(({ reference }) => reference.shape === undefined),
    toWithhold: withholding(one, data.record(one.table.name, one.id) ?? {}),
    ...{ report: undefined, edits: [], givers: [] },
  };
  if (shows.length > 0) return { ...common, outcome: 'shown' };
  const edits = editsWithout(data, gone);
  const report = await tryOut(plan, settings, data.problems, edits);
  if (!report.ok) return { ...common, report, outcome: 'errors', givers: giversIn(report) };
  if (!cascade && gone.length + references.length > 1) return { ...common, outcome: 'referred' };
  return { ...common, report, edits, outcome: 'removed' };
}

function giversIn({ problems }: FindingsReport): TakenReference[] {
  const givers = new Map<string, TakenReference>();
  for (const { name, args } of problems) {
    if (name !== 'dangling-reference/taken') continue;
    const taken = args as TakenReference; // TypeScript does not follow the name
    givers.set(`${taken.singular} ${taken.of} ${taken.from}`, taken);
  }
  return [...givers.values()];
}

/** What cannot be read may refer to the record, or to what goes with it, so it has to be mended first. */
function mustBeWhole({ collections }: Plan, data: PortalData, of: string): void {
  const reached = new Set([of]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { declared, references, inner } of collections) {
      const all = [...references, ...inner];
      if (all.some(({ reference }) => reached.has(reference.collection)))
        reached.add(declared.name);
    }
  }
  for (const name of reached) data.mustBeWhole(name);
}
