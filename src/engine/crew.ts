// The threads of a run: this one and, where there is much to do, others, which are started once and wait
// from one job to the next. A job is a list of things to do, of which whoever takes part takes the next
// one until none is left; what that is, the stages know (see worker.ts).
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../problems/problem.js';
import { entry } from '../shipped.js';
import { DamagedCache, UnwritableCache } from './unit/store.js';

/** What threads do. */
export type JobName = keyof typeof jobs;
const jobs = { hash: 'reads data', compile: 'compiles', write: 'makes pages' } as const;

/** Things to do. Plain data. */
export interface Work {
  /** How many there are. */
  readonly count: number;
  /** The one that is next, as the only element, which threads share. */
  readonly next: Int32Array;
}

/** So many things, of which none is taken yet. */
export const workOf = (count: number): Work => ({
  count,
  next: new Int32Array(new SharedArrayBuffer(4)),
});

/** Takes the next thing; -1 when none is left. */
export function take({ next, count }: Work): number {
  const taken = Atomics.add(next, 0, 1);
  return taken < count ? taken : -1;
}

/** Leaves nothing to take. */
export function takeAll({ next, count }: Work): void {
  Atomics.store(next, 0, count);
}

/** Megabytes that a thread may fill before it collects what it no longer uses: nearly all it makes. */
const YOUNG = 8;

/** What a thread hears. */
export type Order =
  | { readonly kind: 'prepare'; readonly job: JobName }
  | { readonly kind: 'do'; readonly job: JobName; readonly work: Work };

/** What a thread says: what it did, why it failed, or that nothing was left. */
export type Answer<News> =
  | { readonly kind: 'news'; readonly news: News }
  | { readonly kind: 'failed'; readonly error: SentError }
  | { readonly kind: 'done' };

/** Who does jobs. */
export class Crew {
  #others: Member[] | undefined;

  /** `threads`: how many with this one, if it is not to be found out. */
  constructor(private readonly threads: number | undefined) {}

  /** How many threads do a job. `isMuch`: starting others costs less than they save. */
  size(isMuch: boolean): number {
    return this.threads ?? (isMuch ? availableParallelism() : 1);
  }

  /** Has the threads of a job to come load what it needs. */
  prepare(job: JobName, isMuch: boolean): void {
    for (const member of this.#members(isMuch)) member.prepare(job);
  }

  /** Does a job: `own` does the part of this thread. `heard` is told what others did. Throws what any threw. */
  async do<News>(
    job: JobName,
    work: Work,
    isMuch: boolean,
    own: () => Promise<void>,
    heard: (news: News) => void,
  ): Promise<void> {
    const parts = this.#members(isMuch).map((member) => member.do(job, work, heard));
    // When one fails, even to start, the others find nothing to do: then all end.
    const ends = await Promise.allSettled(
      [own(), ...parts].map((part) =>
        part.catch((error) => {
          takeAll(work);
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    await Promise.all((this.#others ?? []).map((member) => member.end()));
  }

  #members(isMuch: boolean): readonly Member[] {
    const others = this.size(isMuch) - 1;
    if (others > 0) this.#others ??= Array.from({ length: others }, () => new Member());
    return others > 0 ? this.#others! : [];
  }
}

interface Part {
  readonly heard: (news: unknown) => void;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** Another thread. */
class Member {
  readonly #worker = new Worker(entry('worker'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  /** What it does now, or gets ready to do. */
  #job: JobName = 'hash';
  #part: Part | undefined;
  /** Why it ended between jobs. */
  #failure: { readonly error: unknown } | undefined;

  constructor() {
    this.#worker.on('message', (answer: Answer<unknown>) => this.#hear(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (status) => {
      const what = jobs[this.#job];
      this.#fail(new UsageError(`a thread that ${what} ended before its work did, with ${status}`));
    });
  }

  prepare(job: JobName): void {
    this.#order({ kind: 'prepare', job });
  }

  do<News>(job: JobName, work: Work, heard: (news: News) => void): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#failure) return fail(this.#failure.error);
      // What a job's news is, its own two sides know.
      this.#part = { heard: heard as (news: unknown) => void, done, fail };
      this.#order({ kind: 'do', job, work });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #order(order: Order): void {
    this.#job = order.job;
    this.#worker.postMessage(order);
  }

  #hear(answer: Answer<unknown>): void {
    try {
      if (answer.kind === 'done') this.#part?.done();
      else if (answer.kind === 'failed') this.#fail(received(answer.error));
      else this.#part?.heard(answer.news);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#part?.fail(error);
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
