// What is kept of the records of a page: a column of numbers for each field, since there may be a million records.
import { quote } from '../../../problems/quote.js';
import type { Row, RowList } from './order.js';

/** The most values of a column that are kept though neither numbers nor null; only odd ids are. */
const MAX_ODD = 1000;
const MAX_TEXT = 100;

/** Stand for null and for odd values, so that a column takes 8 bytes a value: no number of a record is infinite or NaN. */
const NULL = Number.NEGATIVE_INFINITY;
const ODD = Number.NaN;

interface Column {
  readonly field: string;
  readonly numbers: number[];
  /** Odd values by their place. */
  readonly odd: Map<number, unknown>;
}

export class Rows implements RowList {
  length = 0;
  readonly #columns: readonly Column[];

  /** The first field is the id. */
  constructor(fields: readonly string[]) {
    this.#columns = fields.map((field) => ({ field, numbers: [], odd: new Map() }));
  }

  push(row: Row): void {
    for (const { field, numbers, odd } of this.#columns) {
      const value = row[field];
      const isOdd = typeof value !== 'number' && value !== null;
      if (isOdd && value !== undefined && odd.size < MAX_ODD) {
        const isShort = typeof value === 'string' && value.length <= MAX_TEXT;
        odd.set(this.length, isShort ? value : quote(value));
      }
      numbers.push(isOdd ? ODD : (value ?? NULL));
    }
    this.length++;
  }

  id(place: number): unknown {
    return valueAt(this.#columns[0]!, place);
  }

  at(place: number): Row | undefined {
    if (place >= this.length) return undefined;
    return Object.fromEntries(
      this.#columns.map((column) => [column.field, valueAt(column, place)]),
    );
  }

  /** The memory that they take, in bytes, roughly. */
  get cost(): number {
    return this.#columns.reduce(
      (sum, { numbers, odd }) => sum + numbers.length * 8 + odd.size * 2 * MAX_TEXT,
      0,
    );
  }
}

function valueAt({ numbers, odd }: Column, place: number): unknown {
  const number = numbers[place]!;
  if (number === NULL) return null;
  return Number.isNaN(number) ? odd.get(place) : number;
}
