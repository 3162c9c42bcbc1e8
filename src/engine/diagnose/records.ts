// What is known of a record that is given by its place: its row, its name, its line and column.
import { FileReader, readRecordAt } from '../../files/source/data-file.js';
import type { DataFile } from '../../files/source/files.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { placeBytes } from '../../files/source/places.js';
import { type Collection, recordName } from '../../model/collection.js';
import { isObject } from '../../model/fields.js';
import { memo, once } from '../../model/memo.js';
import type { RecordPlace } from '../../problems/problem.js';
import type { Tables } from '../link/derive.js';
import type { Across, RowOf } from '../link/row-findings.js';
import type { Table } from '../link/table.js';

/** The data files, and the text files beside them, by name. `owner`: the data file that has the record of the text. */
export type Sources = ReadonlyMap<string, { readonly path: string; readonly owner: DataFile }>;

/** The records of the data, by their places. */
export class PlacedRecords {
  /** Reads the files that have findings, and those with records that findings mention. */
  readonly reader = new FileReader();
  readonly #names = new Map<string, string>();
  /** For each file, the byte offsets of the records whose places {@link lineAndColumn} can return. */
  readonly #starts = new Map<string, number[]>();
  /**
   * For each file, the places of the records in {@link #starts}, by byte offset. They are found in one pass over each
   * file. One pass for each record could take hours.
   */
  readonly #places = once(
    () =>
      new Map(
        [...this.#starts].map(([file, starts]) => {
          const found = placeBytes(this.pathOf(file), starts, this.reader.read);
          return [file, new Map(starts.map((start, i) => [start, found[i]!]))] as const;
        }),
      ),
  );

  /** `findings`: those that may mention other records. */
  constructor(
    private readonly sources: Sources,
    readonly tables: Tables,
    findings: Across['findings'],
  ) {
    for (const { about, place } of findings) {
      for (const { file, start } of about ? [about, place] : []) {
        memo(this.#starts, file, () => []).push(start);
      }
    }
  }

  pathOf(file: string): string {
    return this.sources.get(file)!.path;
  }

  /** The data file that has the records of a file. */
  ownerOf(file: string): DataFile {
    return this.sources.get(file)!.owner;
  }

  tableOf(file: string): Table {
    return this.tables.get(this.ownerOf(file).collection)!;
  }

  declaredOf(file: string): Collection {
    return this.tableOf(file).plan.declared;
  }

  rowOf(place: RecordPlace): RowOf {
    const table = this.tableOf(place.file);
    return { table, row: table.rowAt(place.file, place.start) };
  }

  /** Returns where a record begins. Works only for records that a finding mentions, and those with such findings. */
  lineAndColumn({ file, start }: RecordPlace): LineAndColumn {
    return this.#places().get(file)!.get(start)!;
  }

  /** Returns the name of a record, see {@link recordName}; undefined if it has none. */
  nameOf({ file, start }: RecordPlace): string | undefined {
    const declared = this.declaredOf(file);
    if (declared.named.length === 0) return undefined;
    const name = memo(this.#names, `${start} ${file}`, () => {
      const record = readRecordAt(this.pathOf(file), start);
      return (isObject(record) && recordName(declared, record)) || ''; // `memo` would not keep undefined
    });
    return name || undefined;
  }
}
