// Another thread of a pool, as the one that started it sees it, and what the two say to each other.
import { Worker } from 'node:worker_threads';
import { entry } from '../../files/shipped.js';
import { UsageError } from '../../problems/problem.js';
import { DamagedCache, UnwritableCache } from '../shard/store.js';
import type { Queue, TaskName } from './queue.js';

/** Megabytes that a thread may fill before it collects what it no longer uses: nearly all it makes. */
const YOUNG = 8;

/** What a thread hears. */
export type Order =
  | { readonly kind: 'prepare'; readonly task: TaskName; readonly module: string | undefined }
  | { readonly kind: 'do'; readonly task: TaskName; readonly part: number; readonly queue: Queue };

/** What a thread says: of a part, what it did, or that nothing was left; or why it failed. */
export type Reply<News> =
  | { readonly kind: 'news'; readonly part: number; readonly news: News }
  | { readonly kind: 'done'; readonly part: number }
  | { readonly kind: 'failed'; readonly error: SentError };

/** What a thread does, in a sentence. */
const doing: Readonly<Record<TaskName, string>> = {
  hash: 'reads data',
  compile: 'compiles',
  look: 'looks at the snapshot',
  write: 'makes pages',
};

interface TaskPart {
  readonly task: TaskName;
  readonly heard: (news: unknown) => void;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** Another thread. */
export class PoolWorker {
  readonly #worker = new Worker(entry('worker'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  /** What it gets ready to do, or did last. */
  #task: TaskName = 'hash';
  /** What it has to do, by numbers, in order. */
  readonly #parts = new Map<number, TaskPart>();
  #told = 0;
  /** Why it ended between tasks. */
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
      // What a task's news is, its own two sides know.
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

/** An error on its way to another thread, where only plain errors arrive. */
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

/** Kinds of errors that callers ask for. */
const KINDS: Readonly<Record<string, object>> = {
  UsageError: UsageError.prototype,
  DamagedCache: DamagedCache.prototype,
  UnwritableCache: UnwritableCache.prototype,
};

function received({ error, kind, more }: SentError): unknown {
  if (!(error instanceof Error)) return error;
  const known = KINDS[kind];
  if (known) Object.setPrototypeOf(error, known);
  return Object.assign(error, more);
}
