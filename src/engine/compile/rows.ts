// Collects the columns of a shard. Columns and fragments are made from a `ReadRecord`, which both the fast path and
// the slow path provide.
import { hash } from 'node:crypto';
import type { WithholdingRule } from '../../model/collection.js';
import type { JsonObject } from '../../model/fields.js';
import { type Instant, instantOf } from '../../model/time.js';
import type { CollectionPlan } from '../plan.js';
import { type CompiledShard, FRACTION_DIGITS, HASH_WORDS } from '../shard/format.js';
import { firstAtLeast, innerValues } from '../shard/inner.js';
import { GrowingColumn } from './column.js';
import { publishedReader } from './emit.js';
import type { FragmentWriter } from './fragment-writer.js';
import type { KnownRows } from './known.js';
import { reasonToWithhold } from './validate.js';

/** A record that the fast path or the slow path has read. It is valid until that path reads the next record. */
export interface ReadRecord {
  /** The values of the declared fields; undefined for a field that the record does not have. */
  readonly fields: JsonObject;
  /** Returns the number in the field `CollectionPlan.numbers[column]`: 0 for null, NaN if there is no number. */
  number(column: number): number;
  /** Returns the instant in the field `CollectionPlan.instants[column]`; undefined if the field has none. */
  instant(column: number): Instant | undefined;
  /** Writes all fragments of the record, in the order of their kinds. */
  emit(out: FragmentWriter): void;
}

/** Collects the columns of one shard after another. */
export class Rows {
  readonly #starts = new GrowingColumn();
  readonly #reasons = new GrowingColumn();
  readonly #bad = new GrowingColumn();
  readonly #hashes = new GrowingColumn();
  /**
   * The value of `plan.declared.withheld`. The objects `plan.declared` of different collections have different
   * properties. If {@link add} read them, V8 would compile `add` again and again.
   */
  readonly #withheld: readonly WithholdingRule[];
  #scope = '';
  readonly #numbers: readonly GrowingColumn[];
  readonly #instants: readonly {
    readonly seconds: GrowingColumn;
    readonly fraction: GrowingColumn;
    readonly rest: Map<number, string>;
  }[];
  readonly #collated: readonly string[][];
  /** For each column of texts, a function that returns the text to keep. */
  readonly #texts: readonly ((record: JsonObject, good: boolean) => string)[];
  /** For each column of instants, a function that returns the default for a record without the field. */
  readonly #omitted: readonly (((record: JsonObject) => Instant | undefined) | undefined)[];
  readonly #inner = {
    which: new GrowingColumn(),
    row: new GrowingColumn(),
    id: new GrowingColumn(),
  };

  constructor(private readonly plan: CollectionPlan) {
    this.#withheld = plan.declared.withheld;
    this.#numbers = plan.numbers.map(() => new GrowingColumn());
    this.#instants = plan.instants.map(() => ({
      seconds: new GrowingColumn(),
      fraction: new GrowingColumn(),
      rest: new Map(),
    }));
    this.#collated = plan.collated.map(() => []);
    this.#texts = plan.collated.map((name) => {
      if (!plan.published.has(name)) return (record) => textOf(record[name]);
      const published = publishedReader(name, plan.fields[name]!);
      return (record, good) => (good ? plainOf(published(record, [])) : '');
    });
    this.#omitted = plan.instants.map((name) => {
      const { kind } = plan.fields[name]!.absent;
      if (kind !== 'constant' && kind !== 'own') return undefined;
      const published = publishedReader(name, plan.fields[name]!);
      return (record) => instantOf(plainOf(published(record, [])));
    });
  }

  /** Begins a shard. `scope`: the scope of the shard. */
  begin(scope: string): void {
    this.#scope = hash('sha256', scope, 'binary');
    const { which, row, id } = this.#inner;
    const all = [this.#starts, this.#reasons, this.#bad, this.#hashes, which, row, id];
    for (const column of [...all, ...this.#numbers]) column.clear();
    for (const instant of this.#instants) {
      for (const part of Object.values(instant)) part.clear();
    }
    for (const texts of this.#collated) texts.length = 0;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Adds a record. `content`: everything in the data that decides its fragments: its bytes and its text files. */
  add(record: ReadRecord, start: number, good: boolean, content: Buffer | string): void {
    const { plan } = this;
    const { fields } = record;
    const row = this.count;
    this.#starts.push(start);
    this.#bad.push(good ? 0 : 1);
    // The digest is a string, because making a buffer for each record would take longer than hashing the record.
    const digest = hash('sha256', content, 'binary');
    // The first word does not depend on the scope, so it is the same with every version of the code. This word decides
    // where a long page is divided into segments, so the page is divided at the same rows, too.
    this.#hashes.push(wordAt(digest, 0));
    for (let i = 1; i < HASH_WORDS; i++) {
      this.#hashes.push((wordAt(digest, i) ^ wordAt(this.#scope, i)) >>> 0);
    }
    this.#reasons.push(good ? reasonToWithhold(fields, this.#withheld) : 0);
    for (let i = 0; i < plan.numbers.length; i++) this.#numbers[i]!.push(record.number(i));
    for (let i = 0; i < plan.instants.length; i++) {
      const given = record.instant(i);
      this.#addInstant(i, row, given ?? (good ? this.#omitted[i]?.(fields) : undefined));
    }
    for (let i = 0; i < plan.collated.length; i++) {
      this.#collated[i]!.push(this.#texts[i]!(fields, good));
    }
    for (let which = 0; which < plan.inner.length; which++) {
      for (const { id } of innerValues(fields, plan.inner[which]!.steps)) {
        this.#inner.which.push(which);
        this.#inner.row.push(row);
        this.#inner.id.push(id);
      }
    }
  }

  /** Adds rows that an earlier run compiled. */
  addKnown({ shard, from, to, shift }: KnownRows): void {
    const first = this.count;
    for (let row = from; row < to; row++) this.#starts.push(shard.starts[row]! + shift);
    this.#reasons.add(shard.reasons, from, to);
    this.#bad.add(shard.bad, from, to);
    this.#hashes.add(shard.hashes, from * HASH_WORDS, to * HASH_WORDS);
    for (const [i, column] of this.#numbers.entries()) column.add(shard.numbers[i]!, from, to);
    this.#instants.forEach(({ seconds, fraction, rest }, i) => {
      const known = shard.instants[i]!;
      seconds.add(known.seconds, from, to);
      fraction.add(known.fraction, from, to);
      for (let row = from; known.rest.size > 0 && row < to; row++) {
        const digits = known.rest.get(row);
        if (digits !== undefined) rest.set(row - from + first, digits);
      }
    });
    for (const [i, texts] of this.#collated.entries()) {
      for (let row = from; row < to; row++) texts.push(shard.collated[i]![row]!);
    }
    const { which, row, id } = shard.inner;
    for (let i = firstAtLeast(row, from); i < row.length && row[i]! < to; i++) {
      this.#inner.which.push(which[i]!);
      this.#inner.row.push(row[i]! - from + first);
      this.#inner.id.push(id[i]!);
    }
  }

  /** Returns the columns of the shard. They are valid until the next shard begins. */
  take(): Omit<CompiledShard, 'scope' | 'files' | 'fragments' | 'possibleIds'> {
    return {
      rows: this.count,
      starts: this.#starts.numbers,
      reasons: new Uint8Array(this.#reasons.numbers),
      bad: new Uint8Array(this.#bad.numbers),
      hashes: new Uint32Array(this.#hashes.numbers),
      numbers: this.#numbers.map(({ numbers }) => numbers),
      instants: this.#instants.map(({ seconds, fraction, rest }) => ({
        seconds: seconds.numbers,
        fraction: fraction.numbers,
        rest,
      })),
      collated: this.#collated,
      inner: {
        which: new Uint32Array(this.#inner.which.numbers),
        row: new Uint32Array(this.#inner.row.numbers),
        id: this.#inner.id.numbers,
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
    fraction.push(firstDigits(instant.fraction));
    if (instant.fraction.length > FRACTION_DIGITS) {
      rest.set(row, instant.fraction.slice(FRACTION_DIGITS));
    }
  }
}

/** Returns what a column of numbers has for a value: the number; 0 for null; NaN for anything else. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : value === null ? 0 : Number.NaN;
}

/** Returns the first {@link FRACTION_DIGITS} digits of a fraction as a whole number: '5' is 500000000000000. */
function firstDigits(fraction: string): number {
  let number = 0;
  for (let at = 0; at < FRACTION_DIGITS; at++) {
    number = number * 10 + (at < fraction.length ? fraction.charCodeAt(at) - ZERO : 0);
  }
  return number;
}

const ZERO = 0x30;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
/** Returns a text, a number or a flag as text; '' for null and for an absent value. */
const plainOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Returns a 32-bit word of a digest. Each character of `digest` stands for one byte. */
function wordAt(digest: string, word: number): number {
  const at = word * 4;
  const low = digest.charCodeAt(at) | (digest.charCodeAt(at + 1) << 8);
  const high = digest.charCodeAt(at + 2) | (digest.charCodeAt(at + 3) << 8);
  return (low | (high << 16)) >>> 0;
}
