// Work on pages, in this thread when there is little to do, else side by side in worker threads.
// Threads end with the work, or with its failure: then nothing writes any longer.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../problems/problem.js';
import { DamagedCache } from '../unit/store.js';
import { takePart, type Work } from './deal.js';
import type { MadeFile } from './make.js';

/** Below this many records on all pages, starting threads costs more than they save. */
const WORTH_THREADS = 50_000;
/** A record that is compressed is so many times the work. */
const COMPRESSING = 10;
/** Bytes of pieces that are kept in memory, by all threads together. */
const KEPT = 128 << 20;

/** Always the built module, even when this one runs as TypeScript: worker threads cannot run that. */
const WORKER = new URL('../../../lib/engine/write/worker.js', import.meta.url);

/** What a thread gets when it starts. */
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

/** Does work. `threads`: how many, if it is not to be found out. Throws what making pages threw. */
export async function doWork(work: Work, threads: number | undefined, made: Made): Promise<void> {
  const rows = work.pages.reduce((sum, page) => sum + page.rows.length, 0);
  const size = work.workplace.compress.length > 0 ? rows * COMPRESSING : rows;
  const wanted = threads ?? (size < WORTH_THREADS ? 1 : availableParallelism());
  if (wanted <= 1) return takePart(work, KEPT, made);
  const count = Math.min(wanted, work.ends.length);
  const data = { work, kept: KEPT / count };
  const workers = Array.from({ length: count }, () => new Worker(WORKER, { workerData: data }));
  try {
    await Promise.all(workers.map((worker) => end(worker, made)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Waits until a thread has done its part. */
function end(worker: Worker, made: Made): Promise<void> {
  return new Promise<void>((done, fail) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('done' in message) done();
      else if ('failed' in message) fail(received(message.failed));
      else {
        try {
          made(message.files, message.pages);
        } catch (error) {
          fail(error);
        }
      }
    });
    worker.on('error', fail);
    worker.on('exit', (code) => {
      fail(new UsageError(`a thread that makes pages ended before its work did, with ${code}`));
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
