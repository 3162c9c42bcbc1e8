// Fastly: URLs are purged one a call, and a whole service at once where they are very many.
// https://www.fastly.com/documentation/reference/api/purging/
import { UsageError } from '../../../problems/problem.js';
import { atOnce } from '../../http/at-once.js';
import { ask, type OpenPurge } from './ask.js';

/** Beyond these the whole service takes less time, and fewer of an hour's 100,000 purges. */
const MOST_URLS = 2000;

export const openFastly: OpenPurge = (service, env) => {
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
