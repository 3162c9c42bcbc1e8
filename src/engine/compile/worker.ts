// A thread that compiles units of a portal, one after another, as they are sent to it.
import { parentPort, workerData } from 'node:worker_threads';
import type { Portal } from '../../model/endpoint.js';
import { makePlan } from '../plan.js';
import { Store } from '../unit/store.js';
import { compilerOf, failureOf, type WorkerAnswer, type WorkerData } from './all.js';
import type { Unit } from './units.js';

const { module, settings, store } = workerData as WorkerData;
const { portal } = (await import(module)) as { readonly portal: Portal };
const compile = compilerOf(makePlan(portal), settings, Store.at(store));

parentPort?.on('message', (unit: Unit) => {
  parentPort?.postMessage(attempt(unit));
});

function attempt(unit: Unit): WorkerAnswer {
  try {
    compile(unit);
    return {};
  } catch (error) {
    return failureOf(error);
  }
}
