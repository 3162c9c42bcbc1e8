// What is kept of the records of a page: columns of numbers, since there may be a million records.
import { quote } from '../../../problems/quote.js';
import type { Row, RowList } from './order.js';

/** The most values of a column that are kept though neither numbers nor null; only odd ids are. */
const MAX_ODD = 1000;
const MAX_TEXT = 100;

export class Rows implements RowList {
  length = 0;
  readonly #columns: ReadonlyMap<string, Column>;

  constructor(fields: readonly string[]) {
    this.#columns = new Map(fields.map((field) => [field, new Column()]));
  }

  push(row: Row): void {
    for (const [field, column] of this.#columns) column.push(row[field]);
    this.length++;
  }

  id(place: number): unknown {
    return this.#columns.get('id')!.at(place);
  }

  at(place: number): Row | undefined {
    if (place >= this.length) return undefined;
    const row: Record<string, unknown> = {};
    for (const [field, column] of this.#columns) row[field] = column.at(place);
    return row;
  }

  /** The memory that they take, in bytes, roughly. */
  get cost(): number {
    let cost = 0;
    for (const column of this.#columns.values()) cost += column.cost;
    return cost;
  }
}

/** Stand for null and for odd values: no number of a record is infinite or NaN. */
const NULL = Number.NEGATIVE_INFINITY;
const ODD = Number.NaN;
const PIECE = 8192;

class Column {
  /** In pieces: one long array would be copied each time that it grows. */
  readonly #pieces: number[][] = [[]];
  #length = 0;
  #odd: Map<number, unknown> | undefined;

  push(value: unknown): void {
    const isOdd = typeof value !== 'number' && value !== null;
    if (isOdd && value !== undefined) this.#keep(value);
    if (this.#length++ % PIECE === 0 && this.#length > 1) this.#pieces.push([]);
    this.#pieces.at(-1)!.push(isOdd ? ODD : (value ?? NULL));
  }

  at(place: number): unknown {
    const number = this.#pieces[Math.floor(place / PIECE)]![place % PIECE]!;
    if (number === NULL) return null;
    return Number.isNaN(number) ? this.#odd?.get(place) : number;
  }

  get cost(): number {
    return this.#length * 8 + (this.#odd?.size ?? 0) * 2 * MAX_TEXT;
  }

  #keep(value: unknown): void {
    this.#odd ??= new Map();
    if (this.#odd.size === MAX_ODD) return;
    const isShort = typeof value === 'string' && value.length <= MAX_TEXT;
    this.#odd.set(this.#length, isShort ? value : quote(value));
  }
}

/** The rows of several pages, one after another. */
export class AllRows implements RowList {
  readonly #starts: number[] = [];
  readonly length: number;

  constructor(private readonly parts: readonly Rows[]) {
    let length = 0;
    for (const part of parts) {
      this.#starts.push(length);
      length += part.length;
    }
    this.length = length;
  }

  at(place: number): Row | undefined {
    let [low, high] = [0, this.parts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= place) low = middle;
      else high = middle;
    }
    return this.parts[low]?.at(place - this.#starts[low]!);
  }
}
