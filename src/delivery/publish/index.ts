// Publishes a snapshot: take the lock → find out what is in the target → plan → send → purge caches → verify.
// kinds.ts has the order in which files are sent, plan.ts what is sent, state.ts the record of what is live,
// targets/ where files are written.

import type { KeyObject } from 'node:crypto';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { readSigningKey } from '../../site/signature.js';
import { Held, type PublishLock, probe, takeLock } from './lock.js';
import type { PublishOptions } from './options.js';
import { Publication } from './publication.js';
import { openPurge, type Purge } from './purge/cdns.js';
import type { PublishReport } from './report.js';
import { openFolder } from './targets/file.js';
import { openBucket } from './targets/s3.js';
import { type PublishTarget, TargetFailure, type TargetOptions } from './targets/target.js';

const DAY = 24 * 60 * 60_000;
const KEEP = 10;

/**
 * Publishes a snapshot, or brings an earlier one back. Throws a {@link UsageError} when the target or the
 * snapshot cannot be used; any other reason why the snapshot is not live is in the report.
 */
export async function publish(portal: Portal, options: PublishOptions): Promise<PublishReport> {
  const env = options.env ?? process.env;
  const purges = await Promise.all((options.purge ?? []).map((named) => openPurge(named, env)));
  const key = options.sign === undefined ? undefined : readSigningKey(options.sign);
  const target = await openTarget(options.target, options);
  try {
    return await publishTo(portal, target, purges, options, key);
  } finally {
    target.close();
  }
}

/** Publishes to a target that is open. */
export async function publishTo(
  portal: Portal,
  target: PublishTarget,
  purges: readonly Purge[],
  options: PublishOptions,
  key?: KeyObject,
): Promise<PublishReport> {
  const start = performance.now();
  const { grace = DAY, keep = KEEP, dryRun = false, lock: isLocked = true } = options;
  const publication = new Publication(portal, target, purges, { ...options, grace, keep }, key);
  let problem: string | null = null;
  let lock: PublishLock | undefined;
  try {
    if (isLocked && dryRun) await probe(target, true);
    else if (isLocked) lock = await takeLock(target, options.breakLock ?? false);
    await publication.run(lock?.check ?? (async () => {}));
  } catch (error) {
    if (!(error instanceof Held || error instanceof TargetFailure)) throw error;
    problem = error.message;
    if (error instanceof TargetFailure) {
      problem += '; what readers see is whole, and publishing again goes on from there';
    }
  } finally {
    await lock?.release().catch(({ message }: Error) => {
      // What was published is live even so.
      publication.warnings.push(`the lock could not be given back: ${message}`);
    });
  }
  return publication.report(problem, Math.round(performance.now() - start));
}

/** Opens the target that an address names. Throws a {@link UsageError}. */
export async function openTarget(address: string, options: TargetOptions): Promise<PublishTarget> {
  if (address.startsWith('s3://')) return openBucket(address, options);
  if (address.startsWith('file://')) return openFolder(address);
  throw new UsageError(`a target begins with s3:// or file://, not ${quote(address)}`);
}
