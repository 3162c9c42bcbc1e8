// A state: all that a report depends on, as one hash. What was found in a state is kept under it, so
// that the next check or build of the same state need not look again.
import { hash } from 'node:crypto';
import type { Store } from '../engine/shard/store.js';
import type { FindingsReport } from '../problems/report.js';
import type { BuildSettings, Data } from './open.js';

/** A hash of all that a report depends on: if it is the same, so is the report. */
export function stateOf(settings: BuildSettings, { found, shards, scope }: Data): string {
  const { cwd, data, decisive } = settings;
  const keys = shards.map(({ key }) => key).sort();
  const all = [scope, keys, found.findings, cwd, data, decisive.findings];
  return hash('sha256', JSON.stringify(all), 'hex');
}

/** A hash of all that pages are made of: if it is the same, so are they. */
export function planId({ decisive }: BuildSettings, { shards, scope }: Data): string {
  const keys = shards.map(({ key }) => key).sort();
  return hash('sha256', JSON.stringify(['pages', scope, keys, decisive.snapshot]), 'hex');
}

/**
 * The name of a plan of pages (engine/write/packs.ts), by which machines find it that have not read the data: it follows from the names and
 * sizes of its files. Other data may have them, too: a build looks at what pages are made of.
 */
export function planName({ decisive }: BuildSettings, { groups, scope }: Data): string {
  const files = groups.map(({ bytes, files }) => [bytes, files.map(({ name }) => name)]);
  return hash('sha256', JSON.stringify(['plan', scope, files, decisive.snapshot]), 'hex');
}

/** The report that was kept of a state. */
export const reportOf = (store: Store, state: string): FindingsReport | undefined =>
  store.read(state) as FindingsReport | undefined; // only keepReport writes there

/**
 * Keeps the report of a state, if the cache can be written. Errors are looked for anew each time: what
 * is said of some depends on files that are no data.
 */
export function keepReport(store: Store, state: string, report: FindingsReport): void {
  if (report.ok) store.keep(state, report);
}

/** Whether git was asked about what a report names: its answer may be another one now. */
export const isFromGit = ({ problems }: FindingsReport): boolean =>
  problems.some(({ code, restore }) => code === 'unknown-id' || restore !== undefined);
