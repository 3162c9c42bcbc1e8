// Makes a text of the content of a record, to compare two states of the data. White space and the order of keys do
// not matter.
import { inWriting } from '../../engine/compile/written.js';
import type { DataFile } from '../../files/source/files.js';
import type { RawRecord } from '../../files/source/records.js';
import { readTextFile } from '../../files/source/texts.js';
import { canonical } from '../../model/canonical.js';
import { isObject, type Json } from '../../model/fields.js';

/**
 * Returns a text that is the same for the same keys and values. Values that may have any form are only the same if
 * they are also written alike.
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
  // Adds the texts of text files, so that it does not matter in which file a text is.
  return canonical(inWriting({ ...record, ...Object.fromEntries(beside) }));
}
