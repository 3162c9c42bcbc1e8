// Finds the records that two states of the data do not have in the same words. Parses no record.
import { bytesAt, readFile, readValueAt, withFile } from '../../files/source/data-file.js';
import { memo } from '../../model/memo.js';
import type { PortalData } from '../workspace/portal-data.js';

/** The results for pairs of states, because several steps of a merge need them. */
const known = new WeakMap<PortalData, WeakMap<PortalData, Map<string, readonly number[]>>>();

/** The ids of the records of a collection that only one of the states has, or that are written differently in them. */
export function differingIds(a: PortalData, b: PortalData, collection: string): readonly number[] {
  const ofA = memo(known, a, () => new WeakMap<PortalData, Map<string, readonly number[]>>());
  const ofBoth = memo(ofA, b, () => new Map<string, readonly number[]>());
  return memo(ofBoth, collection, () => {
    const isSame = (file: string) => a.hasFile(file) && a.keyOf(file) === b.keyOf(file);
    const [olds, news] = [writtenIn(a, collection, isSame), writtenIn(b, collection, isSame)];
    const ids = [...new Set([...olds.keys(), ...news.keys()])];
    const differs = (id: number) => {
      const [one, other] = [olds.get(id), news.get(id)];
      return !one || !other || one.texts !== other.texts || !one.bytes.equals(other.bytes);
    };
    return ids.filter(differs).sort((a, b) => a - b);
  });
}

/** How a record is written: in its file, and the key of its text files. */
interface Written {
  readonly bytes: Buffer;
  readonly texts: string;
}

/** The records of a collection as they are written, by id. `isLeftOut`: the files that are not read. */
function writtenIn(
  data: PortalData,
  collection: string,
  isLeftOut: (file: string) => boolean,
): Map<number, Written> {
  const table = data.table(collection);
  const byFile = new Map<string, { readonly id: number; readonly start: number }[]>();
  table.ids.forEach((id, row) => {
    const { file, start } = table.placeOf(row);
    if (!isLeftOut(file)) memo(byFile, file, () => []).push({ id, start });
  });
  const written = new Map<number, Written>();
  for (const [file, records] of byFile) {
    const path = data.pathOf(file);
    const texts = data.textsKey(file);
    const { isTooLarge, ...whole } = readFile(path);
    const valueAt = (start: number) =>
      isTooLarge
        ? Buffer.from(withFile(path, (fd) => readValueAt(fd, start)))
        : bytesAt(whole, start);
    for (const { id, start } of records) written.set(id, { bytes: valueAt(start), texts });
  }
  return written;
}
