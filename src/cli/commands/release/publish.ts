// `publish`: its flags, and how its report reaches the user; what it does is in ../../../delivery/publish/.
import { InvalidArgumentError } from 'commander';
import type { PublishOptions } from '../../../delivery/publish/options.js';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { addOwnFlags, address, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { stoppable } from '../stoppable.js';

interface Flags
  extends Omit<PublishOptions, 'target' | 'out' | 'hosts' | 'onProgress' | 'signal' | 'env'> {
  readonly out?: string;
  readonly host?: readonly string[];
  readonly lock: boolean;
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
  '--sign <key>': {
    en: 'sign it with the private Ed25519 key in this file (PEM)',
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
  '--grace <time>': {
    en: 'how long pages stay that are no longer part of it: 24h, 90m, 0 (default: 24h)',
    parse: duration,
  },
  '--forget': {
    en: 'publish nothing, and remove for good, from history too, whatever is not live',
  },
  '--accept-change': {
    en: 'publish also what differs in kind from what is live: base URL, links, host, signature, half of a list',
  },
  '--audit': {
    en: 'list the target and correct what someone else changed',
  },
  '--purge <cdn>': {
    en: 'cloudfront:ID, cloudflare:ZONE or fastly:SERVICE (repeatable)',
    parse: 'repeated',
  },
  '--purge-file <file>': {
    en: 'write the addresses that changed, a line each',
  },
  '--verify <url>': {
    en: 'prove it there, and bring back what was before if that fails',
  },
  '--host <names...>': {
    en: 'for --verify: want only what one of these hosts can do',
  },
  '--break-lock': {
    en: 'publish although someone else seems to: they are gone for certain',
  },
  '--no-lock': {
    en: 'publish without a lock, where the target has no conditional writes',
  },
  ...reporterFlag('pretty', 'json'),
};

const TARGET = 's3://bucket/prefix or file:///folder';

export const define: Define<[string, Flags]> = (command) => {
  // An option whose value may be left out would take a target behind it for its value.
  command.usage('<target> [options]').argument('<target>', TARGET);
  addOwnFlags(command, FLAGS);
  return async (target, given) => {
    refuseConflicts(given, target);
    const { addressOf } = await import('../../../delivery/http/target.js');
    // What `verify` takes for a folder would be proved only once the snapshot is live.
    if (given.verify !== undefined) addressOf(given.verify);
    const { host, reporter, out, ...flags } = given;
    const { publish } = await import('../../../delivery/publish/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { json, pretty } = await import('../../../delivery/publish/report.js');
    const hosts = host && (await import('../../../hosts/choose.js')).chooseHosts(host);
    // On a signal it stops between two requests and releases the lock; the report states whether something is live.
    return stoppable(async (signal) => {
      const how = { target, out: out ?? 'dist', ...flags, ...(hosts && { hosts }), signal };
      const report = await withProgress(reporter, 'en', (onProgress) =>
        publish(portal, { ...how, onProgress }),
      );
      process.stdout.write(reporter === 'json' ? json(report) : pretty(report));
      if (!report.ok) signal.throwIfAborted();
      return report.ok ? DONE : HAS_ERRORS;
    });
  };
};

/** Throws a {@link UsageError} for flags that contradict one another, or that would do nothing. */
function refuseConflicts(flags: Partial<Flags>, target: string): void {
  const { rollback, out, forget, keep, lock, breakLock, dryRun, verify, host, endpoint, sign } =
    flags;
  const { audit, acceptChange } = flags;
  const purged = flags.purge !== undefined || flags.purgeFile !== undefined;
  if (typeof rollback === 'string' && !/^[0-9a-f]{6,64}$/.test(rollback)) {
    throw new UsageError(
      `--rollback takes the id of a snapshot, or its first 6 digits or more, not ${quote(rollback)}`,
    );
  }
  const conflicts: readonly [boolean, string][] = [
    [rollback !== undefined && out !== undefined, '--rollback takes no --out: it sends no files'],
    [
      rollback !== undefined && sign !== undefined,
      '--rollback takes no --sign: a snapshot that was signed comes back with its signature',
    ],
    [
      rollback !== undefined && acceptChange === true,
      '--rollback takes no --accept-change: the snapshot was live before',
    ],
    [forget === true && keep !== undefined, '--forget keeps nothing: it takes no --keep'],
    [
      forget === true && [rollback, out, sign, audit, verify, acceptChange].some((flag) => flag),
      '--forget publishes nothing: it takes no --rollback, --out, --sign, --audit, --verify or --accept-change',
    ],
    [lock === false && breakLock === true, '--no-lock takes no --break-lock'],
    [dryRun === true && breakLock === true, '--dry-run takes no lock: leave out --break-lock'],
    [dryRun === true && (verify !== undefined || purged), '--dry-run takes no --verify or --purge'],
    [host !== undefined && verify === undefined, '--host says what --verify wants: give both'],
    [endpoint !== undefined && !target.startsWith('s3:'), '--endpoint is for s3:// targets'],
  ];
  for (const [isWrong, message] of conflicts) if (isWrong) throw new UsageError(message);
}

function count(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, at most 9999.');
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A time such as `24h` in milliseconds; a bare number counts hours. */
function duration(text: string): number {
  const [, number, unit = 'h'] = /^(\d{1,6})([smhd])?$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * UNITS[unit]! * 1000;
  throw new InvalidArgumentError('It must be a time such as 24h, 90m or 0.');
}
