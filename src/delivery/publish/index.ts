// Publishes a snapshot to a bucket: takes the lock, publishes (publication.ts), releases the lock, and purges caches.
import type { Portal } from '../../model/endpoint.js';
import { type Bucket, NotLive } from './bucket.js';
import { LockLost, type PublishLock, readLock, takeLock } from './lock.js';
import { Publication, type PublishOptions } from './publication.js';
import type { Purge } from './purge.js';
import type { PublishReport } from './report.js';
import type { Watch } from './watch.js';

/**
 * Publishes a snapshot, or makes an earlier one live again. Throws a {@link UsageError} if the bucket or the snapshot
 * cannot be used. If the store fails, or somebody else is publishing, the report says so.
 */
export async function publish(
  portal: Portal,
  bucket: Bucket,
  options: PublishOptions,
  purges: readonly Purge[] = [],
): Promise<PublishReport> {
  const { dryRun = false, breakLock = false, signal } = options;
  const start = performance.now();
  let lock: PublishLock | undefined;
  const watch: Watch = {
    async mayChange() {
      signal?.throwIfAborted();
      await lock?.confirm();
      signal?.throwIfAborted();
    },
    async aim(place) {
      signal?.throwIfAborted();
      await lock?.renew(place);
    },
    onProgress: options.onProgress ?? (() => {}),
  };
  const publication = new Publication(portal, bucket, options, watch);
  let problem: string | null = null;
  try {
    if (!dryRun) lock = await takeLock(bucket, breakLock);
    await publication.run(lock?.found ?? (await readLock(bucket)));
  } catch (error) {
    if (!(error instanceof NotLive)) throw error;
    problem = error.message;
  } finally {
    const { isBetween, hasRival, place } = publication;
    await lock?.release(!isBetween && !hasRival, place).catch((error: Error) => {
      if (error instanceof LockLost) problem ??= error.message;
      // Only a warning, because readers do not need the lock.
      else publication.warnings.push(`the lock could not be given back: ${error.message}`);
    });
  }
  for (const purge of problem === null && !dryRun ? purges : []) {
    const failed = await purge(signal);
    if (failed === undefined) continue;
    problem = `it is published, but caches may show what was before: ${failed}; publish again with --purge to purge again`;
  }
  return {
    ok: problem === null,
    target: bucket.name,
    dryRun,
    ...publication.report(),
    ...bucket.meter,
    ms: Math.round(performance.now() - start),
    problem,
  };
}
