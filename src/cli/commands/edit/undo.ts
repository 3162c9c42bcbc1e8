// `undo`: takes back the last change of a command or of the preview.
import { changeText, undo as undoChange } from '../../../editing/edit/undo.js';
import { shownName } from '../../../editing/workspace/portal-data.js';
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';

export const undo: Run<{ dryRun?: boolean }> = async ({ dryRun = false }, { lang, resolve }) => {
  const settings = resolve();
  const change = await undoChange(settings, { dryRun });
  const files = change.files.map(({ file, before }) => {
    const removed = before === undefined ? `  (${say('removed', lang)})` : '';
    return `  ${visible(shownName(settings, file))}${removed}`;
  });
  const heading = say(
    dryRun ? 'would be undone: {change}; nothing is written' : 'undone: {change}',
    lang,
    { change: changeText(change, lang) },
  );
  return { ok: true, output: [heading, ...files] };
};
