// Compiles a shard of data files into columns, fragments and findings, and writes them to a store. Each shard is
// compiled without the others, so they can be compiled in any order and in any thread.
import { CHUNK } from '../../files/source/chunk-hash.js';
import type { FileMemory } from '../../files/source/data-file.js';
import type { CollectionPlan } from '../plan.js';
import {
  type CompiledFile,
  type CompiledShard,
  fragmentKinds,
  fragmentsName,
} from '../shard/format.js';
import type { Store } from '../shard/store.js';
import { makeEmitters } from './emit.js';
import { makeFastPath } from './fast/fast-path.js';
import { compileFile, type Gathered, ParsedRecord, type Paths } from './file.js';
import { FragmentWriter } from './fragment-writer.js';
import { KnownFiles, type KnownRecords, type KnownRows } from './known.js';
import { type ReadRecord, Rows } from './rows.js';
import type { Shard, ShardFile } from './shards.js';
import { makeValidator } from './validate.js';

/** The settings that compiling depends on. */
export interface CompileSettings {
  readonly frames: readonly string[];
  readonly withholdPersonal: boolean;
}

/**
 * Returns a function that compiles a shard of a collection, and writes it to a store under its key. A record is
 * compiled by the fast path or, if the fast path refuses it, by the slow path. Unchanged records may be copied from the
 * result of an earlier run.
 */
export function makeCompiler(
  plan: CollectionPlan,
  settings: CompileSettings,
  store: Store,
  memory: FileMemory = { bytes: Buffer.alloc(0) },
  makeFast: typeof makeFastPath = makeFastPath,
  chunkBytes = CHUNK,
): (shard: Shard) => void {
  const validate = makeValidator(plan, settings.frames);
  const emitters = makeEmitters(plan, settings.withholdPersonal);
  const paths: Paths = {
    fast: makeFast(plan, emitters, settings),
    parsed: new ParsedRecord(plan, emitters),
    validate,
  };
  const compiler = new ShardCompiler(plan, paths, store, memory, chunkBytes);
  return (shard) => compiler.compile(shard);
}

/** Compiles one shard after another. Its memory is used again for the next shard. */
class ShardCompiler implements Gathered {
  possibleIds: number[] = [];
  readonly #rows: Rows;
  readonly #out: FragmentWriter;

  constructor(
    private readonly plan: CollectionPlan,
    private readonly paths: Paths,
    private readonly store: Store,
    readonly memory: FileMemory,
    private readonly chunkBytes: number,
  ) {
    this.#rows = new Rows(plan);
    this.#out = new FragmentWriter(fragmentKinds(plan));
  }

  get rows(): number {
    return this.#rows.count;
  }

  compile({ key, scope, files }: Shard): void {
    this.possibleIds = [];
    this.#rows.begin(scope);
    const outputs = Array.from({ length: fragmentKinds(this.plan) }, (_, kind) =>
      this.store.begin(fragmentsName(key, kind)),
    );
    this.#out.begin(outputs.map((output) => (bytes) => output.write(bytes)));
    const known = new KnownFiles(this.store, this.chunkBytes);
    let compiled: CompiledFile[];
    try {
      compiled = files.map((file) =>
        this.#file(file, file.texts ? undefined : known.of(file, scope)),
      );
    } finally {
      known.close();
    }
    const offsets = this.#out.close();
    const fragments = outputs.map((output, kind) => ({
      offsets: offsets[kind]!,
      sums: output.finish(),
    }));
    const { possibleIds } = this;
    const shard: CompiledShard = {
      scope,
      files: compiled,
      ...this.#rows.take(),
      possibleIds,
      fragments,
    };
    this.store.write(key, shard);
  }

  add(record: ReadRecord, start: number, good: boolean, content: Buffer | string): void {
    this.#rows.add(record, start, good, content);
    if (good) record.emit(this.#out);
    this.#out.endRecord();
  }

  addKnown(some: KnownRows): void {
    this.#rows.addKnown(some);
    this.#out.addKnown(some);
  }

  #file(file: ShardFile, before: KnownRecords | undefined): CompiledFile {
    const firstRow = this.rows;
    const all = before?.all();
    if (!before || !all) return compileFile(this, this.paths, file, before);
    this.addKnown(all);
    return { ...before.then, firstRow };
  }
}
