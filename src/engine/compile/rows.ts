// Records → the columns of a unit. What is needed of a record for its columns and pieces is one
// contract, which both roads through compiling keep.
import type { JsonObject } from '../../model/fields.js';
import type { Instant } from '../../model/time.js';
import type { CollectionPlan } from '../plan.js';
import { type CompiledUnit, FRACTION_DIGITS } from '../unit/format.js';
import { firstAtLeast, innerValues } from '../unit/inner.js';
import type { KnownRows } from './known.js';
import type { PieceWriter } from './piece-writer.js';
import { reasonToWithhold } from './validate.js';

/** A record as a road gives it, until it gives the next one. */
export interface RoadRecord {
  /** Answers to the names of the fields that are declared; what is not given is undefined. */
  readonly fields: JsonObject;
  /** The number in one of the plan's columns of numbers: NaN for none, 0 for null. */
  number(column: number): number;
  /** The instant in one of the plan's columns of instants. */
  instant(column: number): Instant | undefined;
  /** Writes its pieces, kind after kind; not called for a record with findings. */
  emit(out: PieceWriter): void;
}

/** Gathers the columns of a unit. */
export class Rows {
  readonly #starts: number[] = [];
  readonly #reasons: number[] = [];
  readonly #bad: number[] = [];
  readonly #numbers: number[][];
  readonly #instants: { seconds: number[]; fraction: number[]; rest: Map<number, string> }[];
  readonly #collated: string[][];
  readonly #inner = { which: [] as number[], row: [] as number[], id: [] as number[] };

  constructor(private readonly plan: CollectionPlan) {
    this.#numbers = plan.numbers.map(() => []);
    this.#instants = plan.instants.map(() => ({ seconds: [], fraction: [], rest: new Map() }));
    this.#collated = plan.collated.map(() => []);
  }

  get count(): number {
    return this.#starts.length;
  }

  add(record: RoadRecord, start: number, good: boolean): void {
    const { plan } = this;
    const { fields } = record;
    const row = this.#starts.push(start) - 1;
    this.#bad.push(good ? 0 : 1);
    this.#reasons.push(good ? reasonToWithhold(fields, plan.declared.withheld) : 0);
    for (let i = 0; i < plan.numbers.length; i++) this.#numbers[i]!.push(record.number(i));
    for (let i = 0; i < plan.instants.length; i++) this.#addInstant(i, row, record.instant(i));
    for (let i = 0; i < plan.collated.length; i++) {
      this.#collated[i]!.push(textOf(fields[plan.collated[i]!]));
    }
    for (let which = 0; which < plan.inner.length; which++) {
      // In order; values that are no ids are passed over.
      for (const { id } of innerValues(fields, plan.inner[which]!.steps, 0, '')) {
        this.#inner.which.push(which);
        this.#inner.row.push(row);
        this.#inner.id.push(id);
      }
    }
  }

  /** Adds rows that were compiled before. */
  again({ unit, from, to, shift }: KnownRows): void {
    const first = this.count;
    for (let row = from; row < to; row++) this.#starts.push(unit.starts[row]! + shift);
    addSome(this.#reasons, unit.reasons, from, to);
    addSome(this.#bad, unit.bad, from, to);
    for (const [i, column] of this.#numbers.entries()) addSome(column, unit.numbers[i]!, from, to);
    this.#instants.forEach(({ seconds, fraction, rest }, i) => {
      const known = unit.instants[i]!;
      addSome(seconds, known.seconds, from, to);
      addSome(fraction, known.fraction, from, to);
      for (let row = from; known.rest.size > 0 && row < to; row++) {
        const digits = known.rest.get(row);
        if (digits !== undefined) rest.set(row - from + first, digits);
      }
    });
    for (const [i, texts] of this.#collated.entries()) addSome(texts, unit.collated[i]!, from, to);
    const { which, row, id } = unit.inner;
    for (let i = firstAtLeast(row, from); i < row.length && row[i]! < to; i++) {
      this.#inner.which.push(which[i]!);
      this.#inner.row.push(row[i]! - from + first);
      this.#inner.id.push(id[i]!);
    }
  }

  take(): Omit<CompiledUnit, 'scope' | 'files' | 'hashes' | 'pieces' | 'possibleIds'> {
    return {
      rows: this.#starts.length,
      starts: new Float64Array(this.#starts),
      reasons: new Uint8Array(this.#reasons),
      bad: new Uint8Array(this.#bad),
      numbers: this.#numbers.map((column) => new Float64Array(column)),
      instants: this.#instants.map(({ seconds, fraction, rest }) => ({
        seconds: new Float64Array(seconds),
        fraction: new Float64Array(fraction),
        rest,
      })),
      collated: this.#collated,
      inner: {
        which: new Uint16Array(this.#inner.which),
        row: new Uint32Array(this.#inner.row),
        id: new Float64Array(this.#inner.id),
      },
    };
  }

  #addInstant(column: number, row: number, instant: Instant | undefined): void {
    const { seconds, fraction, rest } = this.#instants[column]!;
    if (!instant) {
      seconds.push(Number.NaN);
      fraction.push(0);
      return;
    }
    seconds.push(instant.seconds);
    fraction.push(
      instant.fraction === ''
        ? 0
        : Number(instant.fraction.slice(0, FRACTION_DIGITS).padEnd(FRACTION_DIGITS, '0')),
    );
    if (instant.fraction.length > FRACTION_DIGITS) {
      rest.set(row, instant.fraction.slice(FRACTION_DIGITS));
    }
  }
}

function addSome<T>(column: T[], from: ArrayLike<T>, start: number, end: number): void {
  for (let row = start; row < end; row++) column.push(from[row]!);
}

/** What a column of numbers keeps of a value. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : value === null ? 0 : Number.NaN;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
