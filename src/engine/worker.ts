// Another thread: it does its part of each job that it is given, by the function that this one runs, too.
import { parentPort } from 'node:worker_threads';
import { type Answer, type Order, sent } from './crew/member.js';
import type { JobName } from './crew/work.js';

/** Does a part of some work, and tells what was done. */
type Part = (work: never, say: (news: unknown) => void) => Promise<void>;

/** The parts of jobs, loaded when they are needed. */
const parts: Readonly<Record<JobName, () => Promise<Part>>> = {
  hash: async () => (await import('./compile/hash-part.js')).hashPart,
  compile: async () => (await import('./compile/part.js')).compilePart,
  write: async () => (await import('./write/deal.js')).takePart,
};

const say = (answer: Answer<unknown>) => parentPort?.postMessage(answer);

parentPort?.on('message', async (order: Order) => {
  try {
    const part = await parts[order.job]();
    if (order.kind === 'prepare') return;
    // Who gives a job its work has the type from the module that does it.
    await part(order.work as never, (news) => say({ kind: 'news', news }));
    say({ kind: 'done' });
  } catch (error) {
    say({ kind: 'failed', error: sent(error) });
  }
});
