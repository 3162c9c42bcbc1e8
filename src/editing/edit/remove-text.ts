// The lines that `remove` prints: what it removed, or why it removed nothing.
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { headOf, placeLines, refLines, withholdingLine } from '../query/text.js';
import { shownName } from '../workspace/portal-data.js';
import type { Removed } from './remove.js';

/** The most records of a collection that are listed. */
const SHOWN = 20;

/** Why nothing was removed. */
const WHY_NOT = {
  shown: sentence(
    'nothing is removed: first choose another record in the records that contain it, or remove the reference',
  ),
  errors: sentence('nothing is removed: the data would have these errors'),
};

/** What was removed, or why nothing was. */
export function removedLines(
  folders: Parameters<typeof shownName>[0],
  removed: Removed,
  dryRun: boolean,
  lang: Language,
): string[] {
  const { subject, outcome } = removed;
  const concerned = concernedLines(removed, lang);
  return [
    visible(headOf(subject)),
    ...concerned,
    ...(concerned.length > 0 ? [''] : []),
    ...(outcome === 'removed'
      ? doneLines(folders, removed, dryRun, lang)
      : refusedLines(removed, outcome, lang)),
  ];
}

/** The records that cannot exist without the removed one, and those that refer to it. */
function concernedLines({ others, shows, names }: Removed, lang: Language): string[] {
  const block = (head: string, all: readonly unknown[], lines: readonly string[]) =>
    all.length > 0 ? ['', head, ...lines] : [];
  const without = say(
    'cannot exist without it ({count, plural, one {# record} other {# records}}):',
    lang,
    { count: others.length },
  );
  const showing = say(
    'contain it, and would be invalid ({count, plural, one {# reference} other {# references}}):',
    lang,
    { count: shows.length },
  );
  const naming = say(
    'only have its id, and stay ({count, plural, one {# reference} other {# references}}):',
    lang,
    { count: names.length },
  );
  return [
    ...block(without, others, placeLines(others, SHOWN)),
    ...block(showing, shows, refLines(shows, SHOWN)),
    ...block(naming, names, refLines(names, SHOWN)),
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
