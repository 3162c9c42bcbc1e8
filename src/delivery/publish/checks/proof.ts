// The proof that readers get what was published: runs `verify`, repeatedly for a while, since caches may lag behind.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Portal } from '../../../model/endpoint.js';
import { type VerifyOptions, verify } from '../../verify/index.js';
import { isFault } from '../../verify/report.js';

export interface Proof {
  readonly url: string;
  readonly ok: boolean;
  /** The rules of `verify` that failed, or why it could not run. */
  readonly failed: readonly string[];
}

/** Seconds to wait before each attempt: in all more than the minute for which caches may keep a head. */
const PAUSES: readonly number[] = [0, 5, 10, 20, 40];

export interface ProofOptions
  extends Pick<VerifyOptions, 'hosts' | 'against' | 'keys' | 'waiting' | 'signal'> {
  readonly pauses?: readonly number[] | undefined;
}

/** Verifies an address until that succeeds, or the last attempt fails. Returns undefined if it was interrupted. */
export async function proofOf(
  portal: Portal,
  url: string,
  { pauses = PAUSES, ...options }: ProofOptions,
): Promise<Proof | undefined> {
  const { signal } = options;
  let failed: string[] = [];
  for (const pause of pauses) {
    try {
      await sleep(pause * 1000, undefined, { signal });
      const { ok, rules } = await verify(portal, { target: url, ...options });
      if (ok) return { url, ok, failed: [] };
      failed = rules.filter(isFault).map(({ name }) => name);
    } catch (error) {
      failed = [(error as Error).message];
    }
    if (signal?.aborted) return undefined;
  }
  return { url, ok: false, failed };
}
