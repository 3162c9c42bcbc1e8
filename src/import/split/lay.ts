// Writes records into the files of a data folder, in the form of `fmt`. A text from the portal becomes a part of a file
// name only as a slug, so that it cannot lead out of the folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataWriter } from '../../editing/format/data-writer.js';
import { homeByLayout } from '../../editing/new/place.js';
import type { CollectionPlan } from '../../engine/plan.js';
import type { JsonObject } from '../../model/fields.js';

/** A record as it is written, and with all known fields (`whole`). */
export interface Laid {
  readonly record: JsonObject;
  readonly whole: JsonObject;
}

/** Writes the files of a collection, after deleting old ones. `records`: sorted by id. */
export function layCollection(folder: string, plan: CollectionPlan, records: Iterable<Laid>): void {
  const { name } = plan.declared;
  for (const own of [name, `${name}.json`, `${name}.ndjson`]) {
    rmSync(join(folder, own), { recursive: true, force: true });
  }
  const files = new DataWriter(folder);
  for (const { record, whole } of records) {
    files.addRecord(homeByLayout(plan, whole), plan.fields, record);
  }
  files.end();
}
