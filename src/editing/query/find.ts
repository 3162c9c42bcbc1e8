// Finds records whose names or texts contain all given words.
import type { RowOf } from '../../engine/link/row-findings.js';
import { recordName } from '../../model/collection.js';
import { fold } from '../../model/fold.js';
import { type DataSettings, type PortalData, visitRecords } from '../workspace/portal-data.js';
import type { Holds } from './matching.js';
import { shownValues } from './show.js';
import { type RecordSubject, subjectsOf } from './subject.js';

/**
 * Finds records, also invalid ones. Those with all words in their names come first; otherwise the order is that of
 * collections, files and lines. `collection`: the only one to search.
 */
export function find(
  data: PortalData,
  folders: Pick<DataSettings, 'cwd' | 'data'>,
  words: readonly Holds[],
  collection?: string,
): RecordSubject[] {
  const named: RowOf[] = [];
  const others: RowOf[] = [];
  for (const table of data.derivation.tables.values()) {
    if (collection !== undefined && table.name !== collection) continue;
    const { declared } = table.plan;
    const rows = [...table.ids.keys()].map((row) => ({ table, row }));
    visitRecords(data, rows, (one, record) => {
      const texts = shownValues(record, declared.fields).flatMap(({ text, isText }) =>
        isText ? [text] : [],
      );
      if (!hold(texts, words)) return;
      (hold([recordName(declared, record) ?? ''], words) ? named : others).push(one);
    });
  }
  return [named, others].flatMap((rows) => subjectsOf(data, folders, rows));
}

/** Whether each word is in at least one of the texts. */
function hold(texts: readonly string[], words: readonly Holds[]): boolean {
  const folded = texts.map(fold);
  return words.every((holds) => folded.some(holds));
}
