// What a page is put together from, as one key: the hashes of its pieces and of those embedded in
// them, and the numbers in their slots. Two pages with the same key have the same bytes, so that an
// unchanged page need not be assembled.
import { hash } from 'node:crypto';
import type { Derivation } from './derive.js';
import { HASH_WORDS, pieceSlots } from './emit.js';
import { memo } from './memo.js';
import type { Page } from './pages.js';
import { BARE, type ShapePlan, type Slot } from './plan.js';
import { NO_ROW, type Table } from './table.js';

/** Notes what a row brings to the key. */
type Note = (row: number) => void;

export class PageKeys {
  #notes = new Uint32Array(1 << 14);
  #end = 0;
  readonly #double = new Float64Array(1);
  readonly #words = new Uint32Array(this.#double.buffer);
  readonly #shapes = new Map<string, Note>();

  constructor(private readonly derivation: Derivation) {}

  /** The key of a page of a table in a shape. */
  keyOf({ head, rows, tail }: Page, table: Table | undefined, shape: string): string {
    this.#end = 0;
    const note = table && this.#shape(table, shape);
    for (const row of rows) note!(row);
    const pieces = hash('sha256', this.#notes.subarray(0, this.#end), 'hex');
    return hash('sha256', JSON.stringify([head, tail, shape, pieces]), 'hex');
  }

  #shape(table: Table, name: string): Note {
    return memo(this.#shapes, `${table.name} ${name}`, () => {
      const shape = table.plan.shapes.get(name)!;
      let notes: Note[] | undefined;
      return (row) => {
        this.#piece(table, shape.piece, row);
        notes ??= this.#slots(table, shape); // not before: shapes embed one another
        for (const note of notes) note(row);
      };
    });
  }

  #slots(table: Table, shape: ShapePlan): Note[] {
    const slots = pieceSlots(table.plan)[shape.piece]!;
    const notes = slots.flatMap((slot) => this.#slot(table, shape, slot) ?? []);
    return slots.some(({ kind }) => kind === 'inner' || kind === 'innerText')
      ? [...notes, this.#inner(table)]
      : notes;
  }

  #slot(table: Table, shape: ShapePlan, slot: Slot): Note | undefined {
    const { derivation } = this;
    if (slot.kind === 'embed' && shape.references.get(slot.field) !== BARE) {
      const rows = derivation.rows(table, slot.field);
      const target = derivation.tables.get(slot.collection)!;
      const note = this.#shape(target, shape.references.get(slot.field)!);
      return (row) => {
        if (rows[row] !== NO_ROW) note(rows[row]!);
      };
    }
    if (slot.kind === 'embed' || slot.kind === 'number') {
      const numbers = derivation.numbers(table, slot.field);
      return (row) => this.#number(numbers[row]!);
    }
    if (slot.kind !== 'text') return undefined;
    const source = derivation.textSource(table, slot.field);
    const kinds = source.tables.map((from) => textKind(from, source.field));
    return (row) => {
      const which = source.which[row]!;
      if (source.row[row] !== NO_ROW) {
        this.#piece(source.tables[which]!, kinds[which]!, source.row[row]!);
      }
    };
  }

  /** Records that are embedded inside lists and parts, and the texts that are taken from them. */
  #inner(table: Table): Note {
    const { which, row: rows, id: ids } = table.inner;
    const targets = table.plan.inner.map(({ reference }) => {
      const target = this.derivation.tables.get(reference.collection)!;
      const note = reference.shape === undefined ? undefined : this.#shape(target, reference.shape);
      const texts = target.plan.taken.map((field) => textKind(target, field));
      return { target, note, texts };
    });
    return (row) => {
      for (let at = firstAtLeast(rows, row); rows[at] === row; at++) {
        const { target, note, texts } = targets[which[at]!]!;
        const found = note ? target.rowOf(ids[at]!) : NO_ROW;
        if (found === NO_ROW) continue;
        note!(found);
        for (const kind of texts) this.#piece(target, kind, found);
      }
    };
  }

  #piece(table: Table, kind: number, row: number): void {
    this.#reserve();
    table.copyHash(kind, row, this.#notes, this.#end);
    this.#end += HASH_WORDS;
  }

  #number(value: number): void {
    this.#reserve();
    this.#double[0] = value;
    this.#notes[this.#end++] = this.#words[0]!;
    this.#notes[this.#end++] = this.#words[1]!;
  }

  #reserve(): void {
    if (this.#end + HASH_WORDS <= this.#notes.length) return;
    const larger = new Uint32Array(this.#notes.length * 2);
    larger.set(this.#notes);
    this.#notes = larger;
  }
}

/** Taken texts are pieces after those of the shapes. */
const textKind = (table: Table, field: string) =>
  table.plan.pieces.length + table.plan.taken.indexOf(field);

function firstAtLeast(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
