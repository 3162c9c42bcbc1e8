// Writes records into the files of a data folder, in the form of `fmt`, with the files that the collection declares.
// A text of the portal only gets into a file name as a slug.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LINES, LIST, SINGLE } from '../../editing/format/file-edit.js';
import { recordText } from '../../editing/format/record-text.js';
import { recordFile } from '../../editing/new/place.js';
import type { CollectionPlan } from '../../engine/plan.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { writing } from '../../problems/failure.js';

/** How many characters are collected before they are written. */
const MOST_WAITING = 1 << 16;

/** A record as it is to be written; `whole` has all known fields. */
export interface Laid {
  readonly record: JsonObject;
  readonly whole: JsonObject;
}

/** Writes the files of a collection, after deleting old ones. `records`: sorted by id. */
export function layCollection(folder: string, plan: CollectionPlan, records: Iterable<Laid>): void {
  const { name, layout } = plan.declared;
  for (const own of [name, `${name}.json`, `${name}.ndjson`]) {
    rmSync(join(folder, own), { recursive: true, force: true });
  }
  const form = { list: LIST, lines: LINES, files: SINGLE }[layout.kind];
  const files = new FileWriter(folder);
  const begun = new Set<string>();
  for (const { record, whole } of records) {
    const file = fileOf(plan, whole);
    const before = begun.has(file) ? form.between : form.open;
    begun.add(file);
    files.add(file, before + recordText(record, plan.fields, form.layout));
  }
  for (const file of begun) files.add(file, form.close);
  files.flush();
}

function fileOf(plan: CollectionPlan, record: JsonObject): string {
  const { name, layout } = plan.declared;
  if (layout.kind === 'list') return `${name}.json`;
  if (layout.kind === 'files') {
    return recordFile(plan, name, layout.digits, true, record['id'] as number, record);
  }
  if (layout.byYearOf === undefined) return `${name}.ndjson`;
  const year = /^\d{4}/.exec(String(record[layout.byYearOf]))?.[0] ?? 'others';
  return `${name}/${year}.ndjson`;
}

/** Appends to several files at the same time, with a buffer for each. */
export class FileWriter {
  readonly #waiting = new Map<string, string[]>();
  #size = 0;

  constructor(private readonly folder: string) {}

  add(file: string, text: string): void {
    memo(this.#waiting, file, () => []).push(text);
    this.#size += text.length;
    if (this.#size >= MOST_WAITING) this.flush();
  }

  flush(): void {
    for (const [file, texts] of this.#waiting) {
      const path = join(this.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writing(path, () => appendFileSync(path, texts.join('')));
    }
    this.#waiting.clear();
    this.#size = 0;
  }
}
