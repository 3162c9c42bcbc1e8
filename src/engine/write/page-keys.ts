// What a page is put together from, as one key: the hashes of its records and of those embedded in
// them, and the numbers in their slots. Two pages with the same key have the same bytes, so that an
// unchanged page need not be assembled.
import { hash } from 'node:crypto';
import { NO_ROW, type Table } from '../link/table.js';
import { HASH_WORDS } from '../unit/format.js';
import type { Page } from './pages.js';
import type { Template, Templates } from './templates.js';

export class PageKeys {
  #notes = new Uint32Array(1 << 14);
  #end = 0;
  readonly #double = new Float64Array(1);
  readonly #words = new Uint32Array(this.#double.buffer);

  constructor(private readonly templates: Templates) {}

  /** The key of a page of a table in a shape. */
  keyOf({ head, rows, tail }: Page, table: Table | undefined, shape: string): string {
    this.#end = 0;
    const template = table && this.templates.shape(table, shape);
    for (const row of rows) this.#row(template!, row);
    const pieces = hash('sha256', this.#notes.subarray(0, this.#end), 'hex');
    return hash('sha256', JSON.stringify([head, tail, shape, pieces]), 'hex');
  }

  /** Adds a row's hash, its piece, and the same of all that may fill its slots, used or not. */
  #row({ table, piece, sources }: Template, row: number): void {
    this.#reserve();
    if (row === NO_ROW) {
      this.#notes.fill(NOTHING, this.#end, this.#end + HASH_WORDS);
      this.#end += HASH_WORDS;
      return;
    }
    table.copyHash(row, this.#notes, this.#end);
    this.#end += HASH_WORDS;
    this.#notes[this.#end++] = piece; // the hash is of all pieces of the record
    for (const source of sources) {
      switch (source.kind) {
        case 'number':
          this.#number(source.numbers[row]!);
          break;
        case 'row':
          this.#row(source.templates[source.which?.[row] ?? 0]!, source.rows[row]!);
          break;
        case 'inner': {
          const ids = table.innerIds(source.inner, row);
          this.#number(ids.length);
          for (const id of ids) this.#row(source.template, source.template.table.rowOf(id));
          break;
        }
      }
    }
  }

  #number(value: number): void {
    this.#reserve();
    this.#double[0] = value;
    this.#notes[this.#end++] = this.#words[0]!;
    this.#notes[this.#end++] = this.#words[1]!;
  }

  #reserve(): void {
    if (this.#end + HASH_WORDS + 1 <= this.#notes.length) return;
    const larger = new Uint32Array(this.#notes.length * 2);
    larger.set(this.#notes);
    this.#notes = larger;
  }
}

/** Stands for each word of a hash where there is no piece. */
const NOTHING = 0xffffffff;
