// The options of a publication: where to publish, and how.
import type { Host } from '../../hosts/host.js';
import type { TargetOptions } from './targets/target.js';

export interface PublishOptions extends TargetOptions {
  readonly target: string;
  /** The snapshot's folder; it is not read for `rollback` and `forget`. */
  readonly out: string;
  /** Bring back an earlier snapshot: the previous one (`true`), or the one whose id begins with this text. */
  readonly rollback?: string | true;
  /** Remove for good whatever is not live, and publish nothing. */
  readonly forget?: boolean;
  /** Publish even a snapshot that differs in kind from the live one, and replace files that others put in its way. */
  readonly acceptChange?: boolean;
  /** How many earlier snapshots can be brought back. */
  readonly keep?: number;
  /** How long pages that are no longer part of the snapshot stay, in milliseconds. */
  readonly grace?: number;
  /** List the target and correct what someone else changed. */
  readonly audit?: boolean;
  /** The file with the private key that signs the snapshot. */
  readonly sign?: string;
  readonly dryRun?: boolean;
  readonly breakLock?: boolean;
  /** False: publish without a lock. */
  readonly lock?: boolean;
  /** The CDNs to purge, such as `cloudfront:ID`. */
  readonly purge?: readonly string[];
  /** Where to write the addresses that changed, a line each. */
  readonly purgeFile?: string;
  /** The address at which `verify` must find the snapshot once it is live. */
  readonly verify?: string;
  /** The hosts whose abilities are verified there: see `verify --host`. */
  readonly hosts?: readonly Pick<Host, 'name' | 'can'>[];
  /** Seconds to wait before each attempt to verify. */
  readonly pauses?: readonly number[];
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  /** Aborts the publication between two changes, and a purge or the proof at once; the lock is released. */
  readonly signal?: AbortSignal;
  /** Environment variables with the credentials of CDNs; `process.env` by default. */
  readonly env?: NodeJS.ProcessEnv;
}
