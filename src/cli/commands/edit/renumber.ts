// `renumber`: gives a record another id, and lists the references that were changed or remain.
import { renumber as renumberRecord } from '../../../editing/edit/renumber.js';
import { headOf, listed } from '../../../editing/query/text.js';
import { say, sentence } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';

interface Given {
  readonly collection: string;
  readonly id: string;
  readonly file?: string;
  readonly to?: number;
  readonly dryRun?: boolean;
}

export const renumber: Run<Given> = async (
  { collection, id, file, to, dryRun = false },
  { portal, lang, resolve },
) => {
  const options = { query: { of: collection, id }, file, to, dryRun };
  const { ids, referring, added, remaining, report, edits } = await renumberRecord(
    portal,
    resolve(),
    options,
  );
  const heading = sentence('added for it, because what was there stays with the other record:');
  const lines = [
    say(dryRun ? 'would get another id; nothing is written:' : 'has another id:', lang),
    ...ids.map(({ subject, to }) => `  ${visible(headOf(subject))} → ${to}`),
    ...listed(sentence('refer to it by its new id:'), referring, lang),
    ...(added.length > 0 ? ['', say(heading, lang)] : []),
    ...added.map(({ singular, id, file }) => `  ${singular} ${id}  ${visible(file)}`),
    ...remaining.flatMap(({ references, isAdded, singular, id, to }) => {
      const values = { singular, id, to };
      const heading = isAdded
        ? sentence(
            'refer to {singular} {id}, which stays with the other record; write {to} in those that mean the one that was added:',
            values,
          )
        : sentence(
            'refer to {singular} {id}, an id which another record has, too; write {to} in those that mean this one:',
            values,
          );
      return listed(heading, references, lang);
    }),
    ...(report.ok ? [] : ['', say('nothing is changed: the data would have these errors', lang)]),
  ];
  return { ok: report.ok, output: lines, problems: { report, edits }, isUndoable: true };
};
