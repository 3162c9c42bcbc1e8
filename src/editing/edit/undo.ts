// Undoes the last change of the data folder, if its files are still as the change left them.
import type { Language } from '../../problems/messages/catalogue.js';
import { refused, UsageError } from '../../problems/problem.js';
import { say } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { type KeptChange, lastChange, undoChange, unfinishedChange } from '../workspace/journal.js';
import { type DataSettings, shownName } from '../workspace/portal-data.js';
import { oneAtATime } from '../workspace/put.js';

/**
 * Undoes the last change (not in a dry run), and returns it. A further call undoes the change before that one. A change
 * that a killed command left unfinished counts as the last one. Throws a {@link UsageError} if there is no change, or
 * if its files have changed since.
 */
export async function undo(
  settings: DataSettings,
  { dryRun }: { readonly dryRun: boolean },
): Promise<KeptChange> {
  if (dryRun) return unfinishedChange(settings.data) ?? lastIn(settings);
  return oneAtATime(settings, async (takenBack) => {
    if (takenBack) return takenBack;
    for (;;) {
      const change = lastIn(settings);
      if (undoChange(settings.data, change)) return change;
    }
  });
}

/** Describes a change: `change vacancy 100 (1 Mar 2026, 10:00)`. Escapes control characters in the command. */
export function changeText(
  { command, at }: Pick<KeptChange, 'command' | 'at'>,
  lang: Language,
): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return `${visible(command.join(' '))} (${at.toLocaleString(lang === 'en' ? 'en-GB' : lang, form)})`;
}

function lastIn(settings: DataSettings): KeptChange {
  const change = lastChange(settings.data);
  if (!change)
    throw refused(
      'there is nothing to undo: neither a command nor the preview has changed this data, or everything is undone already',
    );
  if (change.touched.length === 0) return change;
  const files = change.touched.map((file) => visible(shownName(settings, file))).join(', ');
  throw new UsageError((lang) => {
    const values = { change: changeText(change, lang), files };
    return say('{change} cannot be undone: these files were changed since: {files}', lang, values);
  });
}
