// A snapshot reaches its readers: lock → what is there → plan → transaction → caches → proof. The order of
// files is in kinds.ts, what is sent in plan.ts, the record of what is live in state.ts, where it goes in
// targets/.
import type { KeyObject } from 'node:crypto';
import type { Portal } from '../model/endpoint.js';
import { readSigningKey } from '../signature.js';
import { Held, type Lock, takeLock } from './lock.js';
import type { PublishOptions } from './options.js';
import { Publication } from './publication.js';
import type { Purge } from './purge/ask.js';
import { openPurge } from './purge/index.js';
import type { PublishReport } from './report.js';
import { openTarget } from './targets/index.js';
import { type Target, TargetFailure } from './targets/target.js';

const DAY = 24 * 60 * 60_000;
const KEEP = 10;

/**
 * Publishes a snapshot, or brings an earlier one back. Throws a {@link UsageError} when the target or the
 * snapshot cannot be used; what else keeps it from being live is in the report.
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
  target: Target,
  purges: readonly Purge[],
  options: PublishOptions,
  key?: KeyObject,
): Promise<PublishReport> {
  const start = performance.now();
  const { grace = DAY, keep = KEEP, dryRun = false, lock: isLocked = true } = options;
  const publication = new Publication(portal, target, purges, { ...options, grace, keep }, key);
  let problem: string | null = null;
  let lock: Lock | undefined;
  try {
    if (isLocked && !dryRun) lock = await takeLock(target, options.breakLock ?? false);
    await publication.run(lock?.check ?? (() => {}));
  } catch (error) {
    if (!(error instanceof Held || error instanceof TargetFailure)) throw error;
    problem = error.message;
  } finally {
    await lock?.release().catch(({ message }: Error) => {
      // What was published is live all the same.
      publication.warnings.push(`the lock could not be given back: ${message}`);
    });
  }
  return publication.report(problem, Math.round(performance.now() - start));
}
