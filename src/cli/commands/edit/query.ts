// `find`, `show` and `refs`: read the data, even if it has errors.

import { find as findRecords } from '../../../editing/query/find.js';
import { matching } from '../../../editing/query/matching.js';
import { referrersOf } from '../../../editing/query/references.js';
import { show as showRecord } from '../../../editing/query/show.js';
import {
  collectionNamed,
  missing,
  resolveRecord,
  resolveRow,
  rowOf,
  subjectsOf,
} from '../../../editing/query/subject.js';
import { foundLines, headOf, refsLines, shownLines } from '../../../editing/query/text.js';
import { openData, shownName } from '../../../editing/workspace/portal-data.js';
import { refused, UsageError } from '../../../problems/problem.js';
import { countsOf } from '../../../problems/report.js';
import { say, sentence } from '../../../problems/say.js';
import { visible, visibleJson } from '../../../problems/text/visible.js';
import type { Frame, Run } from '../../command.js';

interface RecordGiven {
  readonly collection: string;
  readonly id: string;
}

/** Reads the data. Warns if it has errors, and says how many. */
async function opened({ portal, options, warn }: Frame) {
  const opened = await openData(portal, options);
  const { errors } = countsOf(opened.data.problems);
  if (errors > 0)
    warn(
      sentence(
        'the data has errors ({count}), so something may be missing here: `{command}` tells which',
        { count: errors, command: opened.data.checking },
      ),
    );
  return opened;
}

const onlyBeginning = (file: string) =>
  sentence('{file} has a value of more than 64 million characters: only its beginning is read', {
    file,
  });

/** `find`: lists the records that contain the words, each with its file and line. */
export const find: Run<{ words: readonly string[]; in?: string }> = async (
  { words, in: name },
  frame,
) => {
  const { portal, lang, reporter } = frame;
  const matches = matching(words.join(' '));
  if (!matches) throw refused('write a word to find: letters or digits');
  const only = name === undefined ? undefined : collectionNamed(portal, name).name;
  const { plan, data, settings } = await opened(frame);
  const found = findRecords(plan, data, settings, matches, only, (file) =>
    frame.warn(onlyBeginning(shownName(settings, file))),
  );
  const records = found.map(({ collection, id, name, file, line }) => {
    return { collection, id: id || null, name: name ?? null, file, line };
  });
  if (reporter === 'json') return { ok: true, output: [visibleJson(records)] };
  return { ok: true, output: found.length > 0 ? foundLines(found) : [say('nothing found', lang)] };
};

/** `show`: shows a record with the names of the records to which it refers. If the record is withheld, says why. */
export const show: Run<RecordGiven> = async ({ collection, id }, frame) => {
  const { lang } = frame;
  const { settings, data, plan } = await opened(frame);
  const row = resolveRow(plan, data, { of: collection, id });
  const shown = showRecord(settings, data, row);
  if (shown.values.some(({ isCut }) => isCut)) frame.warn(onlyBeginning(shown.subject.file));
  return { ok: true, output: shownLines(shown, lang) };
};

/**
 * `refs`: lists the references to a record. If the record itself does not exist, they are still listed, and the
 * command fails.
 */
export const refs: Run<RecordGiven> = async ({ collection, id }, frame) => {
  const { lang, reporter } = frame;
  const { settings, data, plan } = await opened(frame);
  const wanted = resolveRecord(plan, data, { of: collection, id });
  const found = referrersOf(data, settings, wanted);
  const row = rowOf(data, wanted);
  const { singular } = data.table(wanted.collection).plan.declared;
  if (!row) {
    const why = missing(data, wanted);
    if (found.length === 0) throw new UsageError(why);
    process.stderr.write(`${visible(say(why, lang))}\n`);
  }
  const head = row ? headOf(subjectsOf(data, settings, [row])[0]!) : `${singular} ${wanted.id}`;
  const places = found.map(({ collection, id, path, file, line }) => {
    return { collection, id, path, file, line };
  });
  const ok = row !== undefined;
  if (reporter === 'json') return { ok, output: [visibleJson(places)] };
  return { ok, output: refsLines(head, found, lang) };
};
