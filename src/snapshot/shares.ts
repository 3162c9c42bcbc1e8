// A build by several machines with one store, in three stages: each machine compiles its part of the shards; one links
// all data, and stores a plan of the pages; each makes its part of the pages. An ordinary build (build.ts) then makes
// what is missing.
import { compiledShards } from '../engine/load.js';
import { makePlan } from '../engine/plan.js';
import { dealt, type Share } from '../engine/pool/share.js';
import { planPages } from '../engine/write/files.js';
import { leavePlan, makePacks, planIn } from '../engine/write/packs.js';
import type { Portal } from '../model/endpoint.js';
import { refused } from '../problems/problem.js';
import type { FindingsReport } from '../problems/report.js';
import { examine } from './examine.js';
import { withPortal } from './open.js';
import type { BuildOptions } from './settings/index.js';
import { planId, planName, stateOf } from './states.js';

export type { Share };

/** Options of a share; a store is required, since all results go there. */
type ShareOptions = BuildOptions & Required<Pick<BuildOptions, 'store'>>;

/** Counts for the report of a share, such as `{ shards: 12, bytes: 48000 }`. */
type ShareDone = Readonly<Record<string, number>>;

/** Compiles one share of the shards into the store. {@link link} reports what is wrong with the data. */
export function compileShare(
  portal: Portal,
  options: ShareOptions,
  share: Share,
): Promise<ShareDone> {
  return withPortal(
    portal,
    inStore(options),
    async (settings, { shards, pool }, store) => {
      const withholdPersonal = settings.personal === 'withhold';
      const own = { ...settings, withholdPersonal };
      await compiledShards(makePlan(portal), shards, own, store, pool);
      return { shards: shards.length, bytes: shards.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    (groups) => dealt(groups, ({ bytes }) => bytes, share),
  );
}

/** Checks and links all data and, if there is no error, stores the plan of pages. */
export function link(portal: Portal, options: ShareOptions): Promise<FindingsReport> {
  return withPortal(portal, inStore(options), async (settings, data, store) => {
    const examined = await examine(portal, settings, data, stateOf(settings, data), store);
    const report = await examined.report();
    if (report.ok) {
      const planned = planPages(portal, settings, examined.published());
      await leavePlan(store, planName(settings, data), { id: planId(settings, data), ...planned });
    }
    return report;
  });
}

/** Makes one share of the pages into the store. Reads no data. Throws a {@link UsageError} if there is no plan yet. */
export function makePagesOf(
  portal: Portal,
  options: ShareOptions,
  share: Share,
): Promise<ShareDone> {
  return withPortal(
    portal,
    inStore(options),
    async (settings, data, store) => {
      const plan = await planIn(store, planName(settings, data));
      if (!plan) throw refused('shares/no-plan', { store: options.store });
      return makePacks(plan, share, store, settings);
    },
    () => [],
  );
}

function inStore(options: ShareOptions): ShareOptions {
  return {
    ...options,
    onUnwritableCache(folder, said) {
      throw refused('disk/refused', { folder, reason: { code: '', said } });
    },
  };
}
