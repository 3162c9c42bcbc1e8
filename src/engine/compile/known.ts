// What was compiled before of records that are still in a file, byte for byte, though others around them
// have changed: it is not compiled again. Records are known by the chunks of the file that they stand in;
// where nothing is there from before, nothing is known, and all is compiled.
import { readSync } from 'node:fs';
import { digestAt, digestOf } from '../../files/source/chunk-hash.js';
import { memo } from '../../model/memo.js';
import { type CompiledFile, type CompiledShard, fragmentsName } from '../shard/format.js';
import { type ByteRange, type FragmentFile, Fragments } from '../shard/fragments.js';
import { firstAtLeast } from '../shard/inner.js';
import { DamagedCache, type Store } from '../shard/store.js';
import type { ShardFile } from './shards.js';

/** The most chunks whose records are taken together. */
const TOGETHER = 4;
/** ByteRange of fragments of a kind that are kept in memory. */
const KEPT = 1 << 20;

/** Rows of a shard that was compiled before. */
export interface KnownRows {
  readonly shard: CompiledShard;
  readonly from: number;
  /** The first one after them. */
  readonly to: number;
  /** How much further on in their file the records stand now. */
  readonly shift: number;
  /** Their fragments, for each kind. */
  readonly fragments: readonly ByteRange[];
}

/** A shard that was compiled before. */
interface ShardBefore {
  readonly shard: CompiledShard;
  readonly fragments: readonly FragmentFile[];
  readonly files: ReadonlyMap<string, CompiledFile>;
}

/** What is known of the files of one shard. */
export class KnownFiles {
  readonly #shards = new Map<string, ShardBefore | null>();
  /** One for each kind, since what one has read is valid until it reads again. */
  readonly #fragments: Fragments[] = [];
  #opened = 0;

  /** `chunkBytes`: how long the chunks are of which files have their hash. */
  constructor(
    private readonly store: Store,
    private readonly chunkBytes: number,
  ) {}

  /** What is known of a file's records. `scope`: what else their compiled form depends on. */
  of(file: ShardFile, scope: string): KnownRecords | undefined {
    const key = file.before;
    const before = key === undefined ? null : memo(this.#shards, key, () => this.#find(key));
    const then = before?.shard.scope === scope ? before.files.get(file.name) : undefined;
    // Of a file with findings there may be more to know than its rows.
    if (!before || then?.findings.length !== 0) return undefined;
    return new KnownRecords(file, before, then, this.#fragments, this.chunkBytes);
  }

  close(): void {
    for (const fragments of this.#fragments) fragments.close();
  }

  #find(key: string): ShardBefore | null {
    const shard = this.store.read(key) as CompiledShard | undefined; // the compiler wrote it
    if (!shard) return null;
    const fragments = shard.fragments.map(({ sums }, kind) => {
      this.#fragments[kind] ??= new Fragments(KEPT);
      const path = this.store.path(fragmentsName(key, kind));
      return { number: this.#opened++, path, sums };
    });
    return { shard, fragments, files: new Map(shard.files.map((file) => [file.name, file])) };
  }
}

/** What is known of the records of a file. */
export class KnownRecords {
  readonly #isSame: boolean;
  /** What stands before a change is where it was; what comes after it has moved. */
  readonly #shifts: readonly number[];
  /** Where the records began. */
  readonly #starts: Float64Array;
  /** Whether chunks of what has moved are as they were. */
  readonly #moved = new Map<number, boolean>();

  constructor(
    private readonly now: ShardFile,
    private readonly before: ShardBefore,
    readonly then: CompiledFile,
    private readonly fragments: readonly Fragments[],
    private readonly chunkBytes: number,
  ) {
    const { firstRow, rows } = then;
    this.#isSame = now.hash === then.hash;
    this.#shifts = [...new Set([0, now.bytes - then.bytes])];
    this.#starts = before.shard.starts.subarray(firstRow, firstRow + rows);
  }

  /** All its rows, if it is as it was. */
  all(): KnownRows | undefined {
    return this.#isSame ? this.#rows(0, this.then.rows, 0) : undefined;
  }

  /** Records of which the first begins at a byte of the file as it is now. */
  at(fd: number, start: number): KnownRows | undefined {
    for (const shift of this.#shifts) {
      const from = firstAtLeast(this.#starts, start - shift);
      if (this.#starts[from] !== start - shift) continue;
      const first = Math.floor((start - shift) / this.chunkBytes);
      let chunk = first;
      while (chunk < first + TOGETHER && this.#isAsBefore(fd, chunk, shift)) chunk++;
      // Up to the last record that begins in these chunks, or after them: between it and the one before it
      // all is as it was.
      const to = firstAtLeast(this.#starts, chunk * this.chunkBytes + 1) - 1;
      if (to > from) return this.#rows(from, to, shift);
    }
    return undefined;
  }

  #isAsBefore(fd: number, chunk: number, shift: number): boolean {
    const then = digestAt(this.then.hash, chunk);
    if (then === '') return false;
    if (shift === 0) return digestAt(this.now.hash, chunk) === then;
    return memo(this.#moved, chunk, () => {
      const from = chunk * this.chunkBytes + shift;
      return from >= 0 && digestOf(read(fd, from, this.chunkBytes)) === then;
    });
  }

  /** Rows with their fragments, counted from the file's first one; undefined if those are damaged. */
  #rows(first: number, end: number, shift: number): KnownRows | undefined {
    const { shard, fragments: files } = this.before;
    const [from, to] = [this.then.firstRow + first, this.then.firstRow + end];
    try {
      const fragments = files.map((file, kind) => {
        const { offsets } = shard.fragments[kind]!;
        return this.fragments[kind]!.read(file, offsets[from]!, offsets[to]!);
      });
      return { shard, from, to, shift, fragments };
    } catch (error) {
      if (error instanceof DamagedCache) return undefined;
      throw error;
    }
  }
}

/** So many bytes of a file, or what is left of it. */
function read(fd: number, from: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most);
  return bytes.subarray(0, readSync(fd, bytes, 0, most, from));
}
