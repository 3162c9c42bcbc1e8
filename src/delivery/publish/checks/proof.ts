// The proof that readers get what was published: runs `verify`, repeatedly for a while, since caches may lag behind.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Portal } from '../../../model/endpoint.js';
import { MAX_BODY } from '../../http/body.js';
import { type VerifyOptions, verify } from '../../verify/index.js';
import type { Result, VerifyReport } from '../../verify/report.js';
import type { Manifest } from '../state.js';

export interface Proof {
  readonly url: string;
  readonly ok: boolean;
  /** The rules of `verify` that failed, or why it could not run. */
  readonly failed: readonly string[];
}

/** Seconds to wait before each attempt: in all more than the minute for which caches may keep a head. */
const PAUSES: readonly number[] = [0, 5, 10, 20, 40];

/** A day, in seconds. */
const DEADLINE = 86_400;
/** Seconds for an answer, besides those that the largest file takes at so many bytes a second. */
const TIMEOUT = 30;
const SLOWEST = 250_000;

export interface ProofOptions
  extends Pick<VerifyOptions, 'hosts' | 'against' | 'keys' | 'waiting' | 'signal'> {
  /** The files that are live. */
  readonly live: Manifest;
  readonly pauses?: readonly number[] | undefined;
}

/**
 * Verifies an address until that succeeds, or the last attempt fails. Returns why there is no proof, in words, if no
 * rule failed either: there was no time, or it was interrupted.
 */
export async function proofOf(
  portal: Portal,
  url: string,
  { pauses = PAUSES, live, ...options }: ProofOptions,
): Promise<Proof | string> {
  const { signal } = options;
  const limits = limitsFor(live);
  let last: Proof | string = '';
  for (const pause of pauses) {
    try {
      await sleep(pause * 1000, undefined, { signal });
      last = outcomeAt(url, await verify(portal, { target: url, ...limits, ...options }));
    } catch (error) {
      last = { url, ok: false, failed: [(error as Error).message] };
    }
    if (signal?.aborted) return `interrupted before ${url} was proved`;
    if (typeof last !== 'string' && last.ok) break;
  }
  return last;
}

/** The limits of `verify` for a snapshot of one's own, which may be larger than what is read of a stranger. */
function limitsFor(live: Manifest) {
  let largest = 0;
  for (const { size } of live.values()) largest = Math.max(largest, size);
  return {
    all: true,
    maxBody: Math.max(MAX_BODY, largest),
    timeout: TIMEOUT + largest / SLOWEST,
    deadline: DEADLINE,
  };
}

function outcomeAt(url: string, { ok, rules }: VerifyReport): Proof | string {
  const named = (wanted: Result) =>
    rules.filter(({ result }) => result === wanted).map(({ name }) => name);
  const failed = named('fail');
  if (ok || failed.length > 0) return { url, ok, failed };
  return `${url} was not proved: no time was left for ${named('unfinished').join(', ')}`;
}
