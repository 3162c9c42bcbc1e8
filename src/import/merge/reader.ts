// Reads records of a data folder from their files, one at a time. The last file stays open for the next record.
import { closeSync } from 'node:fs';
import type { PortalData } from '../../editing/workspace/portal-data.js';
import type { Table } from '../../engine/link/table.js';
import { openData } from '../../files/source/data-file.js';
import { RecordReader } from '../../files/source/record-reader.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import { withBeside } from '../../files/source/texts.js';
import { canonical } from '../../model/canonical.js';
import type { JsonObject } from '../../model/fields.js';
import { thin } from '../split/thin.js';

/** The fields of a record without its id, with their values as JSON text that is the same for equal values. */
export type FieldTexts = ReadonlyMap<string, string>;

export class Reader {
  #file: string | undefined;
  #records: RecordReader | undefined;

  constructor(readonly data: PortalData) {}

  /** A record, with its texts that have files of their own. */
  record(table: Table, row: number): JsonObject {
    const { file, start } = table.placeOf(row);
    if (file !== this.#file) {
      this.close();
      this.#records = new RecordReader(openData(this.data.pathOf(file)));
      this.#file = file;
    }
    const { [SCHEMA_KEY]: _, ...value }: JsonObject = JSON.parse(this.#records!.text(start));
    return withBeside(value, this.data.textsOf(file));
  }

  /** The fields of a record as its files give them. */
  written(table: Table, row: number): FieldTexts {
    return textsOf(this.record(table, row));
  }

  /** The same without values that would be published anyway, as an import writes a record. */
  thinned(table: Table, row: number): FieldTexts {
    const record = this.record(table, row);
    // What other records tell is not looked up: such values stay as they are written.
    const thinned = thin(
      record,
      table.plan.fields,
      () => true,
      () => undefined,
    );
    return textsOf(thinned);
  }

  close(): void {
    if (this.#records) closeSync(this.#records.fd);
    this.#records = undefined;
    this.#file = undefined;
  }
}

const textsOf = ({ id: _, ...fields }: JsonObject): FieldTexts =>
  new Map(Object.entries(fields).map(([name, value]) => [name, canonical(value ?? null)]));
