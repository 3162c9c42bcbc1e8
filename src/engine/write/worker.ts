// A thread that takes part in the work on pages, when it gets it.
import { parentPort } from 'node:worker_threads';
import { takePart } from './deal.js';
import { sent, type ThreadData, type ThreadMessage } from './threads.js';

const say = (message: ThreadMessage) => parentPort?.postMessage(message);

parentPort?.once('message', async ({ work, kept }: ThreadData) => {
  try {
    await takePart(work, kept, (files, pages) => say({ files, pages }));
    say({ done: true });
  } catch (error) {
    say({ failed: sent(error) });
  }
});
