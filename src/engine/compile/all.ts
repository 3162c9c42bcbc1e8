// Compiles units side by side: in this thread when there is little to do, else in worker threads.
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

/** What a worker gets when it starts; units are sent to it later, one by one. */
export interface WorkerData {
  /** The portal's module, which the worker imports: functions such as rules cannot be sent to it. */
  readonly module: string;
  readonly settings: CompileSettings;
  readonly store: StoreHandle;
}

/** Compiles units into a store. Throws what compiling threw. */
export async function compileAll(
  plan: Plan,
  units: readonly Unit[],
  settings: WorkerSettings,
  store: Store,
): Promise<void> {
  const bytes = units.reduce((sum, unit) => sum + unit.bytes, 0);
  const wanted = settings.workers ?? (bytes < WORTH_WORKERS ? 1 : availableParallelism());
  // Taken from the end: the largest units come first, so that the last ones to run are short.
  const queue = [...units].sort((a, b) => a.bytes - b.bytes);
  const { frames, withholdPersonal } = settings;
  let done = 0;
  const compiled = (unit: Unit) => {
    done += unit.bytes;
    settings.onProgress('compiling', done, bytes);
  };
  settings.onProgress('compiling', 0, bytes);
  const { href: module } = plan.portal.module;
  const forWorkers: WorkerData = {
    module,
    settings: { frames, withholdPersonal },
    store: store.handle,
  };
  if (wanted <= 1) {
    const compile = compilerOf(plan, forWorkers.settings, store);
    for (const unit of queue) {
      compile(unit);
      compiled(unit);
      await hearSignals();
    }
  } else {
    const workers = Math.min(wanted, queue.length);
    const ends = await Promise.allSettled(
      Array.from({ length: workers }, () => runWorker(forWorkers, queue, compiled)),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

/** Compiles units of any collection. */
export function compilerOf(
  plan: Plan,
  settings: CompileSettings,
  store: Store,
): (unit: Unit) => void {
  const compilers = new Map<string, (unit: Unit) => void>();
  return (unit) => {
    const compile = memo(compilers, unit.collection, () =>
      makeCompiler(plan.byName.get(unit.collection)!, settings, store),
    );
    try {
      compile(unit);
    } finally {
      store.abandon();
    }
  };
}

/** What a worker answers to a unit: nothing, or why it failed, in lines. */
export type WorkerAnswer = {
  readonly failed?: {
    readonly lines: readonly string[];
    readonly isCache: boolean;
    readonly refusal?: Refusal | undefined;
  };
};

/** An error in a form that can be sent to the main thread. */
export function failureOf(error: unknown): WorkerAnswer {
  const isCache = error instanceof UnwritableCache;
  const refusal = error instanceof UsageError ? error.refusal : undefined;
  return { failed: { lines: isCache ? [error.message] : explain(error), isCache, refusal } };
}

function errorOf({ lines, isCache, refusal }: NonNullable<WorkerAnswer['failed']>): Error {
  const [message = '', ...details] = lines;
  return isCache ? new UnwritableCache(message) : new UsageError(message, details, refusal);
}

async function runWorker(
  data: WorkerData,
  queue: Unit[],
  compiled: (unit: Unit) => void,
): Promise<void> {
  const worker = new Worker(entry('compile-worker'), { workerData: data });
  try {
    await new Promise<void>((done, fail) => {
      let unit: Unit | undefined;
      const next = () => {
        unit = queue.pop();
        if (unit) worker.postMessage(unit);
        else done();
      };
      worker.on('message', ({ failed }: WorkerAnswer) => {
        if (!failed) {
          if (unit) compiled(unit);
          next();
        } else fail(errorOf(failed));
      });
      worker.on('error', fail);
      next();
    });
  } finally {
    queue.length = 0; // the others end, too, if this one failed
    await worker.terminate();
  }
}
