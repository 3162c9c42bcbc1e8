// `publish`: its flags, and how its report reaches the user; what it does is in ../../../delivery/publish/.
import { InvalidArgumentError } from 'commander';
import type { PublishOptions } from '../../../delivery/publish/publication.js';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { addOwnFlags, address, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { stoppable } from '../stoppable.js';

interface Flags extends Omit<PublishOptions, 'out' | 'onProgress' | 'signal'> {
  readonly out?: string;
  readonly endpoint?: string;
  readonly purge?: readonly string[];
  readonly reporter: 'pretty' | 'json';
}

const FLAGS: OwnFlags = {
  '--out <dir>': {
    en: "the snapshot's folder (default: dist)",
  },
  '--endpoint <url>': {
    en: "a server that speaks S3's protocol",
    parse: address,
  },
  '--dry-run': {
    en: 'say what would be done, and do nothing',
  },
  '--rollback [id]': {
    en: 'bring back an earlier snapshot (default: the one before)',
  },
  '--keep <n>': {
    en: 'earlier snapshots that can be brought back (default: 10)',
    parse: count,
  },
  '--forget': {
    en: 'publish nothing, and remove for good, from history too, whatever is not live',
  },
  '--accept-change': {
    en: 'publish also what differs in kind from what is live: base URL, half of a list',
  },
  '--audit': {
    en: 'list the bucket and correct what someone else changed',
  },
  '--purge <cdn>': {
    en: "cloudfront:ID: purge this distribution's caches when it is live (repeatable)",
    parse: 'repeated',
  },
  '--break-lock': {
    en: 'publish although someone else seems to: they are gone for certain',
  },
  ...reporterFlag('pretty', 'json'),
};

export const define: Define<[string, Flags]> = (command) => {
  // An option whose value may be left out would take a target behind it for its value.
  command.usage('<target> [options]').argument('<target>', 's3://bucket/prefix');
  addOwnFlags(command, FLAGS);
  return async (target, given) => {
    refuseConflicts(given);
    const { reporter, out, endpoint, purge = [], ...flags } = given;
    const { openPurge } = await import('../../../delivery/publish/purge.js');
    const { openBucket } = await import('../../../delivery/publish/s3.js');
    const { publish } = await import('../../../delivery/publish/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { json, pretty } = await import('../../../delivery/publish/report.js');
    const purges = await Promise.all(purge.map(openPurge));
    const bucket = await openBucket(target, endpoint === undefined ? {} : { endpoint });
    // On a signal it stops between two requests and releases the lock; the report states whether something is live.
    return stoppable(async (signal) => {
      const how = { ...flags, out: out ?? 'dist', signal };
      const report = await withProgress(reporter, 'en', (onProgress) =>
        publish(portal, bucket, { ...how, onProgress }, purges),
      );
      process.stdout.write(reporter === 'json' ? json(report) : pretty(report));
      if (!report.ok) signal.throwIfAborted();
      return report.ok ? DONE : HAS_ERRORS;
    }).finally(() => bucket.close());
  };
};

/** Throws a {@link UsageError} for flags that contradict one another, or that would do nothing. */
function refuseConflicts(flags: Partial<Flags>): void {
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

function count(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, at most 9999.');
}
