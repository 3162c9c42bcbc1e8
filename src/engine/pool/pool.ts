// The threads of a run: this one and, where there is much to do, others, which are started once and wait
// from one task to the next. What a task is, the stages know (see ../worker.ts).
import { availableParallelism } from 'node:os';
import type { PoolWorker } from './pool-worker.js';
import { drain, type Queue, type TaskName } from './queue.js';

/** Has the other threads do their part of a task; `heard` is told what they did. */
type Begin = <News>(
  task: TaskName,
  queue: Queue,
  isMuch: boolean,
  heard: (news: News) => void,
) => Promise<void>;

/** A ninth would cost 1.3 s of its processor and 40 MB to start, and save 2 % of a build (test/bench/README.md, "On one machine of many cores"). */
const MOST_THREADS = 8;

/** Does tasks in several threads. */
export class Pool {
  #others: PoolWorker[] | undefined;
  readonly #most: number;

  /** `threads`: how many with this one, if it is not to be found out. To compress keeps any number of processors busy. */
  constructor(
    private readonly threads: number | undefined,
    compress: readonly unknown[] = [],
  ) {
    this.#most = compress.length > 0 ? Infinity : MOST_THREADS;
  }

  /** How many threads do a task. `isMuch`: starting others costs less than they save; those that are there help. */
  size(isMuch: boolean): number {
    if (this.threads !== undefined) return this.threads;
    return isMuch || this.#others ? Math.min(availableParallelism(), this.#most) : 1;
  }

  /** Has the threads of a task to come load what it needs, and another module that its queue names. */
  async prepare(task: TaskName, isMuch: boolean, module?: URL): Promise<void> {
    for (const worker of await this.#workers(isMuch)) worker.prepare(task, module);
  }

  /** Does what `own` does, with what it has others begin; these do one thing after another. Throws what any threw. */
  async together(own: (begin: Begin) => Promise<void>): Promise<void> {
    const queues: Queue[] = [];
    const parts: Promise<void>[] = [];
    const failures: unknown[] = [];
    // When one fails, even to start, the others find nothing to do: then all end.
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

  /** Ends the threads, whatever they do. */
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
