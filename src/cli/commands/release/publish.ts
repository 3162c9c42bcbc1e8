// `publish`: the work is done in delivery/publish/.

import { publish as publishSnapshot } from '../../../delivery/publish/index.js';
import type { PublishOptions } from '../../../delivery/publish/publication.js';
import { openPurge } from '../../../delivery/publish/purge.js';
import { json, pretty } from '../../../delivery/publish/report.js';
import { openBucket } from '../../../delivery/publish/s3.js';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import type { Run } from '../../command.js';

interface Given extends Omit<PublishOptions, 'out' | 'onProgress' | 'signal'> {
  readonly target: string;
  readonly out?: string;
  readonly endpoint?: string;
  readonly purge?: readonly string[];
}

export const publish: Run<Given> = async (given, { portal, reporter, signal, onProgress }) => {
  refuseConflicts(given);
  const { target, out = 'dist', endpoint, purge = [], ...flags } = given;
  const purges = await Promise.all(purge.map(openPurge));
  const bucket = await openBucket(target, endpoint === undefined ? {} : { endpoint });
  const options = { ...flags, out, signal, onProgress };
  const report = await publishSnapshot(portal, bucket, options, purges).finally(() =>
    bucket.close(),
  );
  return { ok: report.ok, output: reporter === 'json' ? json(report) : pretty(report) };
};

/** Throws a {@link UsageError} for flags that contradict each other or would have no effect. */
function refuseConflicts(flags: Partial<Given>): void {
  const { rollback, out, forget, keep, breakLock, dryRun, audit, acceptChange, purge } = flags;
  if (typeof rollback === 'string' && !/^[0-9a-f]{6,64}$/.test(rollback)) {
    throw new UsageError(
      `--rollback takes the id of a snapshot, or its first 6 digits or more, not ${quote(rollback)}`,
    );
  }
  const conflicts: readonly [boolean, string][] = [
    [rollback !== undefined && out !== undefined, '--rollback takes no --out: it sends no files'],
    [
      rollback !== undefined && acceptChange === true,
      '--rollback takes no --accept-change: the snapshot was live before',
    ],
    [
      rollback !== undefined && keep !== undefined,
      '--rollback takes no --keep: it forgets nothing',
    ],
    [forget === true && keep !== undefined, '--forget keeps nothing: it takes no --keep'],
    [
      forget === true && [rollback, out, audit, acceptChange].some((flag) => flag),
      '--forget publishes nothing: it takes no --rollback, --out, --audit or --accept-change',
    ],
    [dryRun === true && breakLock === true, '--dry-run takes no lock: leave out --break-lock'],
    [dryRun === true && purge !== undefined, '--dry-run takes no --purge'],
  ];
  for (const [isWrong, message] of conflicts) if (isWrong) throw new UsageError(message);
}
