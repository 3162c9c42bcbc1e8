// Another thread: it does its part of each job that it is given, by the function that this one runs, too.
import { parentPort } from 'node:worker_threads';
import { type Answer, type Order, sent } from './crew/member.js';
import type { JobName } from './crew/work.js';

/**
 * Does a part of some work, and tells what was done. `later` is given what need not have ended before the
 * next part begins.
 */
type Part = (
  work: never,
  say: (news: unknown) => void,
  later: (end: Promise<void>) => void,
) => Promise<void>;

/** The parts of jobs, loaded when they are needed. */
const parts: Readonly<Record<JobName, () => Promise<Part>>> = {
  hash: async () => (await import('./compile/hash-part.js')).hashPart,
  compile: async () => (await import('./compile/part.js')).compilePart,
  look: async () => (await import('./write/survey.js')).lookPart,
  write: async () => (await import('./write/deal.js')).takePart,
};

const say = (answer: Answer<unknown>) => parentPort?.postMessage(answer);

async function follow(order: Order): Promise<void> {
  try {
    const take = await parts[order.job]();
    if (order.kind === 'prepare') {
      if (order.module !== undefined) await import(order.module);
      return;
    }
    const { part } = order;
    const ends: Promise<void>[] = [];
    // Who gives a job its work has the type from the module that does it.
    await take(
      order.work as never,
      (news) => say({ kind: 'news', part, news }),
      (end) => void ends.push(end),
    );
    Promise.all(ends).then(() => say({ kind: 'done', part }), fail);
  } catch (error) {
    fail(error);
  }
}

const fail = (error: unknown) => say({ kind: 'failed', error: sent(error) });

let last = Promise.resolve();
parentPort?.on('message', (order: Order) => {
  last = last.then(() => follow(order));
});
