// Computes the key of a page: a hash of everything that decides its bytes, such as the hashes of its records. Two pages
// with the same key have the same bytes, so a page whose key did not change is not made again. Each segment of a long
// page has a key, too.
import { hash } from 'node:crypto';
import { NO_ROW, type Records, rowIn } from '../link/records.js';
import { HASH_WORDS } from '../shard/format.js';
import type { PagePlan } from './pages.js';
import type { Template } from './templates.js';

/** A page with fewer rows than this has at most one segment. */
const LONG = 1000;
/**
 * If fewer words than this are free in `#notes`, the array is replaced by a larger one. One step adds a hash and the
 * number of a fragment, which take fewer words.
 */
const ROOM = 16;
/**
 * On a long page, a segment ends with a row whose hash has none of these bits (on average every 128th row), or with the
 * last row. So when a row is added, most segments stay the same.
 */
const END = 0x7f;

/** Consecutive rows of a page. */
export interface Segment {
  readonly key: string;
  /** The indices of its rows on the page: `[start, end)`. */
  readonly start: number;
  readonly end: number;
}

export interface PageKey {
  readonly key: string;
  /** The segments of the page, in order. Together they have all its rows. */
  readonly segments: readonly Segment[];
}

export class PageKeys {
  #notes = new Uint32Array(1 << 14);
  #end = 0;
  readonly #double = new Float64Array(1);
  readonly #words = new Uint32Array(this.#double.buffer);

  /** `records`: the records of each table, in the order of the portal's collections. */
  constructor(private readonly records: readonly Records[]) {}

  keyOf({ head, separator, rows, tail, shape, template }: PagePlan): PageKey {
    const segments: Segment[] = [];
    let start = 0;
    for (let end = 1; end <= rows.length; end++) {
      const own = this.#end;
      this.#row(template, rows[end - 1]!);
      const isLast = end === rows.length;
      if (!isLast && (rows.length < LONG || (this.#notes[own]! & END) !== 0)) continue;
      const key = hash('sha256', this.#notes.subarray(0, this.#end), 'hex');
      segments.push({ key, start, end });
      this.#end = 0;
      start = end;
    }
    const keys = segments.map(({ key }) => key);
    const made = JSON.stringify([head, separator, tail, shape, keys]);
    return { key: hash('sha256', made, 'hex'), segments };
  }

  /**
   * Adds to `#notes` the hash of a row and the number of its fragment. Does the same for each record that fills one of
   * its holes.
   */
  #row(template: Template | undefined, row: number): void {
    this.#reserve();
    if (row === NO_ROW) {
      for (let i = 0; i < HASH_WORDS; i++) this.#notes[this.#end++] = NOTHING;
      return;
    }
    const { table, fragment, sources } = template!; // a page with rows has a template
    const records = this.records[table]!;
    records.copyHash(row, this.#notes, this.#end);
    this.#end += HASH_WORDS;
    this.#notes[this.#end++] = fragment; // needed, because the hash is the same for all fragments of a record
    for (const source of sources) {
      switch (source.kind) {
        case 'number':
          this.#number(source.numbers[row]!);
          break;
        case 'row':
          this.#row(source.templates[source.which?.[row] ?? 0], source.rows[row]!);
          break;
        case 'inner':
          // The number of ids need not be added, because the ids are part of the record's hash.
          for (const id of records.innerIds(source.inner, row))
            this.#row(source.template, rowIn(source.index, id));
          break;
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
    if (this.#end + ROOM <= this.#notes.length) return;
    const larger = new Uint32Array(this.#notes.length * 2);
    larger.set(this.#notes);
    this.#notes = larger;
  }
}

/** The words of the hash of a row that does not exist. */
const NOTHING = 0xffffffff;
