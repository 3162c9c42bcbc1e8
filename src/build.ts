// How a snapshot is made: open → load → withhold → order and cut → write → hosts. The steps are in
// open.ts, engine/ and hosts/; what is published, and in which shape, is in portal/.
import { hash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { cannotWrite } from './disk/boundary.js';
import { Derivation } from './engine/link/derive.js';
import { withhold } from './engine/link/withhold.js';
import { load } from './engine/load.js';
import { makePlan } from './engine/plan.js';
import type { Store } from './engine/unit/store.js';
import { makeFiles } from './engine/write/files.js';
import type { Output } from './engine/write/output.js';
import type { KnownFile } from './engine/write/survey.js';
import type { HostFile, SiteEndpoint } from './hosts/host.js';
import type { AddedHosts } from './hosts/write.js';
import { keepBuild, lastBuild, stateOf, unchanged } from './last-build.js';
import type { Portal } from './model/endpoint.js';
import { type BuildSettings, type Data, withPortal } from './open.js';
import { type PlacedFinding, placed, wholeFile } from './problems/placed.js';
import type { FindingsReport, Summary } from './report.js';
import { keepApart, type Options } from './settings/index.js';
import { isPageFile, OPENAPI } from './site/address.js';

/**
 * Checks the data and, if there is no error, brings the snapshot's folder to its new state.
 * Throws a {@link UsageError} for a wrong setting, a missing folder, or a folder in use.
 */
export function build(portal: Portal, options: Options = {}): Promise<FindingsReport> {
  const isOurs = oursIn(portal);
  return withPortal(portal, options, async (settings, data, store) => {
    keepApart(settings);
    // Imported here: a check does without it, and should not wait for it.
    const { isAsKnown } = await import('./engine/write/survey.js');
    const last = lastBuild(store, settings);
    const state = stateOf(portal, settings, data);
    if (last?.state === state && isAsKnown(settings.out, last.files, isOurs)) {
      await writeFilesOf(settings, last.hostFiles);
      return unchanged(last.report);
    }
    const { report, derivation, close } = await examine(portal, settings, data, store);
    try {
      if (!report.ok) return report;
      const known = last?.files ?? new Map<string, KnownFile>();
      const { Output } = await import('./engine/write/output.js');
      const output = new Output(settings, isOurs, known);
      try {
        const endpoints = await makeFiles(portal, settings, derivation, output);
        await addDocument(portal, settings, output);
        const { hostFiles, problems } = await addFilesOf(portal, settings, endpoints, output);
        if (problems.length > 0) {
          return { ...report, ok: false, problems: [...report.problems, ...problems] };
        }
        const { foreign, ...published } = await output.publish();
        const strangers = foreign.map((file) => foreignFile(settings, file));
        const built: FindingsReport = {
          ...report,
          problems: [...report.problems, ...strangers],
          summary: { ...report.summary, ...published },
        };
        await writeFilesOf(settings, hostFiles);
        // While there are foreign files, no build may be skipped: each one has to report them.
        const isFinal = foreign.length === 0;
        const files = output.remember();
        keepBuild(store, settings, {
          state: isFinal ? state : '',
          files,
          report: built,
          hostFiles,
        });
        return built;
      } finally {
        await output.close();
      }
    } catch (error) {
      throw cannotWrite(settings.out, error);
    } finally {
      close();
    }
  });
}

/** The same checks as {@link build}; writes nothing. */
export function check(portal: Portal, options: Options = {}): Promise<FindingsReport> {
  return withPortal(portal, options, async (settings, data, store) => {
    const { report, close } = await examine(portal, settings, data, store);
    close();
    return report;
  });
}

interface Examined {
  readonly report: FindingsReport;
  /** Sees only the records that are published. */
  readonly derivation: Derivation;
  readonly close: () => void;
}

/** Links and checks the data, and decides what of it is published. */
async function examine(
  portal: Portal,
  settings: BuildSettings,
  data: Data,
  store: Store,
): Promise<Examined> {
  const { found, units } = data;
  const { derivation, problems, close } = await load(
    makePlan(portal),
    found,
    units,
    {
      ...settings,
      withholdPersonal: settings.personal === 'withhold',
      findLost: async (missing) => (await import('./git/lost.js')).findLost(settings, missing),
    },
    store,
  );
  const ok = problems.every(({ severity }) => severity !== 'error');
  const { tables } = derivation;
  const { rows, counts: reasons } =
    ok && settings.audience === 'public' ? withhold(tables) : { rows: undefined, counts: [] };
  const withheld = Object.fromEntries(portal.collections.map(({ name }) => [name, 0]));
  for (const { collection, records } of reasons) withheld[collection]! += records;
  const summary: Summary = {
    records: Object.fromEntries([...tables].map(([name, table]) => [name, table.rows])),
    withheld,
    files: { written: 0, unchanged: 0, removed: 0, total: 0 },
    bytes: 0,
    snapshot: null,
  };
  return {
    report: { ok, problems, summary, reasons },
    derivation: rows ? new Derivation(tables, rows) : derivation,
    close,
  };
}

/** Adds the description of the API, with the queries that all hosts answer. */
async function addDocument(portal: Portal, settings: BuildSettings, output: Output): Promise<void> {
  const { openapiOf } = await import('./openapi/document.js');
  const { baseUrl, links, hosts } = settings;
  const isRouted = hosts.length > 0 && hosts.every(({ can }) => can.includes('queries'));
  const queries = links === 'query' || isRouted;
  const body = JSON.stringify(openapiOf(portal, { baseUrl, links, queries, extras: [] }));
  const block = { bytes: Buffer.from(body), isLast: true };
  await output.file(OPENAPI, true, hash('sha256', body, 'hex'), () => [block].values());
}

/** Adds the files that the hosts need, if the settings name any hosts. */
async function addFilesOf(
  portal: Portal,
  settings: BuildSettings,
  endpoints: readonly SiteEndpoint[],
  output: Output,
): Promise<AddedHosts> {
  if (settings.hosts.length === 0) return { hostFiles: [], problems: [] };
  const { addHosts } = await import('./hosts/write.js');
  return addHosts(settings, endpoints, JSON.stringify(portal.notFound), output);
}

async function writeFilesOf(
  settings: BuildSettings,
  hostFiles: readonly HostFile[],
): Promise<void> {
  if (hostFiles.length === 0) return;
  const { writeHostFiles } = await import('./hosts/write.js');
  writeHostFiles(settings.hostFiles, hostFiles);
}

/** Tells whether a file in the snapshot's folder is at a place where only snapshots write. */
const oursIn = ({ endpoints }: Portal) =>
  isPageFile.bind(null, new Set(endpoints.map(({ name }) => name)));

function foreignFile(settings: BuildSettings, name: string): PlacedFinding {
  const folder = relative(settings.cwd, settings.out).split(sep).join('/');
  const file = folder === '' ? name : `${folder}/${name}`;
  return placed('foreign-file', undefined, wholeFile(file), settings);
}
