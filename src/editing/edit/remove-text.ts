// What `remove` deleted, or why it deleted nothing, as lines for a terminal.
import type { Language } from '../../problems/messages/catalogue.js';
import { visible } from '../../problems/text/visible.js';
import { headOf, placeLines, refLines } from '../query/text.js';
import { words as queryWords } from '../query/words.js';
import { shownName } from '../workspace/portal-data.js';
import type { Removed } from './remove.js';
import { words } from './words.js';

/** How many records of each collection are listed at most. */
const SHOWN = 20;

/** `flags`: appended to each command that is suggested, such as ` --data other/data`. */
export function removedLines(
  folders: Parameters<typeof shownName>[0],
  removed: Removed,
  dryRun: boolean,
  lang: Language,
  flags = '',
): string[] {
  const said = words[lang].remove;
  const { subject, others, shows, names, outcome, edits, givers, toWithhold } = removed;
  const lines = [visible(headOf(subject))];
  if (others.length > 0) lines.push('', said.others(others.length), ...placeLines(others, SHOWN));
  if (shows.length > 0) lines.push('', said.shows(shows.length), ...refLines(shows, SHOWN));
  if (names.length > 0) lines.push('', said.names(names.length), ...refLines(names, SHOWN));
  if (lines.length > 1) lines.push('');
  const records = others.length + 1;
  if (outcome === 'removed') {
    const tell = dryRun ? said.wouldRemove : said.removed;
    lines.push(tell(records, edits.length));
    for (const { file, after } of edits) {
      lines.push(`  ${visible(shownName(folders, file))}${after ? '' : `  (${said.gone})`}`);
    }
  } else {
    lines.push(outcome === 'referred' ? said.referred(records) : said[outcome]);
    if (givers.length > 0) lines.push(said.givers);
    for (const { singular, of, from } of givers.slice(0, SHOWN)) {
      const which = `${singular} ${of}`;
      const change = `npx portal-snapshot change ${which} --${from} ID${flags}`;
      lines.push(
        visible(`  ${said.giver(change, `npx portal-snapshot remove ${which} --cascade${flags}`)}`),
      );
    }
    if (givers.length > SHOWN) lines.push('  …');
    if (toWithhold) {
      const { field, value } = toWithhold;
      const place = `${subject.file}:${subject.line}`;
      lines.push(visible(queryWords[lang].toWithhold(field, value, place)));
    }
  }
  return lines;
}
