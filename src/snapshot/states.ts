// A state is a hash of everything on which a report depends. The cache keeps a report under this hash. If nothing has
// changed, the next check or build takes the report from there, and does not check the data again.
import { hash } from 'node:crypto';
import type { Store } from '../engine/shard/store.js';
import type { FindingsReport } from '../problems/report.js';
import type { BuildSettings, Data } from './open.js';

/** The state: a hash of the data files, their place, the code, and the settings that change findings. */
export function stateOf(
  settings: Pick<BuildSettings, 'cwd' | 'data' | 'decisive'>,
  { found, shards, scope }: Data,
): string {
  const { cwd, data, decisive } = settings;
  const keys = shards.map(({ key }) => key).sort();
  const all = [scope, keys, found.findings, cwd, data, decisive.findings];
  return hash('sha256', JSON.stringify(all), 'hex');
}

/** Returns the report that the cache has for a state; undefined if there is none. */
export const reportOf = (store: Store, state: string): FindingsReport | undefined =>
  store.read(state) as FindingsReport | undefined; // only keepReport writes there

/**
 * Keeps the report for a state in the cache. A report with errors is not kept, because it may be longer than the data,
 * and is of no use after the next edit.
 */
export function keepReport(
  store: Store,
  { data }: BuildSettings,
  state: string,
  report: FindingsReport,
): void {
  if (report.ok) store.keep(state, report, data);
}
