// Compiles a part of the data. Several machines that share a cache folder can each compile a part. A build (build.ts)
// then compiles only what is missing.
import { compiledShards } from '../engine/load.js';
import { makePlan } from '../engine/plan.js';
import { dealt, type Share } from '../engine/pool/share.js';
import type { Portal } from '../model/endpoint.js';
import { refused } from '../problems/problem.js';
import { withPortal } from './open.js';
import type { BuildOptions } from './settings/index.js';

export type { Share };

/** The size of the part that was compiled: its shards and their bytes. */
interface ShareDone {
  readonly shards: number;
  readonly bytes: number;
}

/**
 * Compiles a part of the data into the cache. Throws if the cache cannot be written. Errors in the data are reported
 * later, by the build.
 */
export function compileShare(
  portal: Portal,
  options: BuildOptions & { readonly cache: string },
  share: Share,
): Promise<ShareDone> {
  const onUnwritableCache: BuildOptions['onUnwritableCache'] = (folder, said) => {
    throw refused(
      '{folder} cannot be written: {reason}{place}',
      { folder, reason: said, place: '' },
      'disk',
    );
  };
  return withPortal(
    portal,
    { ...options, onUnwritableCache },
    async (settings, { shards, pool }, store) => {
      const withholdPersonal = settings.personal === 'withhold';
      await compiledShards(
        makePlan(portal),
        shards,
        { ...settings, withholdPersonal },
        store,
        pool,
      );
      return { shards: shards.length, bytes: shards.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    (groups) => dealt(groups, ({ bytes }) => bytes, share),
  );
}
