// Finds the records that two states of the data do not have in the same words. Parses no record.
import { readFile, readValueAt, valueAt, withFile } from '../../files/source/data-file.js';
import { memo } from '../../model/memo.js';
import { hashAt } from '../workspace/file-hash.js';
import type { PortalData } from '../workspace/portal-data.js';

/** The same for two files if their bytes and those of their text files are the same; undefined without such a file. */
export const fileKey = (data: PortalData, file: string): string | undefined =>
  data.hasFile(file) ? hashAt(data.pathOf(file)) + textsKey(data, file) : undefined;

const textsKey = (data: PortalData, file: string): string =>
  JSON.stringify(data.textsOf(file).map(({ field, path }) => [field, hashAt(path)]));

/** The ids of the records of a collection that only one of the states has, or that are written differently in them. */
export function differingIds(a: PortalData, b: PortalData, collection: string): number[] {
  const same = new Map<string, boolean>();
  const isSame = (file: string) =>
    memo(same, file, () => a.hasFile(file) && fileKey(a, file) === fileKey(b, file));
  const [olds, news] = [writtenIn(a, collection, isSame), writtenIn(b, collection, isSame)];
  const ids = [...new Set([...olds.keys(), ...news.keys()])];
  return ids.filter((id) => olds.get(id) !== news.get(id)).sort((a, b) => a - b);
}

/** The records of a collection as they are written, by id. `isLeftOut`: the files that are not read. */
function writtenIn(
  data: PortalData,
  collection: string,
  isLeftOut: (file: string) => boolean,
): Map<number, string> {
  const table = data.table(collection);
  const byFile = new Map<string, { readonly id: number; readonly start: number }[]>();
  table.ids.forEach((id, row) => {
    const { file, start } = table.placeOf(row);
    if (!isLeftOut(file)) memo(byFile, file, () => []).push({ id, start });
  });
  const written = new Map<number, string>();
  for (const [file, records] of byFile) {
    const path = data.pathOf(file);
    const texts = textsKey(data, file);
    const { isTooLarge, ...whole } = readFile(path);
    const textAt = (start: number) =>
      isTooLarge ? withFile(path, (fd) => readValueAt(fd, start)) : valueAt(whole, start);
    for (const { id, start } of records) written.set(id, textAt(start) + texts);
  }
  return written;
}
