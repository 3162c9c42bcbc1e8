// The CDNs whose caches can be purged, by name. To add one, write a function here and a line in `cdns`. A request to a
// CDN's API is retried while the API is busy; if it fails, the message contains no credentials.

import { randomUUID } from 'node:crypto';
import { atOnce } from '../../../files/at-once.js';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { shownBody, shownStatus } from '../../http/answer.js';
import { HttpClient } from '../../http/client.js';
import { awsFailure, loadAws } from '../targets/aws.js';

/** Purges addresses from a CDN's caches, unless `signal` is aborted. Throws {@link PurgeFailure} with the reason. */
export type Purge = (
  addresses: readonly string[],
  base: string,
  signal?: AbortSignal,
) => Promise<void>;

/** Makes a purge for a distribution, zone or service; throws a {@link UsageError} without credentials. */
export type OpenPurge = (id: string, env: NodeJS.ProcessEnv) => Purge | Promise<Purge>;

/** A CDN did not purge addresses. */
export class PurgeFailure extends Error {
  override name = 'PurgeFailure';
}

/** Sends a request, again while the API is busy. Returns the body of the answer. Throws {@link PurgeFailure}. */
async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  body = '',
): Promise<string> {
  const { origin, host } = new URL(url);
  const client = new HttpClient({
    origin,
    concurrency: 1,
    timeout: 30_000,
    maxWait: 60_000,
    signal,
    isBusy: (status) => status === 429 || status >= 500,
  });
  const answer = await client.ask(url, { method: 'POST', headers, body, mayRepeat: true });
  client.close();
  if (answer.status >= 200 && answer.status < 300) return answer.body.toString();
  if (signal?.aborted) throw new PurgeFailure('it was interrupted');
  const why = `${shownStatus(answer)}, ${shownBody(answer.body)}`;
  throw new PurgeFailure(`${host} did not take the purge: ${why}`);
}

/** The most paths that CloudFront invalidates at once; of paths with a star, at most fifteen. */
const MOST_PATHS = 3000;
/** The most seconds to wait for an invalidation, which mostly takes less than a minute. */
const LONGEST = 600;

export const openCloudfront: OpenPurge = async (distribution, env) => {
  const { CloudFrontClient, CreateInvalidationCommand, waitUntilInvalidationCompleted } =
    await loadAws(
      '@aws-sdk/client-cloudfront',
      '--purge cloudfront',
      () => import('@aws-sdk/client-cloudfront'),
    );
  return async (addresses, base, signal) => {
    const client = new CloudFrontClient({
      region: env['AWS_REGION'] || 'us-east-1',
      maxAttempts: 5,
    });
    const abort = signal && { abortSignal: signal };
    try {
      const paths = pathsOf(addresses, base);
      const { Invalidation } = await client.send(
        new CreateInvalidationCommand({
          DistributionId: distribution,
          InvalidationBatch: {
            CallerReference: `portal-snapshot-${randomUUID()}`,
            Paths: { Quantity: paths.length, Items: paths },
          },
        }),
        abort,
      );
      await waitUntilInvalidationCompleted(
        { client, maxWaitTime: LONGEST, minDelay: 2, maxDelay: 10, ...abort },
        { DistributionId: distribution, Id: Invalidation?.Id },
      );
    } catch (error) {
      throw new PurgeFailure(`CloudFront did not take the purge: ${awsFailure(error)}`);
    } finally {
      client.destroy();
    }
  };
};

/** Returns paths, or one with a star for too many. Queries are no part of the cache key of `--host cloudfront`. */
export function pathsOf(addresses: readonly string[], base: string): string[] {
  const paths = [...new Set(addresses.map((address) => new URL(address).pathname))];
  return paths.length <= MOST_PATHS ? paths : [`${new URL(base).pathname.replace(/\/$/, '')}/*`];
}

/** Returns the purge that `--purge` names, such as `fastly:SERVICE`. Throws a {@link UsageError}. */
export async function openPurge(named: string, env: NodeJS.ProcessEnv): Promise<Purge> {
  const [, cdn = '', id = ''] = /^([a-z]+):([A-Za-z0-9_-]+)$/.exec(named) ?? [];
  const open = cdns.get(cdn);
  if (open) return open(id, env);
  throw new UsageError(
    `--purge takes cloudfront:ID, cloudflare:ZONE or fastly:SERVICE, not ${quote(named)}`,
  );
}

// https://developers.cloudflare.com/api/resources/cache/methods/purge/
/** The most URLs of a zone that one call purges. */
const A_CALL = 100;

const openCloudflare: OpenPurge = (zone, env) => {
  // The variables that Cloudflare's own wrangler reads.
  const token = env['CLOUDFLARE_API_TOKEN'];
  if (!token)
    throw new UsageError('--purge cloudflare wants CLOUDFLARE_API_TOKEN (Zone → Cache Purge)');
  const api = env['CLOUDFLARE_API_BASE_URL'] || 'https://api.cloudflare.com/client/v4';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (addresses, _base, signal) => {
    for (let at = 0; at < addresses.length; at += A_CALL) {
      const body = JSON.stringify({ files: addresses.slice(at, at + A_CALL) });
      const answer = await ask(`${api}/zones/${zone}/purge_cache`, headers, signal, body);
      if (!/"success":\s*true/.test(answer))
        throw new PurgeFailure('Cloudflare did not take the purge');
    }
  };
};

// https://www.fastly.com/documentation/reference/api/purging/: URLs are purged one per call.
/** For more URLs, the whole service is purged: that is faster, and only one of an hour's 100,000 purges. */
const MOST_URLS = 2000;

const openFastly: OpenPurge = (service, env) => {
  // The variables that Fastly's own command line reads.
  const token = env['FASTLY_API_TOKEN'];
  if (!token)
    throw new UsageError('--purge fastly wants FASTLY_API_TOKEN (scope purge_select, purge_all)');
  const api = env['FASTLY_API_ENDPOINT'] || 'https://api.fastly.com';
  const headers = { 'fastly-key': token, accept: 'application/json' };
  return async (addresses, _base, signal) => {
    if (addresses.length > MOST_URLS) {
      await ask(`${api}/service/${service}/purge_all`, headers, signal);
      return;
    }
    await atOnce(addresses, async (address) => {
      await ask(`${api}/purge/${address.replace(/^https?:\/\//, '')}`, headers, signal);
    });
  };
};

const cdns = new Map([
  ['cloudfront', openCloudfront],
  ['cloudflare', openCloudflare],
  ['fastly', openFastly],
]);
