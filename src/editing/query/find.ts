// Finds records by words in their texts, in their names, and in the names of the records to which they refer.
import { statSync } from 'node:fs';
import type { RowOf } from '../../engine/link/row-findings.js';
import type { CollectionPlan, Plan } from '../../engine/plan.js';
import { recordName } from '../../model/collection.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { type DataSettings, type PortalData, visitRecords } from '../workspace/portal-data.js';
import { asWords, type Matches } from './matching.js';
import { RecordNameIndex } from './names.js';
import { referencesIn } from './references.js';
import { MOST_READ, shownValues } from './show.js';
import { type RecordSubject, subjectsOf } from './subject.js';

/**
 * Finds records, also invalid ones. First come the records with all words in their names, then those with all words in
 * their own texts, then the others; each in the order of collections, files and lines. `collection`: the only one to
 * search. `onCut`: called for a file with a very long value, of which only the beginning is searched.
 */
export function find(
  plan: Plan,
  data: PortalData,
  folders: Pick<DataSettings, 'cwd' | 'data'>,
  matches: Matches,
  collection: string | undefined,
  onCut: (file: string) => void,
): RecordSubject[] {
  const names = new RecordNameIndex(plan, data);
  const found: readonly RowOf[][] = [[], [], []];
  const large = new Map<string, boolean>();
  const isLarge = (file: string) =>
    memo(large, file, () => statSync(data.pathOf(file)).size > MOST_READ);
  for (const table of data.derivation.tables.values()) {
    if (collection !== undefined && table.name !== collection) continue;
    const { declared } = table.plan;
    const rows = [...table.ids.keys()].map((row) => ({ table, row }));
    visitRecords(data, rows, (one, record, { file }) => {
      const isCut = () => shownValues(record, table.plan.fields).some((value) => value.isCut);
      if (isLarge(file) && isCut()) onCut(file);
      if (!matches(searchedWords(table.plan, record, names))) return;
      const parts = [[recordName(declared, record) ?? ''], ownTexts(table.plan, record)];
      const rank = parts.findIndex((texts) => matches(asWords(texts)));
      found.at(rank)!.push(one); // the last one for -1
    });
  }
  return found.flatMap((rows) => subjectsOf(data, folders, rows));
}

/** All words by which a record is searched: of its id, of its texts, and of the names of records to which it refers. */
export function searchedWords(
  plan: CollectionPlan,
  record: JsonObject,
  names: RecordNameIndex,
): string {
  const named = referencesIn(plan, record).map(
    ({ reference, id }) => names.nameOf(reference.collection, id) ?? '',
  );
  return asWords([...ownTexts(plan, record), ...named]);
}

const ownTexts = ({ fields }: CollectionPlan, record: JsonObject): string[] =>
  shownValues(record, fields).flatMap(({ path, text, isText }) =>
    isText || path === 'id' ? [text] : [],
  );
