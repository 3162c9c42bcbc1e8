// Reuses what an earlier run compiled, for unchanged files and for the unchanged records of a changed file. The hashes
// of the file's chunks (files/source/chunk-hash.ts) show which bytes are unchanged.
import { digestAt, digestOf } from '../../files/source/chunk-hash.js';
import type { FileBytes } from '../../files/source/data-file.js';
import { memo } from '../../model/memo.js';
import { type CompiledFile, type CompiledShard, fragmentsName } from '../shard/format.js';
import { type ByteRange, type FragmentFile, Fragments } from '../shard/fragments.js';
import { firstAtLeast } from '../shard/inner.js';
import { DamagedCache, type Store } from '../shard/store.js';
import type { ShardFile } from './shards.js';

/** At most this many chunks are reused in one step. */
const TOGETHER = 4;
/** How many bytes of old fragments stay in memory at most, for each kind of fragment. */
const KEPT = 1 << 20;

/** The rows `[from, to)` of a shard that an earlier run compiled. */
export interface KnownRows {
  readonly shard: CompiledShard;
  readonly from: number;
  readonly to: number;
  /** How many bytes later the records begin in the file now than in the earlier run. */
  readonly shift: number;
  /** The fragments of the rows, for each kind. */
  readonly fragments: readonly ByteRange[];
}

interface ShardBefore {
  readonly shard: CompiledShard;
  readonly fragments: readonly FragmentFile[];
  readonly files: ReadonlyMap<string, CompiledFile>;
}

/** Finds what earlier runs compiled of the files of one shard. */
export class KnownFiles {
  readonly #shards = new Map<string, ShardBefore | null>();
  /** A reader for each kind of fragment, because bytes that a reader returns are valid only until its next read. */
  readonly #fragments: Fragments[] = [];
  #opened = 0;

  /** `chunkBytes`: the length of the chunks of a file, each of which has a hash. */
  constructor(
    private readonly store: Store,
    private readonly chunkBytes: number,
  ) {}

  /**
   * Returns what an earlier run compiled of a file; undefined if it cannot be used. `scope`: the scope of the shard
   * now. A result with another scope is not used.
   */
  of(file: ShardFile, scope: string): KnownRecords | undefined {
    const key = file.before;
    const before = key === undefined ? null : memo(this.#shards, key, () => this.#find(key));
    const then = before?.shard.scope === scope ? before.files.get(file.name) : undefined;
    // The earlier result does not say to which row a finding belongs. So a file that had findings is compiled again.
    if (!before || then?.findings.length !== 0) return undefined;
    return new KnownRecords(file, before, then, this.#fragments, this.chunkBytes);
  }

  close(): void {
    for (const fragments of this.#fragments) fragments.close();
  }

  #find(key: string): ShardBefore | null {
    const shard = this.store.read(key) as CompiledShard | undefined; // only the compiler writes there
    if (!shard) return null;
    const fragments = shard.fragments.map(({ sums }, kind) => {
      this.#fragments[kind] ??= new Fragments(KEPT);
      const path = this.store.path(fragmentsName(key, kind));
      return { number: this.#opened++, path, sums };
    });
    return { shard, fragments, files: new Map(shard.files.map((file) => [file.name, file])) };
  }
}

/** What an earlier run compiled of one file. */
export class KnownRecords {
  readonly #isSame: boolean;
  /**
   * How many bytes a record may have moved: none if it is before the change in the file, otherwise as many as the file
   * grew.
   */
  readonly #shifts: readonly number[];
  /** The offsets at which the records began in the earlier version of the file. */
  readonly #starts: Float64Array;
  /** For each chunk that may have moved, whether its bytes are unchanged. */
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

  /** Returns all rows of the file if its bytes are unchanged and the fragments are not damaged; otherwise undefined. */
  all(): KnownRows | undefined {
    return this.#isSame ? this.#rows(0, this.then.rows, 0) : undefined;
  }

  /**
   * Returns rows of records that need not be compiled again. The first of them begins at byte `start` of the present
   * file. Undefined if that record has to be compiled.
   */
  at(file: FileBytes, start: number): KnownRows | undefined {
    for (const shift of this.#shifts) {
      const from = firstAtLeast(this.#starts, start - shift);
      if (this.#starts[from] !== start - shift) continue;
      const first = Math.floor((start - shift) / this.chunkBytes);
      let chunk = first;
      while (chunk < first + TOGETHER && this.#isAsBefore(file, chunk, shift)) chunk++;
      // The last record of the unchanged chunks is not reused: it may end in the next chunk, which may have changed.
      const to = firstAtLeast(this.#starts, chunk * this.chunkBytes + 1) - 1;
      if (to > from) return this.#rows(from, to, shift);
    }
    return undefined;
  }

  #isAsBefore({ bytes, end }: FileBytes, chunk: number, shift: number): boolean {
    const then = digestAt(this.then.hash, chunk);
    if (then === '') return false;
    if (shift === 0) return digestAt(this.now.hash, chunk) === then;
    return memo(this.#moved, chunk, () => {
      const from = chunk * this.chunkBytes + shift;
      const to = Math.min(end, from + this.chunkBytes);
      return from >= 0 && digestOf(bytes.subarray(from, to)) === then;
    });
  }

  /**
   * Returns rows with their fragments; undefined if the fragments are damaged. `first` and `end` are counted from the
   * first row of the file.
   */
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
