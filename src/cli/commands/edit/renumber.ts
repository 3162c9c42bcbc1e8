// `renumber`: gives a record another id, and changes it in the records that belong to it. Lists the other references.

import type { RecordSubject } from '../../../editing/query/subject.js';
import { say, sentence, type Text } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';

interface Given {
  readonly collection: string;
  readonly id: string;
  readonly file?: string;
  readonly to?: number;
  readonly dryRun?: boolean;
}

/** The most records of a collection that are listed. */
const SHOWN = 20;

export const renumber: Run<Given> = async (
  { collection, id, file, to, dryRun = false },
  { portal, lang, resolve },
) => {
  const { renumber } = await import('../../../editing/edit/renumber.js');
  const { headOf, placeLines } = await import('../../../editing/query/text.js');
  const options = { query: { of: collection, text: id }, file, to, dryRun, lang };
  const { ids, referring, remaining, report, edits } = await renumber(portal, resolve(), options);
  const listed = (heading: Text, subjects: readonly RecordSubject[]) =>
    subjects.length === 0 ? [] : ['', say(heading, lang), ...placeLines(subjects, SHOWN)];
  const lines = [
    say(dryRun ? 'would get another id; nothing is written:' : 'has another id:', lang),
    ...ids.map(({ subject, to }) => `  ${visible(headOf(subject))} → ${to}`),
    ...listed(
      sentence('refer to it by that id ({count, plural, one {# record} other {# records}}):', {
        count: referring.length,
      }),
      referring,
    ),
    ...listed(
      sentence(
        'refer to the old id, which another record has, too; change those that mean this one ({count, plural, one {# record} other {# records}}):',
        { count: remaining.length },
      ),
      remaining,
    ),
    ...(report.ok ? [] : ['', say('nothing is changed: the data would have these errors', lang)]),
  ];
  return { ok: report.ok, output: lines, problems: { report, edits }, isUndoable: report.ok };
};
