// The records of a list of a built snapshot, in their order, read from its files; a list may be one file that is
// larger than memory.
import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openData, Window } from '../../files/source/data-file.js';
import { scanFile } from '../../files/source/records.js';
import { isObject, type JsonObject } from '../../model/fields.js';

/** Visits the records of a list of a snapshot that was built with links by path; none if it is not there. */
export function visitList(dist: string, name: string, visit: (record: JsonObject) => void): void {
  let page: string | null = `/api/${name}/`;
  while (page !== null) {
    const file = join(dist, page, 'index.json');
    if (!existsSync(file)) return;
    const fd = openData(file);
    let next: string | null = null;
    try {
      scanFile(new Window(fd), false, {
        record({ value, single }) {
          if (!isObject(value)) return;
          if (!single) return visit(value);
          const { results, next: link } = value as { results: JsonObject[]; next: string | null };
          for (const record of results) visit(record);
          next = link;
        },
        fault({ kind }) {
          throw new Error(`${file}: ${kind}`);
        },
      });
    } finally {
      closeSync(fd);
    }
    page = next === null ? null : new URL(next).pathname;
  }
}
