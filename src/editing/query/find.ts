// Finds records that have all given words in their names or texts.
import type { RowOf } from '../../engine/link/row-findings.js';
import { recordName } from '../../model/collection.js';
import { type Fields, isObject, type JsonObject, type Type } from '../../model/fields.js';
import { fold } from '../../model/fold.js';
import { plainText } from '../../model/html/plain-text.js';
import { type DataSettings, type PortalData, visitRecords } from '../workspace/portal-data.js';
import type { Holds } from './matching.js';
import { type RecordSubject, subjectsOf } from './subject.js';

/**
 * Finds records, also invalid ones. Records with all words in their names come first; the others are sorted by
 * collection, file and line. `collection`: searches only this one.
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
      if (!hold([...textsOf(record, declared.fields)], words)) return;
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

/** The texts of a record as people read them: without markup, and without times, dates and choices. */
function* textsOf(record: JsonObject, fields: Fields): Generator<string> {
  const pending: { readonly value: unknown; readonly type: Type | undefined }[] = [];
  const open = (object: JsonObject, among: Fields) => {
    for (const [name, value] of Object.entries(object)) {
      pending.push({ value, type: Object.hasOwn(among, name) ? among[name]!.type : undefined });
    }
  };
  open(record, fields);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, type } = next;
    if (typeof value === 'string') {
      if (type === undefined || type.kind === 'any-list') yield value;
      else if (type.kind === 'text') yield type.html ? plainText(value) : value;
    } else if (Array.isArray(value)) {
      for (const element of value) {
        pending.push({ value: element, type: type?.kind === 'list' ? type.of : undefined });
      }
    } else if (isObject(value)) open(value, type?.kind === 'part' ? type.fields : {});
  }
}
