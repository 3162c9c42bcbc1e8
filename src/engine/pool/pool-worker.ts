// Starts and directs a worker thread from the main thread. Also defines the messages between the two threads.
import { Worker } from 'node:worker_threads';
import { entry } from '../../files/shipped.js';
import { DeclarationError } from '../../model/check/constraints.js';
import { UsageError } from '../../problems/problem.js';
import { DamagedCache, UnwritableCache } from '../shard/store.js';
import type { Queue, TaskName } from './queue.js';

/**
 * Megabytes of memory for new objects in a worker. When this memory is full, garbage is collected. By then, nearly all
 * of these objects are garbage.
 */
const YOUNG = 8;

/** A message to a worker thread. */
export type Order =
  | { readonly kind: 'prepare'; readonly task: TaskName; readonly module: string | undefined }
  | { readonly kind: 'do'; readonly task: TaskName; readonly part: number; readonly queue: Queue };

/** A message from a worker: progress on its part of a task, the end of the part, or an error. */
export type Reply<News> =
  | { readonly kind: 'news'; readonly part: number; readonly news: News }
  | { readonly kind: 'done'; readonly part: number }
  | { readonly kind: 'failed'; readonly error: SentError };

/** What a worker does in each task, for the error message `a thread that compiles ended before its work did`. */
const doing: Readonly<Record<TaskName, string>> = {
  hash: 'reads data',
  compile: 'compiles',
  write: 'makes pages',
};

interface TaskPart {
  readonly task: TaskName;
  readonly heard: (news: unknown) => void;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

export class PoolWorker {
  readonly #worker = new Worker(entry('worker'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  #task: TaskName = 'hash';
  /** The unfinished parts of tasks, by number. */
  readonly #parts = new Map<number, TaskPart>();
  #told = 0;
  /** The error of a worker that failed. A failed worker gets no more tasks. */
  #failure: { readonly error: unknown } | undefined;

  constructor() {
    this.#worker.on('message', (answer: Reply<unknown>) => this.#hear(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (status) => {
      const [first] = this.#parts.values();
      const what = doing[first?.task ?? this.#task];
      this.#fail(new UsageError(`a thread that ${what} ended before its work did, with ${status}`));
    });
  }

  prepare(task: TaskName, module?: URL): void {
    this.#order({ kind: 'prepare', task, module: module?.href });
  }

  do<News>(task: TaskName, queue: Queue, heard: (news: News) => void): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#failure) return fail(this.#failure.error);
      // Only the caller and the code of the task know the type `News` of the progress reports.
      const part = this.#told++;
      this.#parts.set(part, { task, heard: heard as (news: unknown) => void, done, fail });
      this.#order({ kind: 'do', task, part, queue });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #order(order: Order): void {
    this.#task = order.task;
    this.#worker.postMessage(order);
  }

  #hear(answer: Reply<unknown>): void {
    try {
      if (answer.kind === 'failed') this.#fail(received(answer.error));
      else if (answer.kind === 'news') this.#parts.get(answer.part)?.heard(answer.news);
      else {
        this.#parts.get(answer.part)?.done();
        this.#parts.delete(answer.part);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const part of this.#parts.values()) part.fail(error);
  }
}

/**
 * An error in a form that can be sent to another thread. An `Error` that is sent loses its class and its additional
 * properties.
 */
export interface SentError {
  readonly error: unknown;
  readonly kind: string;
  readonly more: object;
}

export function sent(error: unknown): SentError {
  return error instanceof Error
    ? { error, kind: error.constructor.name, more: { ...error } }
    : { error, kind: '', more: {} };
}

/** The classes of errors that callers check by `instanceof`. */
const KINDS: Readonly<Record<string, object>> = {
  UsageError: UsageError.prototype,
  DeclarationError: DeclarationError.prototype,
  DamagedCache: DamagedCache.prototype,
  UnwritableCache: UnwritableCache.prototype,
};

function received({ error, kind, more }: SentError): unknown {
  if (!(error instanceof Error)) return error;
  const known = KINDS[kind];
  if (known) Object.setPrototypeOf(error, known);
  return Object.assign(error, more);
}
