// The records of a data folder as they are written, one at a time; the file of the last one stays open.
import { closeSync } from 'node:fs';
import type { PortalData } from '../../desk/portal-data.js';
import type { Table } from '../../engine/link/table.js';
import type { JsonObject } from '../../model/fields.js';
import { openData } from '../../source/data-file.js';
import { RecordReader } from '../../source/record-reader.js';
import { SCHEMA_KEY } from '../../source/records.js';
import { withBeside } from '../../source/texts.js';

export class Reader {
  #file: string | undefined;
  #records: RecordReader | undefined;

  constructor(readonly data: PortalData) {}

  /** The text of a record in its file. */
  text(table: Table, row: number): string {
    const { file, start } = table.placeOf(row);
    if (file !== this.#file) {
      this.close();
      this.#records = new RecordReader(openData(this.data.pathOf(file)));
      this.#file = file;
    }
    return this.#records!.text(start);
  }

  /** A record with the texts beside it. */
  record(table: Table, row: number): JsonObject {
    const { [SCHEMA_KEY]: _, ...value }: JsonObject = JSON.parse(this.text(table, row));
    return withBeside(value, this.data.textsOf(table.placeOf(row).file));
  }

  close(): void {
    if (this.#records) closeSync(this.#records.fd);
    this.#records = undefined;
    this.#file = undefined;
  }
}
