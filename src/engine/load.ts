// Reads data files into linked tables, and finds the problems in them, each with its file, line and column.

import type { FoundFiles } from '../files/source/files.js';
import type { PlacedFinding } from '../problems/placed.js';
import type { OnProgress } from '../problems/report.js';
import type { CompileSettings } from './compile/shard.js';
import type { Shard } from './compile/shards.js';
import { type CheckSettings, problemsOf } from './diagnose/problems.js';
import { findUnread } from './diagnose/unread.js';
import { checkAcross } from './link/check.js';
import { shared, uint32 } from './link/columns.js';
import { Derivation } from './link/derive.js';
import { Table } from './link/table.js';
import type { Plan } from './plan.js';
import type { Pool } from './pool/pool.js';
import { type CompiledShard, fragmentsName } from './shard/format.js';
import type { FragmentFile } from './shard/fragments.js';
import { DamagedCache, type Store } from './shard/store.js';

/** The data files that were found, their shards, and the threads that work on them. */
interface OpenedData {
  readonly found: FoundFiles;
  readonly shards: readonly Shard[];
  readonly pool: Pool;
}

export interface LoadSettings extends CompileSettings, CheckSettings {
  readonly onProgress: OnProgress;
}

/** The records in linked tables, and the check that finds what is wrong with them. */
export interface Loaded {
  /** Computes values from all records, also from withheld ones. */
  readonly derivation: Derivation;
  /** Checks all records together. Returns these problems and those of single records, sorted by place. */
  readonly check: () => readonly PlacedFinding[];
}

/** Compiles the shards that are not in the store yet, and links all of them. */
export async function load(
  plan: Plan,
  { found, shards, pool }: OpenedData,
  settings: LoadSettings,
  store: Store,
): Promise<Loaded> {
  const compiled = await compiledShards(plan, shards, settings, store, pool);
  settings.onProgress('linking', 0, 0);
  const tables = tablesOf(plan, shards, compiled, store);
  const derivation = new Derivation(tables);
  const files = [...compiled.values()].flatMap((shard) => shard.files);
  const unread = findUnread(found, files);
  const check = () => {
    const across = checkAcross(derivation, new Set(unread.values()));
    const alone = [...found.findings, ...files.flatMap(({ findings }) => findings)];
    return problemsOf(plan, found, tables, { alone, across, unread }, settings);
  };
  return { derivation, check };
}

function tablesOf(
  plan: Plan,
  shards: readonly Shard[],
  compiled: ReadonlyMap<Shard, CompiledShard>,
  store: Store,
): Map<string, Table> {
  let files = 0;
  const fileOf = ({ key }: Shard, sums: Uint32Array, kind: number): FragmentFile => {
    const name = fragmentsName(key, kind);
    const toCheck = store.isFresh(name) ? undefined : shared(uint32, sums);
    return { number: files++, path: store.path(name), sums: toCheck };
  };
  return new Map(
    plan.collections.map((collection) => {
      const { name } = collection.declared;
      const own = shards.filter((shard) => shard.collection === name);
      const parts = own.map((shard) => {
        const made = compiled.get(shard)!;
        const fragments = made.fragments.map(({ sums }, kind) => fileOf(shard, sums, kind));
        return { compiled: made, fragments };
      });
      return [name, new Table(collection, parts)] as const;
    }),
  );
}

/** Reads the compiled shards from the store. First compiles the shards that are not in the store. */
export async function compiledShards(
  plan: Plan,
  shards: readonly Shard[],
  settings: CompileSettings & Pick<LoadSettings, 'onProgress'>,
  store: Store,
  pool: Pool,
): Promise<Map<Shard, CompiledShard>> {
  const compiled = new Map<Shard, CompiledShard>();
  const missing: Shard[] = [];
  for (const shard of shards) {
    const kept = store.read(shard.key) as CompiledShard | undefined;
    if (kept) compiled.set(shard, kept);
    else missing.push(shard);
  }
  // The code that compiles is loaded only when a shard has to be compiled.
  if (missing.length === 0) return compiled;
  const { compileAll } = await import('./compile/all.js');
  await compileAll(plan, missing, settings, store, pool);
  for (const shard of missing) {
    const made = store.read(shard.key) as CompiledShard | undefined;
    // The shard was just written. If the store does not have it, another run has probably replaced the file.
    if (!made) throw new DamagedCache(store.path(shard.key));
    made.fragments.forEach((_, kind) => {
      store.trust(fragmentsName(shard.key, kind));
    });
    compiled.set(shard, made);
  }
  return compiled;
}
