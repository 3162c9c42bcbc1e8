// A thread that takes part in compiling units of a portal.
import { parentPort, workerData } from 'node:worker_threads';
import type { Portal } from '../../model/endpoint.js';
import { makePlan } from '../plan.js';
import { Store } from '../unit/store.js';
import { failureOf, takePart, type WorkerData, type WorkerMessage } from './all.js';

const { module, work, store } = workerData as WorkerData;
const { portal } = (await import(module)) as { readonly portal: Portal };
const say = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  await takePart(makePlan(portal), work, Store.at(store), (bytes) => say({ bytes }));
} catch (error) {
  say(failureOf(error));
}
