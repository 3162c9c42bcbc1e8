// Takes the last change of the data folder back, provided that all of its files are as the change left them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { say } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { whileUnchanged } from '../workspace/attempts.js';
import {
  type JournalEntry,
  type KeptChange,
  lastChange,
  undoChange,
} from '../workspace/journal.js';
import { type DataSettings, PortalData, shownName } from '../workspace/portal-data.js';
import { oneAtATime } from '../workspace/put.js';
import { tryOut } from '../workspace/try-out.js';

/** What was taken back, or would be. */
export interface Undone {
  readonly change: KeptChange;
  /** The problems that this causes; the change is taken back nevertheless. */
  readonly report: FindingsReport;
}

/**
 * Takes the last change back; called again, the one before it. A change that was killed half way is the last one. Throws a
 * {@link UsageError} when there is none, and when somebody has changed its files after it.
 */
export async function undo(
  portal: Portal,
  settings: DataSettings,
  { dryRun, lang }: { readonly dryRun: boolean; readonly lang: Language },
): Promise<Undone> {
  const plan = makePlan(portal);
  const work = (takenBack?: KeptChange) => {
    const attempt = async (): Promise<Undone> => {
      const data = await PortalData.read(plan, settings);
      const change = takenBack ?? lastIn(settings, lang);
      const edits = takenBack ? [] : change.files.map((one, i) => editBack(change, one, i));
      return { change, report: await tryOut(plan, settings, data.problems, edits) };
    };
    const isDone = ({ change }: Undone) =>
      dryRun || change === takenBack || undoChange(settings.data, change);
    return whileUnchanged(plan, settings, attempt, { isDone });
  };
  return dryRun ? work() : oneAtATime(settings, work);
}

/** A change as text: its command, escaped since anybody may have written the journal, and its local time. */
export function changeText(
  { command, at }: Pick<KeptChange, 'command' | 'at'>,
  lang: Language,
): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return `${visible(command)} (${at.toLocaleString(lang === 'en' ? 'en-GB' : lang, form)})`;
}

function lastIn(settings: DataSettings, lang: Language): KeptChange {
  const change = lastChange(settings.data);
  if (!change)
    throw new UsageError(
      say(
        'there is nothing to undo: no command has changed this data, or all of it is taken back',
        lang,
      ),
    );
  if (change.touched.length === 0) return change;
  const files = change.touched.map((file) => visible(shownName(settings, file))).join(', ');
  const values = { change: changeText(change, lang), files };
  throw new UsageError(
    say('{change} cannot be undone: these files were changed since: {files}', lang, values),
  );
}

const editBack = ({ folder }: KeptChange, { file, before }: JournalEntry, i: number) => ({
  file,
  after: before === undefined ? undefined : readFileSync(join(folder, String(i))),
});
