// Compiles units side by side: in this thread alone when there is little to do, else in others, too.
// Whoever takes part takes the next unit of a list that all share, until none is left.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { hearSignals } from '../../disk/temporary.js';
import { memo } from '../../memo.js';
import { explain } from '../../problems/failure.js';
import type { Refusal } from '../../problems/messages/refusals.js';
import { UsageError } from '../../problems/problem.js';
import type { OnProgress } from '../../report.js';
import { entry } from '../../shipped.js';
import type { Plan } from '../plan.js';
import { type Store, type StoreHandle, UnwritableCache } from '../unit/store.js';
import { type CompileSettings, makeCompiler } from './unit.js';
import type { Unit } from './units.js';

/** Below this many bytes, starting workers costs more than they save. */
const WORTH_WORKERS = 48 << 20;

export interface WorkerSettings extends CompileSettings {
  /** Threads to compile in; by default as many as there are processors, if it is worth it. */
  readonly workers: number | undefined;
  readonly onProgress: OnProgress;
}

/** Units to compile. Plain data. */
export interface Work {
  readonly units: readonly Unit[];
  /** The unit that is next, as the only element, which threads share. */
  readonly next: Int32Array;
  readonly settings: CompileSettings;
}

/** What a worker gets when it starts. */
export interface WorkerData {
  /** The portal's module, which the worker imports: functions such as rules cannot be sent to it. */
  readonly module: string;
  readonly work: Work;
  readonly store: StoreHandle;
}

/** What a worker says: how large a unit was that it compiled, or why it failed, in lines. */
export type WorkerMessage = { readonly bytes: number } | { readonly failed: Failure };

interface Failure {
  readonly lines: readonly string[];
  readonly isCache: boolean;
  readonly refusal?: Refusal | undefined;
}

/** Compiles units into a store. Throws what compiling threw. */
export async function compileAll(
  plan: Plan,
  units: readonly Unit[],
  { frames, withholdPersonal, workers, onProgress }: WorkerSettings,
  store: Store,
): Promise<void> {
  const total = units.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const compiled = (bytes: number) => {
    done += bytes;
    onProgress('compiling', done, total);
  };
  onProgress('compiling', 0, total);
  const work: Work = {
    // The largest units come first, so that the last ones to run are short.
    units: [...units].sort((a, b) => b.bytes - a.bytes),
    next: new Int32Array(new SharedArrayBuffer(4)),
    settings: { frames, withholdPersonal },
  };
  const wanted = workers ?? (total < WORTH_WORKERS ? 1 : availableParallelism());
  const data: WorkerData = { module: plan.portal.module.href, work, store: store.handle };
  const others = Array.from({ length: Math.min(wanted, units.length) - 1 }, () =>
    runWorker(data, compiled),
  );
  const ends = await Promise.allSettled([...others, takePart(plan, work, store, compiled)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Compiles units until none is left to take; after a failure, nobody takes any. */
export async function takePart(
  plan: Plan,
  work: Work,
  store: Store,
  compiled: (bytes: number) => void,
): Promise<void> {
  const { units, next, settings } = work;
  const compilers = new Map<string, (unit: Unit) => void>();
  for (;;) {
    const unit = units[Atomics.add(next, 0, 1)];
    if (!unit) return;
    const compile = memo(compilers, unit.collection, () =>
      makeCompiler(plan.byName.get(unit.collection)!, settings, store),
    );
    try {
      compile(unit);
    } catch (error) {
      takeAll(work);
      throw error;
    } finally {
      store.abandon();
    }
    compiled(unit.bytes);
    await hearSignals();
  }
}

/** Leaves nothing to take. */
function takeAll({ units, next }: Work): void {
  Atomics.store(next, 0, units.length);
}

/** An error in a form that can be sent to the main thread. */
export function failureOf(error: unknown): WorkerMessage {
  const isCache = error instanceof UnwritableCache;
  const refusal = error instanceof UsageError ? error.refusal : undefined;
  return { failed: { lines: isCache ? [error.message] : explain(error), isCache, refusal } };
}

function errorOf({ lines, isCache, refusal }: Failure): Error {
  const [message = '', ...details] = lines;
  return isCache ? new UnwritableCache(message) : new UsageError(message, details, refusal);
}

/** Resolves when a worker has found no more to do. */
function runWorker(data: WorkerData, compiled: (bytes: number) => void): Promise<void> {
  return new Promise((done, fail) => {
    const worker = new Worker(entry('compile-worker'), { workerData: data });
    worker.on('message', (message: WorkerMessage) => {
      if ('failed' in message) fail(errorOf(message.failed));
      else compiled(message.bytes);
    });
    worker.on('error', fail);
    worker.on('exit', (status) => {
      takeAll(data.work); // if it failed, the others end, too
      if (status === 0) done();
      else fail(new UsageError(`a thread that compiles ended before its work did, with ${status}`));
    });
  });
}
