// What a build keeps for the next build into the same folder: a hash of its input, which shows whether anything has
// changed, and a list of the snapshot's files.
import { hash, type KeyObject } from 'node:crypto';
import type { Store } from '../engine/shard/store.js';
import type { FolderState } from '../engine/write/folder.js';
import type { HostFile } from '../hosts/host.js';
import type { FindingsReport, Summary } from '../problems/report.js';
import { keyName } from '../site/signature.js';
import type { BuildSettings } from './open.js';

/** What is kept of a build. */
export interface LastBuild {
  readonly inPlace: FolderState;
  /** The result of {@link inputHashOf}. Empty if the next build must run even if nothing has changed. */
  readonly inputHash: string;
  readonly made: Pick<Summary, 'files' | 'bytes' | 'snapshot'>;
  readonly hostFiles: readonly HostFile[];
}

const entryName = ({ out }: Pick<BuildSettings, 'out'>) => `snapshot-${hash('sha256', out, 'hex')}`;

/** Returns what the last build into the same folder kept; undefined if the cache does not have it. */
export function lastBuild(store: Store, settings: BuildSettings): LastBuild | undefined {
  return store.read(entryName(settings)) as LastBuild | undefined; // only keepBuild writes there
}

/** Keeps a build in the cache for the next build into the same folder. Goes on if the cache cannot be written. */
export function keepBuild(store: Store, settings: BuildSettings, built: LastBuild): void {
  store.keep(entryName(settings), built, settings.out);
}

/**
 * A hash of what decides the bytes of a snapshot: the code and the data (`state`), the settings, the key that signs it,
 * and the version of Pagefind, which makes the search.
 */
export function inputHashOf(
  { decisive }: BuildSettings,
  state: string,
  key: KeyObject | undefined,
  pagefind: string | undefined,
): string {
  const signed = key && keyName(key);
  return hash('sha256', JSON.stringify([state, decisive.snapshot, signed, pagefind]), 'hex');
}

/** Returns the report of a build that changed no file. */
export function unchanged(report: FindingsReport, { made }: LastBuild): FindingsReport {
  const { total } = made.files;
  const files = { written: 0, unchanged: total, removed: 0, total };
  return { ...report, summary: { ...report.summary, ...made, files } };
}
