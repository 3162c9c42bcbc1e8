// What `remove` deleted, or why it deleted nothing, as lines for a terminal.
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { headOf, placeLines, refLines, withholdingLine } from '../query/text.js';
import { shownName } from '../workspace/portal-data.js';
import type { Removed } from './remove.js';

/** How many records of each collection are listed at most. */
const SHOWN = 20;

/** Why nothing is removed. */
const WHY_NOT = {
  shown: sentence(
    'nothing is removed: give the records that show it another one first, or take it out of them',
  ),
  errors: sentence('nothing is removed: the data would have these errors'),
};

/** `flags`: appended to each command that is suggested, such as ` --data other/data`. */
export function removedLines(
  folders: Parameters<typeof shownName>[0],
  removed: Removed,
  dryRun: boolean,
  lang: Language,
  flags = '',
): string[] {
  const { subject, others, shows, names, outcome, edits, givers, toWithhold } = removed;
  const lines = [visible(headOf(subject))];
  if (others.length > 0) {
    const count = { count: others.length };
    lines.push(
      '',
      say('cannot be without it ({count, plural, one {# record} other {# records}}):', lang, count),
      ...placeLines(others, SHOWN),
    );
  }
  if (shows.length > 0) {
    const count = { count: shows.length };
    lines.push(
      '',
      say(
        'show it, and would show nothing ({count, plural, one {# reference} other {# references}}):',
        lang,
        count,
      ),
      ...refLines(shows, SHOWN),
    );
  }
  if (names.length > 0) {
    const count = { count: names.length };
    lines.push(
      '',
      say(
        'only give its number, and stay ({count, plural, one {# reference} other {# references}}):',
        lang,
        count,
      ),
      ...refLines(names, SHOWN),
    );
  }
  if (lines.length > 1) lines.push('');
  const records = others.length + 1;
  if (outcome === 'removed') {
    const values = { records, files: edits.length };
    lines.push(
      say(
        dryRun
          ? 'would be removed: {records, plural, one {# record} other {# records}}, from {files, plural, one {# file} other {# files}}; nothing is written'
          : 'removed: {records, plural, one {# record} other {# records}}, from {files, plural, one {# file} other {# files}}',
        lang,
        values,
      ),
    );
    for (const { file, after } of edits) {
      lines.push(
        `  ${visible(shownName(folders, file))}${after ? '' : `  (${say('the whole file', lang)})`}`,
      );
    }
  } else {
    lines.push(
      outcome === 'referred'
        ? say(
            'nothing is removed: other records refer to it; --cascade removes {records, plural, one {# record} other {# records}}',
            lang,
            { records },
          )
        : say(WHY_NOT[outcome], lang),
    );
    if (givers.length > 0)
      lines.push(
        say('first change or remove these records, from which others take its number:', lang),
      );
    for (const { singular, of, from } of givers.slice(0, SHOWN)) {
      const which = `${singular} ${of}`;
      const change = `npx portal-snapshot change ${which} --${from} ID${flags}`;
      const remove = `npx portal-snapshot remove ${which} --cascade${flags}`;
      lines.push(visible(`  ${say('{change}  (or {remove})', lang, { change, remove })}`));
    }
    if (givers.length > SHOWN) lines.push('  …');
    if (toWithhold) {
      const place = `${subject.file}:${subject.line}`;
      lines.push(withholdingLine(toWithhold, place, lang));
    }
  }
  return lines;
}
