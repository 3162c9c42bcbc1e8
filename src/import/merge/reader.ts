// Reads records of a data folder from their files, one at a time. The last file stays open for the next record.
import { closeSync } from 'node:fs';
import type { PortalData } from '../../editing/workspace/portal-data.js';
import { NO_ROW } from '../../engine/link/table.js';
import { openData } from '../../files/source/data-file.js';
import { RecordReader } from '../../files/source/record-reader.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import { withBeside } from '../../files/source/texts.js';
import type { JsonObject } from '../../model/fields.js';

export class Reader {
  #file: string | undefined;
  #records: RecordReader | undefined;

  constructor(readonly data: PortalData) {}

  /** A record, with its texts that have files of their own; undefined if there is none. */
  record(collection: string, id: number): JsonObject | undefined {
    const table = this.data.table(collection);
    const row = table.rowOf(id);
    if (row === NO_ROW) return undefined;
    const { file, start } = table.placeOf(row);
    if (file !== this.#file) {
      this.close();
      this.#records = new RecordReader(openData(this.data.pathOf(file)));
      this.#file = file;
    }
    const { [SCHEMA_KEY]: _, ...value }: JsonObject = JSON.parse(this.#records!.text(start));
    return withBeside(value, this.data.textsOf(file));
  }

  close(): void {
    if (this.#records) closeSync(this.#records.fd);
    this.#records = undefined;
    this.#file = undefined;
  }
}
