// A thread that compiles units of the portal, one after another, as they are sent to it.
import { parentPort, workerData } from 'node:worker_threads';
import { compilerOf, failureOf, type WorkerAnswer, type WorkerData } from './engine/compile-all.js';
import { makePlan } from './engine/plan.js';
import { Store } from './engine/store.js';
import type { Unit } from './engine/units.js';
import { portal } from './portal/index.js';

const { settings, store } = workerData as WorkerData;
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
