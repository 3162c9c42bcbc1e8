// Another thread: it does its part of each task that it is given, by the function that this one runs, too.
import { parentPort } from 'node:worker_threads';
import { type Order, type Reply, sent } from './pool/pool-worker.js';
import type { TaskName } from './pool/queue.js';

/**
 * Does its part of a queue, and tells what was done. `later` is given what need not have ended before the
 * next part begins.
 */
type DoPart = (
  queue: never,
  say: (news: unknown) => void,
  later: (end: Promise<void>) => void,
) => Promise<void>;

/** What does them, loaded when they are needed. */
const parts: Readonly<Record<TaskName, () => Promise<DoPart>>> = {
  hash: async () => (await import('./compile/hashes.js')).hashPart,
  compile: async () => (await import('./compile/all.js')).compilePart,
  look: async () => (await import('./write/directory-scan.js')).lookPart,
  write: async () => (await import('./write/deal.js')).writePart,
};

const say = (answer: Reply<unknown>) => parentPort?.postMessage(answer);

async function follow(order: Order): Promise<void> {
  try {
    const part = await parts[order.task]();
    if (order.kind === 'prepare') {
      if (order.module !== undefined) await import(order.module);
      return;
    }
    const ends: Promise<void>[] = [];
    // Who gives a task its work has the type from the module that does it.
    await part(
      order.queue as never,
      (news) => say({ kind: 'news', part: order.part, news }),
      (end) => void ends.push(end),
    );
    Promise.all(ends).then(() => say({ kind: 'done', part: order.part }), fail);
  } catch (error) {
    fail(error);
  }
}

const fail = (error: unknown) => say({ kind: 'failed', error: sent(error) });

let last = Promise.resolve();
parentPort?.on('message', (order: Order) => {
  last = last.then(() => follow(order));
});
