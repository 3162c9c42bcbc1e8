// The proof that readers get what was published: `verify`, again for a while where caches lag behind.
import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from '../hosts/host.js';
import type { Portal } from '../model/endpoint.js';
import { verify } from '../verify/index.js';
import { isFault } from '../verify/report.js';

export interface Proof {
  readonly url: string;
  readonly ok: boolean;
  /** The rules that fail. */
  readonly failed: readonly string[];
}

/** Seconds before each attempt: in all longer than the minute that a head may be kept. */
const PAUSES: readonly number[] = [0, 5, 10, 20, 40];

export interface ProofOptions {
  readonly against: string | undefined;
  readonly hosts: readonly Pick<Host, 'name' | 'can'>[];
  readonly pauses?: readonly number[] | undefined;
  /** By which its signature must be known. */
  readonly keys?: readonly KeyObject[] | undefined;
}

/** Verifies an address until it is right, or the last attempt fails. */
export async function proofOf(
  portal: Portal,
  url: string,
  { against, hosts, pauses = PAUSES, keys = [] }: ProofOptions,
): Promise<Proof> {
  let failed: string[] = [];
  for (const pause of pauses) {
    await sleep(pause * 1000);
    try {
      const options = { target: url, hosts, keys, ...(against !== undefined && { against }) };
      const { ok, rules } = await verify(portal, options);
      if (ok) return { url, ok, failed: [] };
      failed = rules.filter(isFault).map(({ name }) => name);
    } catch (error) {
      failed = [(error as Error).message];
    }
  }
  return { url, ok: false, failed };
}
