// New values for fields of existing records → edits of their files. A changed record is written as `fmt` writes it;
// every other byte of its file stays.
import { readFileSync } from 'node:fs';
import type { RowOf } from '../../engine/link/row-findings.js';
import type { Table } from '../../engine/link/table.js';
import { readRecords } from '../../files/source/records.js';
import { bytesOfText } from '../../files/source/texts.js';
import type { Json } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { refused } from '../../problems/problem.js';
import { makeFormat, written } from '../format/canonical.js';
import { type ObjectMember, readTree, type Sources } from '../format/tree.js';
import type { PortalData } from './portal-data.js';
import type { Edit } from './put.js';
import { type Splice, spliced } from './splices.js';

/** An edit of a file that exists. */
export interface EditOfOld extends Edit {
  readonly before: Buffer;
}

/** New values of a record's top-level fields, by name; undefined removes a field. */
export type NewValues = ReadonlyMap<string, Json | undefined>;

/**
 * Returns the edits that give records new values, those in text files of their own included. Throws a
 * {@link UsageError} for a file in which one of the records cannot be read without loss.
 */
export function rewritten(
  data: PortalData,
  changes: readonly (RowOf & { readonly values: NewValues; readonly sources?: Sources })[],
): EditOfOld[] {
  const byFile = new Map<string, { readonly table: Table; readonly at: Map<number, NewMembers> }>();
  const edits: EditOfOld[] = [];
  for (const { table, row, values, sources } of changes) {
    const { file, start } = table.placeOf(row);
    const own = new Map(values);
    for (const text of data.textsOf(file)) {
      const value = own.get(text.field);
      if (!own.has(text.field)) continue;
      const after = typeof value === 'string' ? bytesOfText(value) : undefined;
      // A value that does not fit into a text file is written into the record.
      if (after || value === undefined) own.delete(text.field);
      edits.push({ file: text.name, before: readFileSync(text.path), after });
    }
    if (own.size > 0)
      memo(byFile, file, () => ({ table, at: new Map() })).at.set(start, { own, sources });
  }
  for (const [file, { table, at }] of byFile) {
    const format = makeFormat(table.plan.fields);
    const splices: Splice[] = [];
    const path = data.pathOf(file);
    readRecords(path, ({ start, text, single, defects }) => {
      const news = at.get(start);
      if (!news || defects.length > 0) return;
      const edit = (members: readonly ObjectMember[]) =>
        withValues(members, news.own, news.sources);
      const now = written(format, text, single ? 'expanded' : 'line', edit).trimEnd();
      splices.push({ from: start, to: start + Buffer.byteLength(text), text: now });
    });
    if (splices.length < at.size) throw refused('data/unread', { file });
    const before = readFileSync(path);
    edits.push({ file, before, after: spliced(before, splices) });
  }
  return edits;
}

interface NewMembers {
  readonly own: NewValues;
  readonly sources: Sources | undefined;
}

/** The members of an object with the new values at the end, as `sources` has them; formatting sorts them. */
export function withValues(
  members: readonly ObjectMember[],
  values: NewValues,
  sources?: Sources,
): ObjectMember[] {
  const left = members.filter(({ name }) => !values.has(name));
  const given = [...values].flatMap(([name, value]) => {
    if (value === undefined) return [];
    const node = sources?.get(name) ?? readTree(JSON.stringify(value))!;
    return [{ name, key: JSON.stringify(name), value: node }];
  });
  return [...left, ...given];
}
