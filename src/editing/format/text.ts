// The lines that `fmt` prints.
import { commandFor, type StartedWith } from '../../problems/commands.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import type { FormatReport } from './index.js';

/** The output of `fmt`: the changed files, the unreadable files, and counts. `isCheck`: nothing was written. */
export function formatText(
  { files, changed, refused }: FormatReport,
  isCheck: boolean,
  lang: Language,
  startedWith: StartedWith,
): string {
  const left =
    refused.length > 0 ? sentence(', {refused} left alone', { refused: refused.length }) : '';
  const same = files - changed.length - refused.length;
  const values = { files, changed: changed.length, same, left };
  const counts = isCheck
    ? sentence(
        '{files, plural, one {# file} other {# files}}: {changed} to be formatted, {same} canonical{left}',
        values,
      )
    : sentence(
        '{files, plural, one {# file} other {# files}}: {changed} formatted, {same} unchanged{left}',
        values,
      );
  const command = commandFor(startedWith, 'check');
  const lines = [
    ...changed,
    ...refused.map((file) =>
      say('{file} cannot be read in full: mend what `{command}` finds there first', lang, {
        file,
        command,
      }),
    ),
  ];
  return [...lines.map(visible), ...(lines.length > 0 ? [''] : []), say(counts, lang), ''].join(
    '\n',
  );
}
