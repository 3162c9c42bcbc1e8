// What a build remembers for the next build into the same folder: the state that it was made from, so
// that the next one can tell whether anything changed, and the files that it left there.
import { hash } from 'node:crypto';
import type { Store } from './engine/unit/store.js';
import type { KnownFile } from './engine/write/survey.js';
import type { HostFile } from './hosts/host.js';
import type { Portal } from './model/endpoint.js';
import type { BuildSettings, Data } from './open.js';
import type { FindingsReport } from './report.js';

/** What is kept of a build. */
export interface LastBuild {
  /** See {@link stateOf}; empty if the next build must not be skipped. */
  readonly state: string;
  readonly files: ReadonlyMap<string, KnownFile>;
  readonly report: FindingsReport;
  readonly hostFiles: readonly HostFile[];
}

const nameOf = ({ out }: Pick<BuildSettings, 'out'>) => `snapshot-${hash('sha256', out, 'hex')}`;

/** The last build into the snapshot's folder, if it is remembered. */
export const lastBuild = (store: Store, settings: BuildSettings): LastBuild | undefined =>
  store.read(nameOf(settings)) as LastBuild | undefined; // only keepBuild writes there

/** Remembers a build, if the cache can be written. */
export function keepBuild(store: Store, settings: BuildSettings, built: LastBuild): void {
  store.keep(nameOf(settings), built);
}

/** A hash of all that a snapshot and its report depend on: if it is the same, so are they. */
export function stateOf(
  portal: Portal,
  settings: BuildSettings,
  { found, units, scope }: Data,
): string {
  const { cwd, data, strict, baseUrl, links, audience, pageSize, extras } = settings;
  const sizes = [...portal.endpoints, ...extras].map(({ name }) => [name, pageSize(name)]);
  const keys = units.map(({ key }) => key).sort();
  const shown = [cwd, data, strict]; // what the report depends on, and the snapshot does not
  const { hosts, compress, listen } = settings;
  const served = [hosts.map(({ name }) => name), compress, listen];
  const all = [scope, keys, found.findings, ...shown, baseUrl, links, audience, sizes, served];
  return hash('sha256', JSON.stringify(all), 'hex');
}

/** The report of a build that had nothing to do. */
export function unchanged(report: FindingsReport): FindingsReport {
  const { total } = report.summary.files;
  const files = { written: 0, unchanged: total, removed: 0, total };
  return { ...report, summary: { ...report.summary, files } };
}
