// Compiles shards into a store, usually in several threads if the shards have many bytes.
import { hearSignals } from '../../files/disk/temporary.js';
import type { FileMemory } from '../../files/source/data-file.js';
import type { Portal } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import type { OnProgress } from '../../problems/report.js';
import { makePlan, type Plan } from '../plan.js';
import type { Pool } from '../pool/pool.js';
import { MANY_BYTES, next, type Queue, queueOf } from '../pool/queue.js';
import { Store, type StoreHandle } from '../shard/store.js';
import { type CompileSettings, makeCompiler } from './shard.js';
import type { Shard } from './shards.js';

/** Shards to compile. Plain data, which can be sent to threads. */
export interface CompileQueue extends Queue {
  readonly shards: readonly Shard[];
  readonly settings: CompileSettings;
  /** The portal's module. Each thread imports it, because functions, such as rules, cannot be sent to threads. */
  readonly module: string;
  readonly store: StoreHandle;
}

/** Compiles shards. Throws the first error of any thread. */
export async function compileAll(
  plan: Plan,
  shards: readonly Shard[],
  settings: CompileSettings & { readonly onProgress: OnProgress },
  store: Store,
  pool: Pool,
): Promise<void> {
  const { frames, withholdPersonal, onProgress } = settings;
  const total = shards.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const compiled = (bytes: number) => {
    done += bytes;
    onProgress('compiling', done, total);
  };
  onProgress('compiling', 0, total);
  const queue: CompileQueue = {
    ...queueOf(shards.length),
    // The largest shards come first. Otherwise a thread could begin a large shard when the others are almost finished.
    shards: [...shards].sort((a, b) => b.bytes - a.bytes),
    settings: { frames, withholdPersonal },
    module: plan.portal.module.href,
    store: store.handle,
  };
  await pool.together(async (begin) => {
    // For little data, no threads are started, unless their number is set. Threads that are already running help. A
    // single shard is compiled in this thread.
    if (shards.length > 1) await begin('compile', queue, total >= MANY_BYTES, compiled);
    await compileNext(plan, queue, store, compiled);
  });
}

/** Compiles shards of the queue in a worker thread. Calls `say` with the bytes of each compiled shard. */
export async function compilePart(
  queue: CompileQueue,
  say: (bytes: number) => void,
): Promise<void> {
  const { portal } = (await import(queue.module)) as { readonly portal: Portal };
  await compileNext(makePlan(portal), queue, Store.at(queue.store), say);
}

/** Compiles shards of the queue until none is left. Calls `compiled` with the bytes of each compiled shard. */
export async function compileNext(
  plan: Plan,
  queue: CompileQueue,
  store: Store,
  compiled: (bytes: number) => void,
): Promise<void> {
  const compilers = new Map<string, (shard: Shard) => void>();
  const memory: FileMemory = { bytes: Buffer.alloc(0) };
  for (let at = next(queue); at >= 0; at = next(queue)) {
    const shard = queue.shards[at]!;
    const compile = memo(compilers, shard.collection, () =>
      makeCompiler(plan.byName.get(shard.collection)!, queue.settings, store, memory),
    );
    try {
      compile(shard);
    } finally {
      store.abandon();
    }
    compiled(shard.bytes);
    await hearSignals();
  }
}
