// What a publication is told: where to, and how.
import type { Host } from '../../hosts/host.js';
import type { TargetOptions } from './targets/target.js';

export interface PublishOptions extends TargetOptions {
  readonly target: string;
  /** The snapshot's folder; it is not read for `rollback` and `forget`. */
  readonly out: string;
  /** Bring back the snapshot before, or the one with this id or the beginning of it. */
  readonly rollback?: string | true;
  /** Remove for good whatever is not live, and publish nothing. */
  readonly forget?: boolean;
  /** Publish also what differs in kind from what is live, and in place of files that others put there. */
  readonly acceptChange?: boolean;
  /** How many earlier snapshots can be brought back. */
  readonly keep?: number;
  /** Milliseconds for which pages stay that are no longer part of the snapshot. */
  readonly grace?: number;
  /** List the target and correct what someone else changed. */
  readonly audit?: boolean;
  /** The file of the private key by which the snapshot is signed. */
  readonly sign?: string;
  readonly dryRun?: boolean;
  readonly breakLock?: boolean;
  /** False: publish without a lock. */
  readonly lock?: boolean;
  /** Such as `cloudfront:ID`. */
  readonly purge?: readonly string[];
  /** Where to write the addresses that changed, a line each. */
  readonly purgeFile?: string;
  /** The address at which the snapshot must be seen. */
  readonly verify?: string;
  /** What the proof wants: see `verify --host`. */
  readonly hosts?: readonly Pick<Host, 'name' | 'can'>[];
  /** Seconds before each attempt of the proof. */
  readonly pauses?: readonly number[];
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  /** Ends the work between two requests, and the proof at once; the lock is given back. */
  readonly signal?: AbortSignal;
  /** Where credentials of CDNs come from. */
  readonly env?: NodeJS.ProcessEnv;
}
