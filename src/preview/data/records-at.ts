// Finds the records at places in data files, so that a problem can link to the form of its record.
import { shownName } from '../../editing/workspace/portal-data.js';
import type { RowOf } from '../../engine/link/row-findings.js';
import { readFile, valueAt } from '../../files/source/data-file.js';
import { LineWalker } from '../../files/source/lines.js';
import { memo } from '../../model/memo.js';
import type { Where } from '../../problems/placed.js';
import type { NamedDto } from '../browser/dto.js';
import type { DataReading } from './reading.js';

type Place = Pick<Where, 'file' | 'line' | 'column'>;

/** The record at each place; none if no record with an id of its own could be read there. */
export function recordsAt(
  reading: DataReading,
  places: readonly Place[],
): ReadonlyMap<Place, NamedDto> {
  const found = new Map<Place, NamedDto>();
  const byFile = new Map<string, Place[]>();
  for (const place of places) memo(byFile, place.file, () => []).push(place);
  for (const [file, own] of byFile) {
    const rows = rowsIn(reading, file);
    if (rows.length > 0) look(reading, rows, own, found);
  }
  return found;
}

interface Begun extends RowOf {
  readonly start: number;
}

/** The rows of the records in a file, in the order of the file. `file`: relative to the working folder. */
function rowsIn({ data, settings }: DataReading, file: string): readonly Begun[] {
  for (const table of data.derivation.tables.values()) {
    const name = data.filesOf(table.name).find((name) => shownName(settings, name) === file);
    if (name === undefined) continue;
    return [...table.ids.keys()]
      .flatMap((row) => {
        const place = table.placeOf(row);
        return place.file === name ? [{ table, row, start: place.start }] : [];
      })
      .sort((a, b) => a.start - b.start);
  }
  return [];
}

function look(
  reading: DataReading,
  rows: readonly Begun[],
  places: readonly Place[],
  found: Map<Place, NamedDto>,
): void {
  const { table, row } = rows[0]!;
  const file = readFile(reading.data.pathOf(table.placeOf(row).file));
  const walker = new LineWalker(file);
  for (const place of [...places].sort((a, b) => a.line - b.line || a.column - b.column)) {
    walker.toPlace(place);
    const one = rows.findLast(({ start }) => start <= walker.offset);
    if (!one || one.table.isCopy(one.row)) continue;
    const end = one.start + Buffer.byteLength(valueAt(file, one.start));
    if (walker.offset < end)
      found.set(place, reading.named(one.table.name, one.table.ids[one.row]!));
  }
}
