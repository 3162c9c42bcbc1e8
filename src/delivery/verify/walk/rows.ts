// What is kept of the records of a page: a list of values for each field, since there may be a million records.
import { quote } from '../../../problems/quote.js';
import type { RecordFields, RowList } from './order.js';

/** The most values of a field that are kept though neither numbers nor null; only odd ids are. */
const MAX_ODD = 1000;
const MAX_TEXT = 100;

export class RecordColumns implements RowList {
  length = 0;
  #odd = 0;
  /** Bytes of values that are not in the lists themselves. */
  #beside = 0;
  readonly #columns: readonly unknown[][];

  /** The first field is the id. */
  constructor(private readonly fields: readonly string[]) {
    this.#columns = fields.map(() => []);
  }

  push(row: RecordFields): void {
    for (const [i, field] of this.fields.entries()) this.#columns[i]!.push(this.#kept(row[field]));
    this.length++;
  }

  get ids(): readonly unknown[] {
    return this.#columns[0] ?? [];
  }

  at(place: number): RecordFields | undefined {
    if (place >= this.length) return undefined;
    return Object.fromEntries(this.fields.map((field, i) => [field, this.#columns[i]![place]]));
  }

  /** The memory that they take, in bytes, roughly. */
  get cost(): number {
    return this.fields.length * this.length * 8 + this.#beside;
  }

  /** A value that takes little memory: other values than numbers and null are cut, or left out after the first ones. */
  #kept(value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value === 'number') {
      // V8 keeps other numbers than those of 32 bits as objects.
      if ((value | 0) !== value) this.#beside += 16;
      return value;
    }
    if (this.#odd >= MAX_ODD * this.fields.length) return undefined;
    this.#odd++;
    this.#beside += 2 * MAX_TEXT;
    return typeof value === 'string' && value.length <= MAX_TEXT ? value : quote(value);
  }
}
