// The newest instant of some records, where it stands, and the newest one before it.

/** An instant that stands in several places is one. In seconds; minus infinity for none. */
export interface NewestInstant {
  readonly newest: number;
  /** The newest of all others. */
  readonly next: number;
  /** Where the newest one stands: for each place the index of its field, and the row. */
  readonly fields: readonly number[];
  readonly rows: readonly number[];
}

/** Of more places of the newest instant, no more are told. */
const MOST = 1000;

/** Gathers instants. */
export class Newest implements NewestInstant {
  newest = Number.NEGATIVE_INFINITY;
  next = Number.NEGATIVE_INFINITY;
  readonly fields: number[] = [];
  readonly rows: number[] = [];

  add(instant: number, field: number, row: number): void {
    if (instant < this.newest) {
      if (instant > this.next) this.next = instant;
      return;
    }
    if (instant > this.newest) {
      this.next = this.newest;
      this.newest = instant;
      this.fields.length = 0;
      this.rows.length = 0;
    }
    if (this.rows.length >= MOST) return;
    this.fields.push(field);
    this.rows.push(row);
  }

  /** Adds those of a unit whose first row is this one. */
  addUnit({ newest, next, fields, rows }: NewestInstant, firstRow: number): void {
    fields.forEach((field, i) => {
      this.add(newest, field, firstRow + rows[i]!);
    });
    if (next < this.newest && next > this.next) this.next = next;
  }
}
