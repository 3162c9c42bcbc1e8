// All compiled units of a collection as one table: a row a record. Columns are typed arrays, so a
// million records cost megabytes, not gigabytes.

import type { CollectionPlan } from '../plan.js';
import type { CompiledUnit, InstantColumn } from '../unit/format.js';
import { HASH_WORDS } from '../unit/format.js';
import type { Bytes, PieceFile } from '../unit/pieces.js';

/** A compiled unit and its pieces, a file for each kind. */
export interface TableUnit {
  readonly compiled: CompiledUnit;
  readonly pieces: readonly PieceFile[];
}

/** Where a record stands. */
export interface RecordPlace {
  /** Its file, relative to the data folder. */
  readonly file: string;
  /** The byte at which it begins. */
  readonly start: number;
}

/** What stands for no row of a {@link Table}. */
export const NO_ROW = -1;

export class Table {
  readonly rows: number;
  readonly ids: Float64Array;
  readonly reasons: Uint8Array;
  readonly bad: Uint8Array;
  readonly inner: {
    readonly which: Uint16Array;
    readonly row: Uint32Array;
    readonly id: Float64Array;
  };
  readonly #units: readonly TableUnit[];
  readonly #firstRows: number[] = [];
  readonly #numbers: ReadonlyMap<string, Float64Array>;
  readonly #instants: ReadonlyMap<string, InstantColumn>;
  readonly #collated: ReadonlyMap<string, readonly string[]>;
  readonly #index: IdIndex;
  readonly #possible: ReadonlySet<number>;

  constructor(
    readonly plan: CollectionPlan,
    units: readonly TableUnit[],
  ) {
    const all = units.map(({ compiled }) => compiled);
    let rows = 0;
    for (const unit of all) {
      this.#firstRows.push(rows);
      rows += unit.rows;
    }
    this.rows = rows;
    this.#numbers = new Map(
      plan.numbers.map((name, i) => [name, floats(all.map((unit) => unit.numbers[i]!))]),
    );
    this.#instants = new Map(plan.instants.map((name, i) => [name, this.#joinedInstants(all, i)]));
    this.#collated = new Map(
      plan.collated.map((name, i) => [name, all.flatMap((unit) => unit.collated[i]!)]),
    );
    this.ids = this.#numbers.get('id')!;
    this.reasons = joined(
      new Uint8Array(rows),
      all.map((unit) => unit.reasons),
    );
    this.bad = joined(
      new Uint8Array(rows),
      all.map((unit) => unit.bad),
    );
    const inners = all.reduce((sum, unit) => sum + unit.inner.row.length, 0);
    this.inner = {
      which: joined(
        new Uint16Array(inners),
        all.map((unit) => unit.inner.which),
      ),
      row: joined(
        new Uint32Array(inners),
        all.map((unit, u) => unit.inner.row.map((row) => row + this.#firstRows[u]!)),
      ),
      id: floats(all.map((unit) => unit.inner.id)),
    };
    this.#index = new IdIndex(this.ids);
    this.#possible = new Set(all.flatMap((unit) => unit.possibleIds));
    // Joined columns need not be held twice.
    this.#units = units.map(({ compiled, pieces }) => ({
      pieces,
      compiled: { ...compiled, numbers: [], instants: [], collated: [] },
    }));
  }

  #joinedInstants(units: readonly CompiledUnit[], column: number): InstantColumn {
    const rest = units.flatMap((unit, u) =>
      [...unit.instants[column]!.rest].map(
        ([row, digits]) => [this.#firstRows[u]! + row, digits] as const,
      ),
    );
    return {
      seconds: floats(units.map((unit) => unit.instants[column]!.seconds)),
      fraction: floats(units.map((unit) => unit.instants[column]!.fraction)),
      rest: new Map(rest),
    };
  }

  get name(): string {
    return this.plan.declared.name;
  }

  /** The row of an id: the first one that has it, or {@link NO_ROW}. */
  rowOf(id: number): number {
    return this.#index.rowOf(id);
  }

  /** The ids of a row in one of the inner references of the plan, in their order. */
  innerIds(which: number, row: number): Float64Array {
    const { inner } = this;
    // Sorted by row, and within a row by reference.
    let from = firstAtLeast(inner.row, row);
    while (inner.row[from] === row && inner.which[from]! < which) from++;
    let to = from;
    while (inner.row[to] === row && inner.which[to] === which) to++;
    return inner.id.subarray(from, to);
  }

  /** Whether a record that could not be read may have an id. */
  mayHold(id: number): boolean {
    return this.#possible.has(id);
  }

  /** The possible ids in text that could not be read. */
  get possibleIds(): ReadonlySet<number> {
    return this.#possible;
  }

  /** The written numbers of a field: NaN where it is absent, 0 for null. */
  numbers(field: string): Float64Array {
    const column = this.#numbers.get(field);
    if (!column) throw new Error(`${this.name} keeps no numbers of ${field}`);
    return column;
  }

  /** The written instants of a field: NaN seconds where it is absent. */
  instants(field: string): InstantColumn {
    const column = this.#instants.get(field);
    if (!column) throw new Error(`${this.name} keeps no instants of ${field}`);
    return column;
  }

  collated(field: string): readonly string[] {
    const column = this.#collated.get(field);
    if (!column) throw new Error(`${this.name} keeps no texts of ${field}`);
    return column;
  }

  /** Where the record of a row stands. */
  placeOf(row: number): RecordPlace {
    const unit = this.#unitOf(row);
    const { files, starts } = this.#units[unit]!.compiled;
    const own = row - this.#firstRows[unit]!;
    const file = files.findLast(({ firstRow }) => firstRow <= own)!;
    return { file: file.name, start: starts[own]! };
  }

  /** The bytes of a row's piece of a kind. */
  piece(kind: number, row: number): Bytes & { readonly end: number } {
    const number = this.#unitOf(row);
    const { compiled, pieces } = this.#units[number]!;
    const own = row - this.#firstRows[number]!;
    const { offsets } = compiled.pieces[kind]!;
    const { bytes, start } = pieces[kind]!.read(offsets[own]!, offsets[own + 1]!);
    return { bytes, start, end: start + offsets[own + 1]! - offsets[own]! };
  }

  /** Copies the hash of a row's pieces into an array, from `at` on. */
  copyHash(row: number, into: Uint32Array, at: number): void {
    const number = this.#unitOf(row);
    const { hashes } = this.#units[number]!.compiled;
    const own = (row - this.#firstRows[number]!) * HASH_WORDS;
    for (let i = 0; i < HASH_WORDS; i++) into[at + i] = hashes[own + i]!;
  }

  #lastUnit = 0;

  #unitOf(row: number): number {
    const last = this.#lastUnit;
    if (row >= this.#firstRows[last]! && row < (this.#firstRows[last + 1] ?? this.rows))
      return last;
    let low = 0;
    let high = this.#firstRows.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#firstRows[middle]! <= row) low = middle;
      else high = middle;
    }
    // Units without records share their first row with the next unit: the last of them holds the row.
    this.#lastUnit = low;
    return low;
  }
}

/** From id to row: an array where ids are dense, as they nearly always are, else a map. */
class IdIndex {
  readonly #dense: Int32Array | undefined;
  readonly #sparse: Map<number, number> | undefined;

  constructor(ids: Float64Array) {
    let greatest = 0;
    for (const id of ids) if (id > greatest) greatest = id;
    if (greatest <= ids.length * 8 + 1024) {
      this.#dense = new Int32Array(greatest + 1).fill(NO_ROW);
      for (let row = ids.length - 1; row >= 0; row--) this.#dense[ids[row]!] = row;
    } else {
      this.#sparse = new Map();
      for (let row = ids.length - 1; row >= 0; row--) this.#sparse.set(ids[row]!, row);
    }
  }

  rowOf(id: number): number {
    return this.#dense ? (this.#dense[id] ?? NO_ROW) : (this.#sparse!.get(id) ?? NO_ROW);
  }
}

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

type Numbers = Float64Array | Uint8Array | Uint16Array | Uint32Array;

function joined<A extends Numbers>(target: A, parts: readonly A[]): A {
  let at = 0;
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
  return target;
}

function floats(parts: readonly Float64Array[]): Float64Array {
  return joined(new Float64Array(parts.reduce((sum, part) => sum + part.length, 0)), parts);
}

/** Compares two rows of an instant column; rows without an instant come first. */
export function compareInstants(column: InstantColumn, a: number, b: number): number {
  const { seconds, fraction, rest } = column;
  if (seconds[a] !== seconds[b]) return seconds[a]! - seconds[b]!;
  const order = fraction[a]! - fraction[b]!;
  if (order !== 0 || rest.size === 0) return order;
  const [x, y] = [rest.get(a) ?? '', rest.get(b) ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
}
