// All compiled shards of a collection as one table with a row for each record. Most columns are typed arrays, so a
// million records take megabytes instead of gigabytes.
import { once } from '../../model/memo.js';
import type { RecordPlace } from '../../problems/problem.js';
import type { CollectionPlan } from '../plan.js';
import type { CompiledFile, CompiledShard, InnerColumns, InstantColumn } from '../shard/format.js';
import type { FragmentFile } from '../shard/fragments.js';
import { firstAtLeast } from '../shard/inner.js';
import { float64, joined, shared, uint8, uint32 } from './columns.js';
import { type IdIndex, indexOf, NO_ROW, type RecordData, rowIn, shardAt } from './records.js';

export { NO_ROW };

/** A compiled shard and its files of fragments. `fragments` has one file for each kind. */
export interface TableShard {
  readonly compiled: CompiledShard;
  readonly fragments: readonly FragmentFile[];
}

export class Table {
  readonly rows: number;
  readonly ids: Float64Array;
  readonly reasons: Uint8Array;
  readonly bad: Uint8Array;
  /** The part of the table that is needed to make pages. */
  readonly records: RecordData;
  readonly index: IdIndex;
  readonly #places: readonly { readonly files: readonly CompiledFile[]; starts: Float64Array }[];
  readonly #numbers: ReadonlyMap<string, Float64Array>;
  readonly #instants: ReadonlyMap<string, InstantColumn>;
  readonly #collated: ReadonlyMap<string, readonly string[]>;
  /** Numbers that look like ids, in files that could not be read completely, and in records that were left out. */
  readonly possibleIds: ReadonlySet<number>;

  /** Copies all columns, so that the memory of the shards can be freed. */
  constructor(
    readonly plan: CollectionPlan,
    shards: readonly TableShard[],
  ) {
    const all = shards.map(({ compiled }) => compiled);
    let rows = 0;
    const firstRows = all.map((shard) => {
      rows += shard.rows;
      return rows - shard.rows;
    });
    this.rows = rows;
    this.#numbers = new Map(
      plan.numbers.map((name, i) => [name, joined(float64, all, ({ numbers }) => numbers[i]!)]),
    );
    this.#instants = new Map(
      plan.instants.map((name, i) => [name, joinedInstants(all, i, firstRows)]),
    );
    this.#collated = new Map(
      plan.collated.map((name, i) => [name, all.flatMap((shard) => shard.collated[i]!)]),
    );
    this.ids = this.#numbers.get('id')!;
    this.index = indexOf(this.ids);
    this.reasons = joined(uint8, all, ({ reasons }) => reasons);
    this.bad = joined(uint8, all, ({ bad }) => bad);
    this.records = recordData(plan.declared.name, rows, shards, firstRows);
    this.#places = all.map(({ files, starts }) => ({ files, starts: starts.slice() }));
    this.possibleIds = new Set(all.flatMap((shard) => shard.possibleIds));
  }

  get name(): string {
    return this.plan.declared.name;
  }

  get inner(): InnerColumns {
    return this.records.inner;
  }

  /** Returns the first row with an id, or {@link NO_ROW}. */
  rowOf(id: number): number {
    return rowIn(this.index, id);
  }

  /** Whether this id is one of {@link possibleIds}. */
  mayHold(id: number): boolean {
    return this.possibleIds.has(id);
  }

  /** Returns the numbers of a field as they are written in the data: NaN if there is none, 0 for null. */
  numbers(field: string): Float64Array {
    return this.#kept(this.#numbers, field);
  }

  /**
   * Returns the instants of a field: those written in the data, and defaults. `seconds` is NaN for a row with neither.
   */
  instants(field: string): InstantColumn {
    return this.#kept(this.#instants, field);
  }

  collated(field: string): readonly string[] {
    return this.#kept(this.#collated, field);
  }

  #kept<C>(columns: ReadonlyMap<string, C>, field: string): C {
    const column = columns.get(field);
    if (!column) throw new Error(`${this.name} keeps no such column of ${field}`);
    return column;
  }

  /** Whether all records were probably read: each of {@link possibleIds} is the id of a row. */
  get isWhole(): boolean {
    return [...this.possibleIds].every((id) => this.rowOf(id) !== NO_ROW);
  }

  /** Sorts rows by the names of their files, and in a file by the places of their records. */
  inPlace(rows: readonly number[]): number[] {
    return rows
      .map((row) => ({ row, ...this.placeOf(row) }))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start))
      .map(({ row }) => row);
  }

  /** For each file, by name: its first row, and the offset at which each of its records begins. */
  readonly #files = once(
    () =>
      new Map(
        this.#places.flatMap(({ files, starts }, shard) =>
          files.map(({ name, firstRow, rows }) => {
            const first = this.records.shards[shard]!.firstRow + firstRow;
            return [name, { first, starts: starts.subarray(firstRow, firstRow + rows) }] as const;
          }),
        ),
      ),
  );

  /** Returns the row of the record that begins at byte `start` of a file; {@link NO_ROW} if there is none. */
  rowAt(file: string, start: number): number {
    const { first = 0, starts } = this.#files().get(file) ?? {};
    if (!starts) return NO_ROW;
    const own = firstAtLeast(starts, start);
    return starts[own] === start ? first + own : NO_ROW;
  }

  /** Whether an earlier row has the same id as this one. */
  isCopy(row: number): boolean {
    return this.rowOf(this.ids[row]!) !== row;
  }

  /** Returns where the record of a row is written. */
  placeOf(row: number): RecordPlace {
    const { shards } = this.records;
    const shard = shardAt(shards, row);
    const { files, starts } = this.#places[shard]!;
    const own = row - shards[shard]!.firstRow;
    return { kind: 'record', file: files[shardAt(files, own)]!.name, start: starts[own]! };
  }
}

function recordData(
  name: string,
  rows: number,
  shards: readonly TableShard[],
  firstRows: readonly number[],
): RecordData {
  const all = shards.map(({ compiled }) => compiled);
  const innerRows = all.map(({ inner }, s) => inner.row.map((row) => row + firstRows[s]!));
  return {
    name,
    rows,
    shards: shards.map(({ compiled, fragments }, s) => ({
      firstRow: firstRows[s]!,
      fragments: compiled.fragments.map(({ offsets }, kind) => ({
        file: fragments[kind]!,
        offsets: shared(float64, offsets),
      })),
    })),
    hashes: joined(uint32, all, ({ hashes }) => hashes),
    inner: {
      which: joined(uint32, all, ({ inner }) => inner.which),
      row: joined(uint32, innerRows, (own) => own),
      id: joined(float64, all, ({ inner }) => inner.id),
    },
  };
}

function joinedInstants(
  shards: readonly CompiledShard[],
  column: number,
  firstRows: readonly number[],
): InstantColumn {
  const rest = shards.flatMap((shard, u) =>
    [...shard.instants[column]!.rest].map(
      ([row, digits]) => [firstRows[u]! + row, digits] as const,
    ),
  );
  return {
    seconds: joined(float64, shards, ({ instants }) => instants[column]!.seconds),
    fraction: joined(float64, shards, ({ instants }) => instants[column]!.fraction),
    rest: new Map(rest),
  };
}

/** Compares the instants of two rows: positive if the first is later; NaN if one of the rows has no instant. */
export function compareInstants(column: InstantColumn, a: number, b: number): number {
  const { seconds, fraction, rest } = column;
  if (seconds[a] !== seconds[b]) return seconds[a]! - seconds[b]!;
  const order = fraction[a]! - fraction[b]!;
  if (order !== 0 || rest.size === 0) return order;
  const [x, y] = [rest.get(a) ?? '', rest.get(b) ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
}
