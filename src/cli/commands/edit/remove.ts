// `remove`: removes a record, and with --cascade the records that cannot be without it.
import { say } from '../../../problems/say.js';
import type { Define } from '../flags.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { addChangeFlags, type ChangeFlags, changing, tell } from './changing.js';
import { addRecord } from './query.js';

interface Flags extends ChangeFlags {
  readonly cascade?: boolean;
}

export const define: Define<[string, string, Flags]> = (command, lang) => {
  addRecord(command, lang).option('--cascade', say('remove what cannot be without it, too', lang));
  addChangeFlags(command, lang);
  return remove;
};

async function remove(name: string, id: string, flags: Flags): Promise<number> {
  const { remove } = await import('../../../editing/edit/remove.js');
  const { removedLines } = await import('../../../editing/edit/remove-text.js');
  return changing(flags, async ({ portal, settings, lang, dryRun, dataFlags, undo }) => {
    const { cascade = false } = flags;
    const asked = { of: name, text: id };
    const removed = await remove(portal, settings, { asked, cascade, dryRun, lang });
    const isDone = removed.outcome === 'removed';
    const lines = removedLines(settings, removed, dryRun, lang, dataFlags);
    await tell(removed.report, [...lines, ...(isDone ? undo : [])], lang);
    return isDone ? DONE : HAS_ERRORS;
  });
}
