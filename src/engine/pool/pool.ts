// The threads of a run: the main thread and, if there is much work, worker threads. Worker threads are started once and
// used for all tasks. ../worker.ts has the code of the tasks.
import { availableParallelism } from 'node:os';
import type { PoolWorker } from './pool-worker.js';
import { drain, type Queue, type TaskName } from './queue.js';

/** Starts a task in the worker threads. Calls `heard` with each of their progress reports. */
type Begin = <News>(
  task: TaskName,
  queue: Queue,
  isMuch: boolean,
  heard: (news: News) => void,
) => Promise<void>;

/**
 * A ninth thread would cost 1.3 s of processor time and 40 MB, and make a build 2 % faster (test/bench/README.md, "On
 * one machine of many cores").
 */
const MOST_THREADS = 8;

export class Pool {
  #others: PoolWorker[] | undefined;
  readonly #most: number;

  /**
   * `threads`: the number of threads, including the main one; undefined for as many as are useful. `compress`: the
   * encodings in which the run compresses files. For compressing, any number of processors is useful.
   */
  constructor(
    private readonly threads: number | undefined,
    compress: readonly unknown[] = [],
  ) {
    this.#most = compress.length > 0 ? Infinity : MOST_THREADS;
  }

  /**
   * Returns how many threads do a task. `isMuch`: whether the task is large enough to start threads for it. Threads
   * that are already running always help.
   */
  size(isMuch: boolean): number {
    if (this.threads !== undefined) return this.threads;
    return isMuch || this.#others ? Math.min(availableParallelism(), this.#most) : 1;
  }

  /** Lets the worker threads load the code of a later task. `module`: the portal's module, if the task needs it. */
  async prepare(task: TaskName, isMuch: boolean, module?: URL): Promise<void> {
    for (const worker of await this.#workers(isMuch)) worker.prepare(task, module);
  }

  /** Runs `own`, which may start tasks in worker threads, and waits for all of them. Throws the first error. */
  async together(own: (begin: Begin) => Promise<void>): Promise<void> {
    const queues: Queue[] = [];
    const parts: Promise<void>[] = [];
    const failures: unknown[] = [];
    // After an error, the queues are emptied, so that all threads finish soon.
    const failed = (error: unknown) => {
      failures.push(error);
      queues.forEach(drain);
    };
    const begin: Begin = async (task, queue, isMuch, heard) => {
      queues.push(queue);
      if (failures.length > 0) drain(queue);
      for (const worker of await this.#workers(isMuch)) {
        parts.push(worker.do(task, queue, heard).catch(failed));
      }
    };
    await own(begin).catch(failed);
    await Promise.all(parts);
    if (failures.length > 0) throw failures[0];
  }

  /** Ends the threads, even in the middle of a task. */
  async close(): Promise<void> {
    await Promise.all((this.#others ?? []).map((worker) => worker.end()));
  }

  async #workers(isMuch: boolean): Promise<readonly PoolWorker[]> {
    const others = this.size(isMuch) - 1;
    if (others <= 0) return [];
    const { PoolWorker } = await import('./pool-worker.js'); // most runs need no other threads
    this.#others ??= Array.from({ length: others }, () => new PoolWorker());
    return this.#others;
  }
}
