// Makes a snapshot. The steps are: open the data, load it, withhold what is not public, sort and divide into pages,
// write, and write the files of hosts. The code of the steps is in open.ts, examine.ts, engine/ and hosts/; portal/
// declares what is published. The code of later steps is imported only when they run, so that a build without changes
// starts quickly.

import { hash, type KeyObject } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { Derivation } from '../engine/link/derive.js';
import { MANY_BYTES } from '../engine/pool/queue.js';
import type { Output } from '../engine/write/output.js';
import type { OutputFiles } from '../engine/write/output-file.js';
import { cannotWrite, mustStayBelow } from '../files/disk/boundary.js';
import { nameBelow } from '../files/source/files.js';
import type { HostFile } from '../hosts/host.js';
import type { AddedHosts } from '../hosts/write.js';
import { addressOf, type Portal } from '../model/endpoint.js';
import type { JsonObject } from '../model/fields.js';
import { type PlacedFinding, placed, wholeFile } from '../problems/placed.js';
import type { FindingsReport } from '../problems/report.js';
import { OPENAPI, SEARCH } from '../site/address.js';
import { BESIDE, fileBeside, snapshotFilesOf } from '../site/kinds.js';
import { readSigningKey, signatureOf } from '../site/signature.js';
import { inputHashOf, keepBuild, type LastBuild, lastBuild, unchanged } from './last-build.js';
import { type BuildSettings, settingsOf, withPortal } from './open.js';
import { addSearch, isSearchLeftOut, type RequestedSearch, requestedSearch } from './search.js';
import { type BuildOptions, keepApart } from './settings/index.js';
import { reportOf, stateOf } from './states.js';

/**
 * Checks the data and, if there is no error, brings the snapshot's folder up to date. Throws a {@link UsageError} for a
 * wrong setting, a missing folder, or a folder in use. `onPublished` gets the published records before pages are made.
 * If no pages are made, it is not called. It is called again if an error of the cache makes the build start again.
 */
export function build(
  portal: Portal,
  options: BuildOptions = {},
  onPublished?: (derivation: Derivation) => void,
): Promise<FindingsReport> {
  return withPortal(portal, options, async (settings, data, store) => {
    keepApart(settings);
    const key = settings.sign === undefined ? undefined : readSigningKey(settings.sign);
    const search = requestedSearch(portal, settings);
    const state = stateOf(settings, data);
    const input: BuildInput = [portal, settings, data, state, store];
    const inputHash = inputHashOf(settings, state, key, search?.version);
    const last = lastBuild(store, settings);
    const same = last?.inputHash === inputHash ? await unchangedSince(last, input) : undefined;
    if (same) return same;
    await startThreads(portal, data);
    const { examine } = await import('./examine.js');
    const examined = await examine(...input);
    const report = examined.report();
    if (!report.ok) return report;
    const derivation = examined.published();
    onPublished?.(derivation);
    const published = await publish(input, derivation, last?.inPlace.files ?? new Map(), {
      key,
      search,
    });
    const problems = [...report.problems, ...published.problems];
    if (!published.made) return { ...report, ok: false, problems };
    const { made, inPlace, hostFiles } = published;
    // The next build must repeat warnings about foreign files or a missing search, so it runs even if nothing has
    // changed.
    const isWhole = published.problems.length === 0;
    const left = { files: inPlace, folders: last?.inPlace.folders ?? new Map() };
    const { withoutOthers } = await import('../engine/write/folder.js');
    keepBuild(store, settings, {
      inPlace: withoutOthers(settings.out, left) ?? left,
      inputHash: isWhole ? inputHash : '',
      made,
      hostFiles,
    });
    return { ...report, problems, summary: { ...report.summary, ...made } };
  });
}

/** The arguments of `examine`: the portal, the settings, the data, the hash of its state, and the store. */
type BuildInput = Parameters<typeof import('./examine.js').examine>;

/**
 * If the snapshot's folder has not changed since the last build, and the cache has the report for this state, restores
 * the files of hosts, and returns the report. Otherwise, or if one of these files is foreign now, returns undefined.
 */
async function unchangedSince(
  last: LastBuild,
  input: BuildInput,
): Promise<FindingsReport | undefined> {
  const [, settings, , state, store] = input;
  const known = reportOf(store, state);
  const { unchangedFolder } = await import('../engine/write/folder.js');
  const inPlace = known && unchangedFolder(settings.out, last.inPlace);
  if (!inPlace) return undefined;
  if (inPlace !== last.inPlace) keepBuild(store, settings, { ...last, inPlace });
  const foreign = await writeFilesOf(settings, last.hostFiles);
  return foreign.length > 0 ? undefined : unchanged(known, last);
}

/**
 * If there is much data, or the settings say so, starts threads. While they start, this thread reads compiled shards.
 */
async function startThreads(portal: Portal, { shards, pool }: BuildInput[2]): Promise<void> {
  const bytes = shards.reduce((sum, { bytes }) => sum + bytes, 0);
  await pool.prepare('compile', bytes >= MANY_BYTES, portal.module);
}

/** What a snapshot may have in addition to its pages: a signature (with `key`) and the search. */
interface Additions {
  readonly key: KeyObject | undefined;
  readonly search: RequestedSearch | undefined;
}

/** The result of {@link publish}. If a host reported an error, nothing was published, and `made` is absent. */
interface Published {
  readonly problems: readonly PlacedFinding[];
  readonly made?: LastBuild['made'];
  readonly inPlace: OutputFiles;
  readonly hostFiles: readonly HostFile[];
}

/** Makes files in a temporary folder (`Stage`), and then moves them to their places. Also writes the files of hosts. */
async function publish(
  input: BuildInput,
  derivation: Derivation,
  last: OutputFiles,
  additions: Additions,
): Promise<Published> {
  const [portal, settings] = input;
  try {
    const { Output } = await import('../engine/write/output.js');
    const output = new Output(settings, snapshotFilesOf(portal), last);
    try {
      const all = await makeAll(input, derivation, output, additions);
      const { hostFiles, problems, warnings, snapshot } = all;
      if (problems.length > 0) return { problems, inPlace: last, hostFiles };
      for (const { path } of hostFiles) mustStayBelow(settings.hostFiles, path);
      const { foreign, inPlace, ...written } = output.publish();
      const kept = await writeFilesOf(settings, hostFiles);
      const strangers = [...foreign.map((file) => foreignFile(settings, file)), ...kept];
      const made = { ...written, snapshot };
      return { problems: [...warnings, ...strangers], made, inPlace, hostFiles };
    } finally {
      output.close();
    }
  } catch (error) {
    throw cannotWrite(settings.out, error);
  }
}

interface AlsoMade {
  readonly warnings: readonly PlacedFinding[];
  /** The id of the snapshot, as it is in snapshot.json. */
  readonly snapshot: string;
}

/** Makes pages, the search, openapi.json, snapshot.json, the files of digests, and the hosts' files. */
async function makeAll(
  [portal, settings, data]: BuildInput,
  derivation: Derivation,
  output: Output,
  { key, search }: Additions,
): Promise<AddedHosts & AlsoMade> {
  const { makeDescription, makeFiles } = await import('../engine/write/files.js');
  const lists = await makeFiles(portal, settings, derivation, output, data.pool);
  const warnings = await addSearch(search, settings, derivation, output);
  const asMade: BuildSettings = warnings.length > 0 ? { ...settings, search: 'off' } : settings;
  const described = [data.scope, settings.decisive.snapshot, asMade.search];
  await output.fileOf(OPENAPI, hash('sha256', JSON.stringify(described), 'hex'), async () =>
    JSON.stringify(await documentOf(portal, asMade)),
  );
  const sign = key && ((id: string) => signatureOf(key, id));
  const site = await makeDescription(lists, output, sign);
  const made = { warnings, snapshot: site.id };
  if (settings.hosts.length === 0) return { hostFiles: [], problems: [], ...made };
  const { addHosts } = await import('../hosts/write.js');
  const added = await addHosts(settings, site, JSON.stringify(portal.notFound), output);
  return { ...added, ...made, warnings: [...warnings, ...added.warnings] };
}

/** Checks the data as {@link build} does, but writes no snapshot. */
export function check(portal: Portal, options: BuildOptions = {}): Promise<FindingsReport> {
  return withPortal(portal, options, async (settings, data, store) => {
    const state = stateOf(settings, data);
    const known = reportOf(store, state);
    if (known) return known;
    const { examine } = await import('./examine.js');
    return (await examine(portal, settings, data, state, store)).report();
  });
}

/** Returns the OpenAPI document of a snapshot with these settings. */
export async function describe(portal: Portal, options: BuildOptions): Promise<JsonObject> {
  const settings = await settingsOf(portal, options);
  return documentOf(portal, isSearchLeftOut(settings) ? { ...settings, search: 'off' } : settings);
}

/** Makes the OpenAPI document, with queries such as `?page=2` if links have them or all chosen hosts answer them. */
async function documentOf(portal: Portal, settings: BuildSettings): Promise<JsonObject> {
  const { openapiOf } = await import('../site/openapi/document.js');
  const { baseUrl, links, hosts, api } = settings;
  const searched = portal.search && settings.search !== 'off' ? [SEARCH] : [];
  const extras = [...settings.extras.map(({ name }) => addressOf(name)), ...searched];
  const isRouted = hosts.length > 0 && hosts.every(({ can }) => can.includes('queries'));
  const queries = links === 'query' || isRouted;
  return openapiOf(portal, { baseUrl, links, queries, extras, api });
}

/** Writes the files of hosts. Returns a warning for each that is foreign and stays as it is. */
async function writeFilesOf(
  settings: BuildSettings,
  hostFiles: readonly HostFile[],
): Promise<PlacedFinding[]> {
  if (hostFiles.length === 0) return [];
  const { writeHostFiles } = await import('../hosts/write.js');
  const foreign = writeHostFiles(settings.hostFiles, hostFiles);
  return foreign.map((name) =>
    foreignWarning('foreign-file/host', settings, settings.hostFiles, name),
  );
}

function foreignFile(settings: BuildSettings, name: string): PlacedFinding {
  const isSent = BESIDE.includes(fileBeside(name) ?? name);
  return foreignWarning(
    isSent ? 'foreign-file/sent' : 'foreign-file',
    settings,
    settings.out,
    name,
  );
}

/** A warning of a file in a folder. */
function foreignWarning(
  message: 'foreign-file' | 'foreign-file/sent' | 'foreign-file/host',
  settings: BuildSettings,
  folder: string,
  name: string,
): PlacedFinding {
  const shown = relative(settings.cwd, folder).split(sep).join('/');
  return placed(message, undefined, wholeFile(nameBelow(shown, name)), settings);
}
