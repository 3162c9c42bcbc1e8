// All compiled files of a collection as one table: a row a record, in order of file name, then
// place. Columns are typed arrays, so a million records cost megabytes, not gigabytes.
import type { CompiledFile, InstantColumn } from './compile.js';
import type { CollectionPlan } from './plan.js';

/** A compiled file and its name. */
export interface TableFile {
  /** The file's path, as its problems name it. */
  readonly name: string;
  readonly path: string;
  readonly compiled: CompiledFile;
}

/** A row of {@link Table}, or what stands for none. */
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
  readonly #firstRows: number[] = [];
  readonly #numbers: ReadonlyMap<string, Float64Array>;
  readonly #instants: ReadonlyMap<string, InstantColumn>;
  readonly #collated: ReadonlyMap<string, readonly string[]>;
  readonly #index: IdIndex;
  readonly #possible: ReadonlySet<number>;

  constructor(
    readonly plan: CollectionPlan,
    readonly files: readonly TableFile[],
  ) {
    let rows = 0;
    for (const { compiled } of files) {
      this.#firstRows.push(rows);
      rows += compiled.rows;
    }
    this.rows = rows;
    const all = files.map(({ compiled }) => compiled);
    this.#numbers = new Map(
      plan.numbers.map((name, i) => [name, floats(all.map((file) => file.numbers[i]!))]),
    );
    this.#instants = new Map(
      plan.instants.map((name, i) => [
        name,
        {
          seconds: floats(all.map((file) => file.instants[i]!.seconds)),
          fraction: floats(all.map((file) => file.instants[i]!.fraction)),
          rest: new Map(
            all.flatMap((file, f) =>
              [...file.instants[i]!.rest].map(([row, rest]) => [this.#firstRows[f]! + row, rest]),
            ),
          ),
        },
      ]),
    );
    this.#collated = new Map(
      plan.collated.map((name, i) => [name, all.flatMap((file) => file.collated[i]!)]),
    );
    this.ids = this.#numbers.get('id')!;
    this.reasons = joined(
      new Uint8Array(rows),
      all.map((file) => file.reasons),
    );
    this.bad = joined(
      new Uint8Array(rows),
      all.map((file) => file.bad),
    );
    this.#possible = new Set(all.flatMap((file) => file.possibleIds));
    const inners = all.reduce((sum, file) => sum + file.inner.row.length, 0);
    this.inner = {
      which: joined(
        new Uint16Array(inners),
        all.map((file) => file.inner.which),
      ),
      row: joined(
        new Uint32Array(inners),
        all.map((file, f) => file.inner.row.map((row) => row + this.#firstRows[f]!)),
      ),
      id: floats(all.map((file) => file.inner.id)),
    };
    this.#index = new IdIndex(this.ids);
  }

  get name(): string {
    return this.plan.declared.name;
  }

  /** The row of an id: the first one that has it, or {@link NO_ROW}. */
  rowOf(id: number): number {
    return this.#index.rowOf(id);
  }

  /** Whether a record that could not be read may have an id. */
  mayHold(id: number): boolean {
    return this.#possible.has(id);
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

  /** The number of the file of a row. */
  fileOf(row: number): number {
    let low = 0;
    let high = this.#firstRows.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#firstRows[middle]! <= row) low = middle;
      else high = middle;
    }
    // Files without records share their first row with the next one.
    return low;
  }

  /** The row's place in its own file. */
  rowInFile(row: number, file: number): number {
    return row - this.#firstRows[file]!;
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
  return compareAcross(column, a, column, b);
}

/** Compares an instant of one column with one of another. */
export function compareAcross(
  left: InstantColumn,
  a: number,
  right: InstantColumn,
  b: number,
): number {
  const seconds = left.seconds[a]! - right.seconds[b]!;
  if (seconds !== 0) return seconds;
  const fraction = left.fraction[a]! - right.fraction[b]!;
  if (fraction !== 0) return fraction;
  if (left.rest.size === 0 && right.rest.size === 0) return 0;
  const [x, y] = [left.rest.get(a) ?? '', right.rest.get(b) ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
}
