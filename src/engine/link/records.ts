// The part of a table that is needed to make pages: where the fragments of each row are, and which ids are inside the
// row's lists and objects. Plain data with columns in shared memory (columns.ts), so that every thread can use it.

import { HASH_WORDS, type InnerColumns } from '../shard/format.js';
import type { ByteRange, FragmentFile, Fragments } from '../shard/fragments.js';
import { firstAtLeast } from '../shard/inner.js';
import { int32 } from './columns.js';

/** Stands for a row that does not exist. */
export const NO_ROW = -1;

export interface RecordData {
  readonly name: string;
  readonly rows: number;
  readonly shards: readonly {
    readonly firstRow: number;
    /**
     * For each kind of fragment, the file, and the offset at which each row's fragment begins (see
     * {@link FragmentIndex}).
     */
    readonly fragments: readonly {
      readonly file: FragmentFile;
      readonly offsets: Float64Array;
    }[];
  }[];
  /** For each row, a hash of what its fragments depend on, as {@link HASH_WORDS} numbers. */
  readonly hashes: Uint32Array;
  readonly inner: InnerColumns;
}

/** Reads the fragments of a table's rows. */
export class Records {
  #lastShard = 0;

  constructor(
    private readonly data: RecordData,
    private readonly fragments: Fragments,
  ) {}

  get name(): string {
    return this.data.name;
  }

  /** Returns a row's fragment of one kind. Its bytes are valid until the next fragment, of any table, is read. */
  fragment(kind: number, row: number): ByteRange {
    const { firstRow, fragments } = this.#shardOf(row);
    const own = row - firstRow;
    const { file, offsets } = fragments[kind]!;
    return this.fragments.read(file, offsets[own]!, offsets[own + 1]!);
  }

  /** Copies the hash of a row's fragments into an array, from index `at` on. */
  copyHash(row: number, into: Uint32Array, at: number): void {
    const { hashes } = this.data;
    const own = row * HASH_WORDS;
    for (let i = 0; i < HASH_WORDS; i++) into[at + i] = hashes[own + i]!;
  }

  /**
   * Returns the ids of one reference inside the lists and objects of a row. `which`: an index in
   * `CollectionPlan.inner`.
   */
  innerIds(which: number, row: number): Float64Array {
    return innerIds(this.data.inner, which, row);
  }

  #shardOf(row: number): RecordData['shards'][number] {
    const { shards, rows } = this.data;
    const last = this.#lastShard;
    if (row < shards[last]!.firstRow || row >= (shards[last + 1]?.firstRow ?? rows)) {
      this.#lastShard = shardAt(shards, row);
    }
    return shards[this.#lastShard]!;
  }
}

/** Returns the ids of one reference inside the lists and objects of a row (see {@link Records.innerIds}). */
export function innerIds(inner: InnerColumns, which: number, row: number): Float64Array {
  let from = firstAtLeast(inner.row, row);
  while (inner.row[from] === row && inner.which[from]! < which) from++;
  let to = from;
  while (inner.row[to] === row && inner.which[to] === which) to++;
  return inner.id.subarray(from, to);
}

/** Returns the index of the shard that holds a row, or of the file in a shard. */
export function shardAt(shards: readonly { readonly firstRow: number }[], row: number): number {
  let low = 0;
  let high = shards.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (shards[middle]!.firstRow <= row) low = middle;
    else high = middle;
  }
  // If some of them are empty, several have the same first row. The last of these has the row.
  return low;
}

/**
 * Finds rows by id. If the greatest id is at most about eight times the number of rows, this is an array, in which
 * `index[id]` is the row. Otherwise it is a map.
 */
export type IdIndex = Int32Array | ReadonlyMap<number, number>;

/** Makes the index of ids. If several rows have the same id, the index has the first of them. */
export function indexOf(ids: Float64Array): IdIndex {
  let greatest = 0;
  for (let row = 0; row < ids.length; row++) if (ids[row]! > greatest) greatest = ids[row]!;
  if (greatest <= ids.length * 8 + 1024) {
    const dense = int32(greatest + 1).fill(NO_ROW);
    for (let row = ids.length - 1; row >= 0; row--) dense[ids[row]!] = row;
    return dense;
  }
  const sparse = new Map<number, number>();
  for (let row = ids.length - 1; row >= 0; row--) sparse.set(ids[row]!, row);
  return sparse;
}

/** Returns the row of an id, or {@link NO_ROW}. */
export function rowIn(index: IdIndex, id: number): number {
  if (!(index instanceof Int32Array)) return index.get(id) ?? NO_ROW;
  // NaN is excluded: for `index[NaN]`, V8 would look for a property with that name, which is slow.
  return (id >= 0 && id < index.length ? index[id] : undefined) ?? NO_ROW;
}
