// The CDNs that can be asked to forget addresses, by name. A further one is a file here and a line.
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import type { OpenPurge, Purge } from './ask.js';

const cdns: Readonly<Record<string, () => Promise<OpenPurge>>> = {
  cloudfront: async () => (await import('./cloudfront.js')).openCloudfront,
  cloudflare: async () => (await import('./cloudflare.js')).openCloudflare,
  fastly: async () => (await import('./fastly.js')).openFastly,
};

/** What `--purge` names → what to call when addresses have changed. Throws a {@link UsageError}. */
export async function openPurge(named: string, env: NodeJS.ProcessEnv): Promise<Purge> {
  const [, cdn = '', id = ''] = /^([a-z]+):([A-Za-z0-9_-]+)$/.exec(named) ?? [];
  const load = Object.hasOwn(cdns, cdn) ? cdns[cdn] : undefined;
  if (!load) {
    throw new UsageError(
      `--purge takes cloudfront:ID, cloudflare:ZONE or fastly:SERVICE, not ${quote(named)}`,
    );
  }
  return (await load())(id, env);
}
