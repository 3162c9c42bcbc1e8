// Reverts the last change of the data folder, provided that all of its files are as the change left them.
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { changeData } from '../workspace/attempts.js';
import { type DoneChange, forget, lastChange } from '../workspace/history.js';
import { type DataSettings, shownName } from '../workspace/portal-data.js';
import { tryOut } from '../workspace/try-out.js';
import { words } from './words.js';

/** What was reverted, or would be. */
export interface Undone {
  readonly change: DoneChange;
  /** The problems that reverting causes; the change is reverted nevertheless. */
  readonly report: FindingsReport;
}

/**
 * Reverts the last change; called again, the one before it. Throws a {@link UsageError} when there is none, and when
 * somebody has changed its files after it.
 */
export async function undo(
  portal: Portal,
  settings: DataSettings,
  { dryRun, lang }: { readonly dryRun: boolean; readonly lang: Language },
): Promise<Undone> {
  const plan = makePlan(portal);
  const undone = await changeData(plan, { ...settings, dryRun }, async (data) => {
    const change = lastChange(settings.data);
    if (!change) throw new UsageError(words[lang].undo.nothing);
    const touched = change.files.filter(({ isUntouched }) => !isUntouched);
    if (touched.length > 0) {
      const files = touched.map(({ file }) => shownName(settings, file));
      throw new UsageError(words[lang].undo.touched(change, files));
    }
    const edits = change.files.map(({ file, old, mode, now }) => {
      return { file, before: now, after: old, mode };
    });
    const report = await tryOut(plan, settings, data.problems, edits);
    return { result: { change, report }, change: edits.toReversed() };
  });
  if (!dryRun) forget(undone.change.folder);
  return undone;
}
