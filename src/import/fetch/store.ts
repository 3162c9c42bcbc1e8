// Stores the records of fetched pages in files, one record on each line, because they may not fit into memory.
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter } from '../../editing/format/data-writer.js';
import { readRecords } from '../../files/source/records.js';
import type { JsonObject } from '../../model/fields.js';

export class BodyStore {
  /** `folder`: a folder that no other user can read. */
  constructor(private readonly folder: string) {}

  /**
   * Calls `read` to read a page, and stores each record that `read` passes to `keep`. Pages with the same bytes are
   * stored once. `body` in the result is the SHA-256 of the page.
   */
  keep<T>(
    bytes: Buffer,
    read: (keep: (record: JsonObject) => void) => T,
  ): T & { readonly body: string } {
    const body = hash('sha256', bytes, 'hex');
    if (existsSync(join(this.folder, fileOf(body)))) return { ...read(() => {}), body };
    const files = new FileWriter(this.folder);
    const add = (line: string) => files.add(fileOf(body), line);
    add(''); // a page without records has a file, too
    const result = read((record) => add(`${JSON.stringify(record)}\n`));
    files.flush();
    return { ...result, body };
  }

  /** Visits the stored records of a page. `body`: the SHA-256 of the page. */
  visit(body: string, visit: (record: JsonObject) => void): void {
    // This cast is right, because the records were checked before they were stored.
    readRecords(join(this.folder, fileOf(body)), ({ value }) => visit(value as JsonObject));
  }
}

const fileOf = (body: string): string => `${body}.ndjson`;
