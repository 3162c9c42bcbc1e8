// `renumber`: gives a record another id, and changes all references to it.
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import { type Define, wholeNumber } from '../flags.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { addChangeFlags, type ChangeFlags, changing, tell } from './changing.js';
import { addRecord } from './query.js';

interface Flags extends ChangeFlags {
  readonly file?: string;
  readonly to?: number;
}

export const define: Define<[string, string, Flags]> = (command, lang) => {
  const file = say(
    'the file of the record, FILE:LINE or FILE:LINE:COLUMN, where several have the id',
    lang,
  );
  const to = say('its new id (default: the one above the greatest)', lang);
  addRecord(command, lang).option('--file <file>', file).option('--to <id>', to, wholeNumber);
  addChangeFlags(command, lang);
  return renumber;
};

/** The most records of each collection that are listed. */
const SHOWN = 20;

async function renumber(name: string, id: string, flags: Flags): Promise<number> {
  const { renumber } = await import('../../../editing/edit/renumber.js');
  const { headOf, placeLines } = await import('../../../editing/query/text.js');
  return changing(flags, async ({ portal, settings, lang, dryRun, undo }) => {
    const { file, to } = flags;
    const options = { asked: { of: name, text: id }, file, to, dryRun, lang };
    const { ids, referring, staying, report, edits } = await renumber(portal, settings, options);
    const lines = [
      say(dryRun ? 'would get another id; nothing is written:' : 'has another id:', lang),
    ];
    for (const { subject, to } of ids) lines.push(`  ${visible(headOf(subject))} → ${to}`);
    if (referring.length > 0) {
      const heading = say(
        'refer to it by that id ({count, plural, one {# record} other {# records}}):',
        lang,
        { count: referring.length },
      );
      lines.push('', heading, ...placeLines(referring, SHOWN));
    }
    if (staying.length > 0) {
      const heading = say(
        'refer to the old id, which another record has, too; change those that mean this one ({count, plural, one {# record} other {# records}}):',
        lang,
        { count: staying.length },
      );
      lines.push('', heading, ...placeLines(staying, SHOWN));
    }
    lines.push(
      ...(report.ok
        ? undo
        : ['', say('nothing is changed: the data would have these errors', lang)]),
    );
    await tell(report, lines, lang, { settings, edits });
    return report.ok ? DONE : HAS_ERRORS;
  });
}
