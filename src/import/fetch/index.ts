// Fetches the lists of a live portal, the origin, in one consistent state, and stores the answers. The answers are
// checked here: either each record has the declared form, or problems say where a record differs.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { HttpClient } from '../../delivery/http/client.js';
import { addressOf, baseOf } from '../../delivery/http/target.js';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import type { Fetched } from '../fetched.js';
import { type FetchOptions, LIMITS } from './options.js';
import { Origin } from './origin.js';
import { Broken, type FetchProblem } from './problems.js';
import { Run } from './run.js';

export type { FetchOptions } from './options.js';
export type { FetchProblem } from './problems.js';

/** The longest wait between two attempts of a request, in milliseconds. */
const MAX_WAIT = 120_000;

export interface FetchResult extends Fetched {
  /** The base URL of the portal, without a slash at the end. */
  readonly base: string;
  /** If one of them is an error, `lists` is empty. */
  readonly problems: readonly FetchProblem[];
  readonly requests: number;
  /** The size of all bodies of this run, as they were sent. */
  readonly bytes: number;
}

/**
 * Fetches the lists of a live portal (the origin). Throws a {@link UsageError} if the portal cannot be reached, or for
 * a wrong address or header.
 */
export async function fetchOrigin(portal: Portal, options: FetchOptions): Promise<FetchResult> {
  const { header, signal } = options;
  const given = addressOf(options.url);
  if (header) mustFit(header);
  if (header && !options.insecure) mustBePrivate(given);
  const limits = { ...LIMITS, ...options.limits };
  const { concurrency = 2, backoff } = options;
  const client = new HttpClient({
    origin: given.origin,
    userAgent: 'portal-snapshot-import',
    timeout: limits.seconds * 1000,
    maxWait: MAX_WAIT,
    ...{ concurrency, backoff, signal },
  });
  const own = header && { [header.name]: header.value };
  const origin = new Origin({
    ask: (url, asked) => client.ask(url, { ...asked, headers: { ...asked?.headers, ...own } }),
    maxBytes: limits.bytes,
    signal,
  });
  try {
    origin.base = await baseOf(given, origin.ask, signal).catch((error) => {
      if (!(error instanceof Broken)) throw error;
      throw new UsageError(`cannot reach ${error.url}: ${error.message}`);
    });
    const run = new Run(portal, origin, limits, options);
    const lists = await run.lists();
    signal?.throwIfAborted();
    const { problems } = run;
    const errors = problems.filter(({ severity }) => severity === 'error');
    const { requests, bytes } = client.meter;
    const { base } = origin;
    return { base, lists: errors.length > 0 ? [] : lists, problems, requests, bytes };
  } finally {
    client.close();
  }
}

/** Throws a {@link UsageError} for an invalid header. The message does not contain the value, which may be a secret. */
function mustFit({ name, value }: { readonly name: string; readonly value: string }): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new UsageError(`the header ${name} has a character that no header may have`);
  }
}

/**
 * Throws a {@link UsageError} for an address on another machine without `https:`, because others could read the
 * header.
 */
function mustBePrivate({ protocol, hostname, host }: URL): void {
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || isHere) return;
  throw new UsageError(
    `a header for signing in would go to ${host} over http://, where everyone on the way can read it: use https://, or --insecure`,
  );
}
