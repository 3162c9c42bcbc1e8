// The CDNs that can be asked to forget addresses, by name. A further one is a function here and a line.
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { atOnce } from '../../http/at-once.js';
import { ask, type OpenPurge, type Purge, PurgeFailure } from './ask.js';
import { openCloudfront } from './cloudfront.js';

/** What `--purge` names → what to call when addresses have changed. Throws a {@link UsageError}. */
export async function openPurge(named: string, env: NodeJS.ProcessEnv): Promise<Purge> {
  const [, cdn = '', id = ''] = /^([a-z]+):([A-Za-z0-9_-]+)$/.exec(named) ?? [];
  const open = cdns.get(cdn);
  if (open) return open(id, env);
  throw new UsageError(
    `--purge takes cloudfront:ID, cloudflare:ZONE or fastly:SERVICE, not ${quote(named)}`,
  );
}

// https://developers.cloudflare.com/api/resources/cache/methods/purge/
/** How many URLs of a zone a call purges. */
const A_CALL = 100;

const openCloudflare: OpenPurge = (zone, env) => {
  // As Cloudflare's own wrangler reads them.
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

// https://www.fastly.com/documentation/reference/api/purging/: URLs are purged one a call.
/** Beyond these the whole service takes less time, and fewer of an hour's 100,000 purges. */
const MOST_URLS = 2000;

const openFastly: OpenPurge = (service, env) => {
  // As Fastly's own command line reads them.
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
