// The state of the data is a hash of everything that a report depends on. The report is kept under this hash. So if
// nothing has changed, the next check or build does not check again.
import { hash } from 'node:crypto';
import type { Store } from '../engine/shard/store.js';
import type { FindingsReport } from '../problems/report.js';
import type { BuildSettings, Data } from './open.js';

/** Returns the hash of everything that a report depends on. */
export function stateOf(
  settings: Pick<BuildSettings, 'cwd' | 'data' | 'decisive'>,
  { found, shards, scope }: Data,
): string {
  const { cwd, data, decisive } = settings;
  const keys = shards.map(({ key }) => key).sort();
  const all = [scope, keys, found.findings, cwd, data, decisive.findings];
  return hash('sha256', JSON.stringify(all), 'hex');
}

/** The report that was kept for a state. */
export const reportOf = (store: Store, state: string): FindingsReport | undefined =>
  store.read(state) as FindingsReport | undefined; // only keepReport writes there

/**
 * Keeps the report for a state, if the cache can be written. A report with errors is not kept, because it may be
 * longer than the data, and because the data will change soon.
 */
export function keepReport(
  store: Store,
  { data }: BuildSettings,
  state: string,
  report: FindingsReport,
): void {
  if (report.ok) store.keep(state, report, data);
}
