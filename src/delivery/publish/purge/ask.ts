// What asks a CDN to forget addresses, and a request to its API: retried when it is busy, and told without credentials when it fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { quote } from '../../../problems/quote.js';

/** Asks a CDN to forget addresses, until `signal` is aborted. Throws {@link PurgeFailure} with the reason. */
export type Purge = (
  addresses: readonly string[],
  base: string,
  signal?: AbortSignal,
) => Promise<void>;

/** Makes a purge for a distribution, zone or service; throws a {@link UsageError} without credentials. */
export type OpenPurge = (id: string, env: NodeJS.ProcessEnv) => Purge | Promise<Purge>;

/** A CDN could not be made to forget. */
export class PurgeFailure extends Error {
  override name = 'PurgeFailure';
}

const ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;
/** Longer than this a `Retry-After` is not waited for. */
const LONGEST_MS = 60_000;

/** Sends a request until it is answered with success; the body of the answer. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  body?: string,
): Promise<string> {
  let failure = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let wait = 500 * 2 ** attempt;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
        ...(body !== undefined && { body }),
      });
      const text = (await answer.text()).slice(0, 10_000);
      if (answer.ok) return text;
      failure = `status ${answer.status} ${quote(text.slice(0, 200))}`;
      if (answer.status !== 429 && answer.status < 500) break;
      const seconds = Number(answer.headers.get('retry-after'));
      if (seconds > 0) wait = Math.min(seconds * 1000, LONGEST_MS);
    } catch (error) {
      if (signal?.aborted) throw new PurgeFailure('it was interrupted');
      const { cause, message } = error as Error;
      failure = (cause as Error | undefined)?.message ?? message;
    }
    if (attempt < ATTEMPTS - 1) await sleep(wait, undefined, { signal }).catch(() => {});
  }
  throw new PurgeFailure(`${new URL(url).host} did not take the purge: ${failure}`);
}
