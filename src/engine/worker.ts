// The code of a worker thread. It does a part of each task, with the same functions as the main thread.
import { parentPort } from 'node:worker_threads';
import { type Order, type Reply, sent } from './pool/pool-worker.js';
import type { TaskName } from './pool/queue.js';

/** Does a part of a task. Calls `say` to report progress to the main thread. */
type DoPart = (queue: never, say: (news: unknown) => void) => Promise<void>;

/** The function for each task. Its module is loaded when it is first needed. */
const parts: Readonly<Record<TaskName, () => Promise<DoPart>>> = {
  hash: async () => (await import('./compile/hashes.js')).hashPart,
  compile: async () => (await import('./compile/all.js')).compilePart,
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
    // A message has no static type. `part` declares the type of its queue.
    const queue = order.queue as never;
    await part(queue, (news) => say({ kind: 'news', part: order.part, news }));
    say({ kind: 'done', part: order.part });
  } catch (error) {
    say({ kind: 'failed', error: sent(error) });
  }
}

let last = Promise.resolve();
parentPort?.on('message', (order: Order) => {
  last = last.then(() => follow(order));
});
