// Writes new files piece by piece, because what they hold may not fit into memory.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fields, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { writing } from '../../problems/failure.js';
import { formOf, type Home } from './file-edit.js';
import { recordText } from './record-text.js';

/** How many characters are collected before they are written. */
const MOST_WAITING = 1 << 16;

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

  addRecord(home: Home, fields: Fields, record: JsonObject): void {
    const { file } = home;
    const { layout, open, between, close } = formOf(home);
    const before = this.#begun.has(file) ? between : open;
    this.#begun.set(file, close);
    this.add(file, before + recordText(record, fields, layout));
  }

  end(): void {
    for (const [file, close] of this.#begun) this.add(file, close);
    this.flush();
  }
}
