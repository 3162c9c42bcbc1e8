// How a snapshot is made: find → compile → link → check → withhold → order → cut → write. Each
// step is a module of engine/; what is published, and in which shape, is in portal/.
import { hash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { cannotWrite } from './disk/boundary.js';
import { Derivation } from './engine/link/derive.js';
import { withhold } from './engine/link/withhold.js';
import { load } from './engine/load.js';
import { makePlan } from './engine/plan.js';
import type { Store } from './engine/unit/store.js';
import { Assembler } from './engine/write/assemble.js';
import type { Output } from './engine/write/output.js';
import { PageKeys } from './engine/write/page-keys.js';
import { cutPages, orderRows } from './engine/write/pages.js';
import type { KnownFile } from './engine/write/survey.js';
import { Templates } from './engine/write/templates.js';
import type { Host, HostFile, SiteEndpoint } from './hosts/host.js';
import type { AddedHosts } from './hosts/write.js';
import type { Portal } from './model/endpoint.js';
import { type Data, withData } from './open.js';
import { type PlacedFinding, placed, wholeFile } from './problems/placed.js';
import type { FindingsReport, Summary } from './report.js';
import {
  keepApart,
  type Options,
  type ResolvedSettings,
  resolveSettings,
} from './settings/index.js';
import {
  type Compression,
  isPageFile,
  type LinkStyle,
  pageFile,
  pageLink,
  parameterOf,
} from './site/address.js';

/**
 * Checks the data and, if there is no error, brings the snapshot's folder to its new state.
 * Throws a {@link UsageError} for a wrong setting, a missing folder, or a folder in use.
 */
export function build(portal: Portal, options: Options = {}): Promise<FindingsReport> {
  const isOurs = oursIn(portal);
  return withPortal(portal, options, async (settings, data, store) => {
    keepApart(settings);
    // A check does without it, and should not wait for it.
    const { isAsKnown } = await import('./engine/write/survey.js');
    const name = `snapshot-${hash('sha256', settings.out, 'hex')}`;
    const last = store.read(name) as LastBuild | undefined;
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
        const { hostFiles, problems } = await addFilesOf(portal, settings, endpoints, output);
        if (problems.length > 0) {
          return { ...report, ok: false, problems: [...report.problems, ...problems] };
        }
        const { files, bytes, snapshot, foreign } = await output.publish();
        const strangers = foreign.map((file) => foreignFile(settings, file));
        const built: FindingsReport = {
          ...report,
          problems: [...report.problems, ...strangers],
          summary: { ...report.summary, files, bytes, snapshot },
        };
        await writeFilesOf(settings, hostFiles);
        const remembered = { state, files: output.remember(), report: built, hostFiles };
        // With foreign files about, the next build looks again.
        const kept: LastBuild = foreign.length === 0 ? remembered : { ...remembered, state: '' };
        store.keep(name, kept);
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

/** What is kept of a build, for the next one into the same folder. */
interface LastBuild {
  /** Of the data and the settings. */
  readonly state: string;
  readonly files: ReadonlyMap<string, KnownFile>;
  readonly report: FindingsReport;
  readonly hostFiles: readonly HostFile[];
}

/** Settings, and the hosts that they name. */
interface BuildSettings extends Omit<ResolvedSettings, 'hosts' | 'links' | 'compress'> {
  readonly hosts: readonly Host[];
  readonly compress: readonly Compression[];
  readonly links: LinkStyle;
}

async function withPortal(
  portal: Portal,
  options: Options,
  work: (settings: BuildSettings, data: Data, store: Store) => Promise<FindingsReport>,
): Promise<FindingsReport> {
  const settings = await withHosts(await resolveSettings(options, portal));
  return withData(portal, settings, (data, store) => work(settings, data, store));
}

/** Finds the hosts, which most builds do without, and what follows from them. */
async function withHosts(settings: ResolvedSettings): Promise<BuildSettings> {
  if (settings.hosts.length === 0) {
    const { links = 'path', compress = [] } = settings;
    return { ...settings, hosts: [], links, compress };
  }
  const { chooseHosts, linksFor, siblingsFor } = await import('./hosts/choose.js');
  const hosts = chooseHosts(settings.hosts);
  const compress = siblingsFor(hosts, settings.compress);
  return { ...settings, hosts, compress, links: linksFor(hosts, settings.links) };
}

/** The same exactly when a build would give the same snapshot and the same report. */
function stateOf(portal: Portal, settings: BuildSettings, { found, units, scope }: Data): string {
  const { cwd, data, strict, baseUrl, links, audience, pageSize } = settings;
  const sizes = portal.endpoints.map(({ name }) => pageSize(name));
  const keys = units.map(({ key }) => key).sort();
  const shown = [cwd, data, strict]; // what the report depends on, and the snapshot does not
  const { hosts, compress, listen } = settings;
  const served = [hosts.map(({ name }) => name), compress, listen];
  const all = [scope, keys, found.findings, ...shown, baseUrl, links, audience, sizes, served];
  return hash('sha256', JSON.stringify(all), 'hex');
}

function unchanged(report: FindingsReport): FindingsReport {
  const { total } = report.summary.files;
  const files = { written: 0, unchanged: total, removed: 0, total };
  return { ...report, summary: { ...report.summary, files } };
}

interface Examined {
  readonly report: FindingsReport;
  /** Sees what is published, and nothing else. */
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

/** Makes every file of the snapshot, ready to be put in its place. */
async function makeFiles(
  portal: Portal,
  settings: BuildSettings,
  derivation: Derivation,
  output: Output,
): Promise<SiteEndpoint[]> {
  const { tables, withheld } = derivation;
  const templates = new Templates(derivation);
  const assembler = new Assembler(templates);
  const keys = new PageKeys(templates);
  settings.onProgress('linking', 0, 0);
  const lists = portal.endpoints.map((endpoint) => {
    const { collection, shape = '', order = [] } = endpoint.records ?? {};
    const table = collection === undefined ? undefined : tables.get(collection);
    const rows = table ? orderRows(table, order, derivation, withheld) : new Uint32Array();
    return { endpoint, table, shape, pages: cutPages(endpoint, rows, settings) };
  });
  const total = lists.reduce((sum, { pages }) => sum + pages.length, 0);
  let done = 0;
  for (const { table, shape, pages } of lists) {
    for (const page of pages) {
      settings.onProgress('writing', done++, total);
      const key = keys.keyOf(page, table, shape);
      await output.file(page.file, page.isHead, key, () => assembler.blocks(page, table, shape));
    }
  }
  const index = portal.index.map(({ key, address }) => [key, pageLink(settings, address)]);
  for (const [name, value] of [
    [pageFile(''), Object.fromEntries(index)],
    ['404.json', portal.notFound],
  ] as const) {
    const body = JSON.stringify(value);
    const block = { bytes: Buffer.from(body), isLast: true };
    await output.file(name, true, body, () => [block].values());
  }
  return [
    { name: '', parameter: undefined, pages: 1 },
    ...lists.map(({ endpoint, pages }) => ({
      name: endpoint.name,
      parameter: parameterOf(endpoint),
      pages: pages.length,
    })),
  ];
}

/** Adds the files of the hosts, if there are any. */
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
