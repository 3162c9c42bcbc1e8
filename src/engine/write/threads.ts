// Work on pages: in this thread alone when there is little to do, else in others, too. They end with
// the work, or with its failure: then nothing writes any longer.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../problems/problem.js';
import { entry } from '../../shipped.js';
import { DamagedCache } from '../unit/store.js';
import { takeAll, takePart, type Work } from './deal.js';
import type { MadeFile } from './make.js';

/** Below this many records on all pages, starting threads costs more than they save. */
const WORTH_THREADS = 50_000;
/** A record that is compressed is so many times the work. */
const COMPRESSING = 10;
/** Bytes of pieces that are kept in memory, by all threads together. */
const KEPT = 64 << 20;
/** Megabytes that a thread may fill before it collects what it no longer uses: nearly all it makes. */
const YOUNG = 8;

/** What a thread gets. */
export interface ThreadData {
  readonly work: Work;
  readonly kept: number;
}

/** What a thread says: files that it made of so many pages, why it failed, or that all is done. */
export type ThreadMessage =
  | { readonly files: readonly MadeFile[]; readonly pages: number }
  | { readonly failed: SentError }
  | { readonly done: true };

type Made = (files: readonly MadeFile[], pages: number) => void;

/** Who makes pages: this thread, and perhaps others, which are started at once and wait for work. */
export class Makers {
  readonly #workers: readonly Worker[];
  readonly #ends: readonly Promise<void>[];

  /**
   * `records`: how many are on all pages. `threads`: how many threads with this one, if it is not to be
   * found out. `made` is told what was made.
   */
  constructor(
    records: number,
    isCompressed: boolean,
    threads: number | undefined,
    private readonly made: Made,
  ) {
    const isMuch = (isCompressed ? records * COMPRESSING : records) >= WORTH_THREADS;
    const wanted = threads ?? (isMuch ? availableParallelism() : 1);
    const limits = { resourceLimits: { maxYoungGenerationSizeMb: YOUNG } };
    this.#workers = Array.from(
      { length: wanted - 1 },
      () => new Worker(entry('write-worker'), limits),
    );
    this.#ends = this.#workers.map((worker) => endOf(worker, made));
    // `do` throws their failures; until then they must not count as unhandled.
    for (const end of this.#ends) end.catch(() => {});
  }

  /**
   * Does work. Others begin at once; this thread first asks whether it is wanted, and if not, this gives
   * false, whatever became of it. Throws what making pages threw.
   */
  async do(work: Work, isWanted: () => Promise<boolean>): Promise<boolean> {
    const kept = KEPT / (this.#workers.length + 1);
    const data: ThreadData = { work, kept };
    for (const worker of this.#workers) worker.postMessage(data);
    // A thread that fails, even to start, leaves nothing to do to the others: then all end.
    for (const end of this.#ends) end.catch(() => takeAll(work));
    let wanted = false;
    const own = async () => {
      try {
        wanted = await isWanted();
      } finally {
        if (!wanted) takeAll(work);
      }
      await takePart(work, kept, this.made);
    };
    const [mine, ...ends] = await Promise.allSettled([own(), ...this.#ends]);
    if (mine.status === 'rejected') throw mine.reason;
    if (!wanted) return false;
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return true;
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/** Resolves when a thread has done its part. */
function endOf(worker: Worker, made: Made): Promise<void> {
  return new Promise<void>((done, fail) => {
    worker.on('message', (message: ThreadMessage) => {
      try {
        if ('done' in message) done();
        else if ('failed' in message) fail(received(message.failed));
        else made(message.files, message.pages);
      } catch (error) {
        fail(error);
      }
    });
    worker.on('error', fail);
    worker.on('exit', (status) => {
      fail(new UsageError(`a thread that makes pages ended before its work did, with ${status}`));
    });
  });
}

/** An error on its way to another thread, where only plain errors arrive. */
interface SentError {
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
};

function received({ error, kind, more }: SentError): unknown {
  if (!(error instanceof Error)) return error;
  const known = KINDS[kind];
  if (known) Object.setPrototypeOf(error, known);
  return Object.assign(error, more);
}
