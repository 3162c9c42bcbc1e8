// An import has four steps, each in a folder. `fetch` reads the lists of the live portal. `split` makes data files of
// the lists. `prove` builds these files, and compares the result with the lists. `merge` merges the files into the
// data. The steps pass files to each other, because a portal may not fit into memory.
import { join } from 'node:path';
import type { DataSettings } from '../editing/workspace/portal-data.js';
import { revertUnfinished } from '../editing/workspace/put.js';
import { makePlan, type Plan } from '../engine/plan.js';
import { inTemporaryFolder } from '../files/disk/temporary.js';
import { mustNotBeBelow } from '../files/source/files.js';
import type { Portal } from '../model/endpoint.js';
import type { PlacedFinding } from '../problems/placed.js';
import { settingsOf } from '../snapshot/open.js';
import type { BuildOptions } from '../snapshot/settings/index.js';
import { type FetchResult, fetchOrigin } from './fetch/index.js';
import { type Brought, bring } from './merge/index.js';
import { mustAskAsBefore, readState, type SignedIn } from './merge/state.js';
import type { Header, ImportOptions } from './options.js';
import { type ImportProof, prove } from './prove/index.js';
import type { ImportReport } from './report.js';
import { type Split, splitFetched } from './split/index.js';

/**
 * Imports the records of a live portal into data files (PROMISES.md §6). Throws a {@link UsageError} if the portal
 * cannot be reached, or if nothing can be merged into the data at present.
 */
export async function importPortal(portal: Portal, options: ImportOptions): Promise<ImportReport> {
  const start = performance.now();
  const { personal = 'withhold', header, signal } = options;
  // Most steps report progress often. So an aborted import soon ends here.
  const onProgress: BuildOptions['onProgress'] = (...step) => {
    signal?.throwIfAborted();
    options.onProgress?.(...step);
  };
  // `--personal` decides which fields an import writes; the setting `personal` decides what a build publishes. Only one
  // thread is used, because each thread needs memory of its own, and an import needs much.
  const resolved = {
    ...(await settingsOf(portal, { ...options, onProgress })),
    personal,
    workers: 1,
  };
  const names = portal.collections.map(({ name }) => name);
  mustNotBeBelow(resolved.data, names);
  const plan = makePlan(portal);
  // Undoes the change that a killed command left unfinished. The merge would do this, too, but the data is read before.
  if (!options.dryRun) await revertUnfinished(resolved);
  // With a header, the answers may contain data that is not public. Then the default cache is not used, because CI may
  // keep that cache.
  const isKept = header === undefined || typeof options.cache === 'string';
  return inCache(isKept ? resolved.cache : undefined, async (cache) => {
    const settings = { ...resolved, cache };
    if (!options.allowRemovals) mustAskAsBefore(settings, signedInBy(header));
    return inTemporaryFolder(async (store) => {
      const fetched = await fetchOrigin(portal, {
        ...options,
        store,
        // The total is 0, because the number of records is not known.
        onProgress: (round, records) =>
          options.onProgress?.(round === 1 ? 'fetching' : 'fetching again', records, 0),
      });
      const isRead = fetched.problems.every(({ severity }) => severity !== 'error');
      const steps = isRead ? await brought(portal, plan, settings, fetched, options) : {};
      return reportOf(fetched, steps, options, Math.round(performance.now() - start));
    });
  });
}

/** The results of the steps after fetching; undefined for a step that did not run. */
interface Steps {
  readonly split?: Split;
  readonly proof?: ImportProof;
  readonly brought?: Brought;
}

async function brought(
  portal: Portal,
  plan: Plan,
  settings: DataSettings,
  fetched: FetchResult,
  { stubs = false, draft = false, dryRun = false, ...options }: ImportOptions,
): Promise<Steps> {
  return inTemporaryFolder(async (scratch) => {
    const folder = join(scratch, 'data');
    // A cache for `prove` only, so that its rounds compile an unchanged data file only once.
    const own = { ...settings, cache: join(scratch, 'cache') };
    const last = await readState(plan, settings);
    const withholdPersonal = settings.personal === 'withhold';
    const split = splitFetched(portal, fetched, { stubs, folder, withholdPersonal, last });
    if (!split.isWritten) return { split };
    const proof = await prove(portal, fetched, folder, own, split);
    if (!draft && !isProved(proof)) return { split, proof };
    const theirs = { folder, signedIn: signedInBy(options.header) };
    const merging = { ...options, dryRun, draft, versions: split.known.versions.first };
    return { split, proof, brought: await bring(plan, settings, theirs, merging) };
  });
}

const isProved = ({ isBuilt, differing }: ImportProof): boolean => isBuilt && differing === 0;

function reportOf(
  { base, lists, problems: atOrigin, requests, bytes }: FetchResult,
  { split, proof, brought }: Steps,
  { dryRun = false }: ImportOptions,
  ms: number,
): ImportReport {
  const isDraft = brought?.outcome === 'draft';
  const isBrought = isDraft || brought?.outcome === 'brought';
  const isError = ({ severity }: PlacedFinding) => severity === 'error';
  const problems = brought?.problems ?? proof?.problems.filter(isError) ?? [];
  const errors = problems.filter(isError);
  return {
    ok: isBrought && !isDraft && errors.length === 0 && proof !== undefined && isProved(proof),
    origin: base,
    dryRun,
    written: isBrought && !dryRun,
    draft: isBrought && (isDraft || !proof?.isBuilt),
    lists: Object.fromEntries(
      lists.map(({ endpoint: { name }, records, isWhole }) => [name, { records, whole: isWhole }]),
    ),
    requests,
    bytes,
    ms,
    records: split?.known.counts ?? {},
    brought: brought?.records ?? {},
    removals: brought?.removals ?? [],
    conflicts: isBrought ? errors.length : 0,
    invented: split?.isWritten ? split.inventions : [],
    unrecoverable: split && !split.isWritten ? split.inventions : [],
    versions: split?.known.versions.records ?? 0,
    given: split?.kept ?? {},
    unknown: split?.known.unknown ?? {},
    proof: proof?.isBuilt
      ? {
          records: proof.records,
          differing: proof.differing,
          differences: proof.differences,
        }
      : null,
    atOrigin,
    problems,
  };
}

const signedInBy = (header: Header | undefined): SignedIn => header?.name.toLowerCase() ?? null;

/** Calls `work` with the folder of the cache, or with a temporary folder if there is no cache. */
const inCache = <T>(cache: string | undefined, work: (cache: string) => Promise<T>): Promise<T> =>
  cache === undefined ? inTemporaryFolder(work) : work(cache);
