// A thread that takes part in the work on pages.
import { parentPort, workerData } from 'node:worker_threads';
import { takePart } from './deal.js';
import { sent, type ThreadData, type ThreadMessage } from './threads.js';

const { work, kept } = workerData as ThreadData;
const say = (message: ThreadMessage) => parentPort?.postMessage(message);

try {
  await takePart(work, kept, (files, pages) => say({ files, pages }));
  say({ done: true });
} catch (error) {
  say({ failed: sent(error) });
}
