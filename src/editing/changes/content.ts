// The content of a record as text, for comparing two states of the data. White space and the order of keys do not
// count.
import { inWriting } from '../../engine/compile/written.js';
import type { DataFile } from '../../files/source/files.js';
import type { RawRecord } from '../../files/source/records.js';
import { readTextFile } from '../../files/source/texts.js';
import { canonical } from '../../model/canonical.js';
import { isObject, type Json } from '../../model/fields.js';

/**
 * Returns the content of a record as text, which is equal for equal keys and values. Values of fields that accept any
 * JSON are compared as they are written.
 */
export function contentOf(
  { value, text, single, defects }: RawRecord,
  { texts = [] }: DataFile,
): string {
  if (defects.length > 0) return text; // JSON.parse lost something
  if (!single || !isObject(value)) return canonical(inWriting(value as Json)); // what JSON.parse returned
  const { $schema: _, ...record } = value; // helps text editors; it is no data
  const beside = texts.map(({ field, path }) => {
    const read = readTextFile(path);
    return [field, read.kind === 'text' ? read.text : { unreadable: read.hash }] as const;
  });
  // It makes no difference whether a text is in the record's own file or in a file beside it.
  return canonical(inWriting({ ...record, ...Object.fromEntries(beside) }));
}
