// `undo`: reverts the last change that a command or the preview made.
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Define } from '../flags.js';
import { DONE } from '../status.js';
import { addChangeFlags, type ChangeFlags, changing, tell } from './changing.js';

export const define: Define<[ChangeFlags]> = (command, lang) => {
  addChangeFlags(command, lang);
  return undo;
};

async function undo(flags: ChangeFlags): Promise<number> {
  const { changeText, undo } = await import('../../../editing/edit/undo.js');
  const { shownName } = await import('../../../editing/workspace/portal-data.js');
  return changing(flags, async ({ portal, settings, lang, dryRun }) => {
    const { change, report } = await undo(portal, settings, { dryRun, lang });
    const files = change.files.map(({ file, before }) => {
      return `  ${visible(shownName(settings, file))}${before === undefined ? `  (${say('removed', lang)})` : ''}`;
    });
    await tell(
      report,
      [
        say(dryRun ? 'would be undone: {change}; nothing is written' : 'undone: {change}', lang, {
          change: changeText(change, lang),
        }),
        ...files,
      ],
      lang,
    );
    return DONE;
  });
}
