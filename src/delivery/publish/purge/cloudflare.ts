// Cloudflare: URLs are purged by zone, a hundred a call.
// https://developers.cloudflare.com/api/resources/cache/methods/purge/
import { UsageError } from '../../../problems/problem.js';
import { ask, type OpenPurge, PurgeFailure } from './ask.js';

const A_CALL = 100;

export const openCloudflare: OpenPurge = (zone, env) => {
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
