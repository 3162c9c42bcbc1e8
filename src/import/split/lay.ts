// Writes records into the files of a data folder, in the form of `fmt`. A text from the portal becomes a part of a file
// name only as a slug, so that it cannot lead out of the folder.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LINES, LIST, SINGLE } from '../../editing/format/file-edit.js';
import { recordText } from '../../editing/format/record-text.js';
import { recordFile } from '../../editing/new/place.js';
import type { CollectionPlan } from '../../engine/plan.js';
import type { Fields, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { writing } from '../../problems/failure.js';

/** How many characters are collected before they are written. */
const MOST_WAITING = 1 << 16;

/** A record as it is written, and with all known fields (`whole`). */
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
  const files = new DataWriter(folder);
  for (const { record, whole } of records) {
    files.addRecord(fileOf(plan, whole), layout.kind === 'files', plan.fields, record);
  }
  files.end();
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
  /** The files that were written to. */
  readonly names = new Set<string>();
  readonly #waiting = new Map<string, string[]>();
  #size = 0;

  constructor(private readonly folder: string) {}

  add(file: string, text: string): void {
    this.names.add(file);
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

/** Writes records into new data files. */
export class DataWriter extends FileWriter {
  /** The files that have records, each with the text that must follow its last record, such as `]`. */
  readonly #begun = new Map<string, string>();

  /** `isAlone`: whether the record is the only one of its file. */
  addRecord(file: string, isAlone: boolean, fields: Fields, record: JsonObject): void {
    const form = isAlone ? SINGLE : file.endsWith('.ndjson') ? LINES : LIST;
    const before = this.#begun.has(file) ? form.between : form.open;
    this.#begun.set(file, form.close);
    this.add(file, before + recordText(record, fields, form.layout));
  }

  end(): void {
    for (const [file, close] of this.#begun) this.add(file, close);
    this.flush();
  }
}
