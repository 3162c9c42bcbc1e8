// The lines that `remove` prints: what it removed, or why it removed nothing.
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { headOf, listed, withholdingLine } from '../query/text.js';
import { shownName } from '../workspace/portal-data.js';
import type { Removed } from './remove.js';

const WHY_NOT = {
  shown: sentence(
    'nothing is removed: first choose another record in the records that refer to it, or remove the reference',
  ),
  errors: sentence('nothing is removed: the data would have these errors'),
};

/** The output of `remove`: what was removed, or why nothing was. */
export function removedLines(
  folders: Parameters<typeof shownName>[0],
  removed: Removed,
  dryRun: boolean,
  lang: Language,
): string[] {
  const { subject, others, shows, names, outcome } = removed;
  const concerned = [
    ...listed(sentence('cannot exist without it:'), others, lang),
    ...listed(sentence('refer to it, and would be invalid without it:'), shows, lang),
    ...listed(sentence('only have its id, and stay:'), names, lang),
  ];
  return [
    visible(headOf(subject)),
    ...concerned,
    ...(concerned.length > 0 ? [''] : []),
    ...(outcome === 'removed'
      ? doneLines(folders, removed, dryRun, lang)
      : refusedLines(removed, outcome, lang)),
  ];
}

function doneLines(
  folders: Parameters<typeof shownName>[0],
  { others, edits }: Removed,
  dryRun: boolean,
  lang: Language,
): string[] {
  const head = say(
    dryRun
      ? 'would be removed: {records, plural, one {# record} other {# records}}, from {files, plural, one {# file} other {# files}}; nothing is written'
      : 'removed: {records, plural, one {# record} other {# records}}, from {files, plural, one {# file} other {# files}}',
    lang,
    { records: others.length + 1, files: edits.length },
  );
  const whole = `  (${say('the whole file', lang)})`;
  const files = edits.map(
    ({ file, after }) => `  ${visible(shownName(folders, file))}${after ? '' : whole}`,
  );
  return [head, ...files];
}

function refusedLines(
  { subject, others, toWithhold }: Removed,
  outcome: Exclude<Removed['outcome'], 'removed'>,
  lang: Language,
): string[] {
  const lines = [
    outcome === 'referred'
      ? say(
          'nothing is removed: other records refer to it; --cascade removes {records, plural, one {# record} other {# records}}',
          lang,
          { records: others.length + 1 },
        )
      : say(WHY_NOT[outcome], lang),
  ];
  if (toWithhold) lines.push(withholdingLine(toWithhold, `${subject.file}:${subject.line}`, lang));
  return lines;
}
