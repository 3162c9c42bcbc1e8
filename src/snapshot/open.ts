// Opens the data: finds the files, groups them into shards, and opens the cache. All commands open the data in this
// way, so that each can use what another has put into the cache.
import { hash } from 'node:crypto';
import { Hashes } from '../engine/compile/hashes.js';
import { type FileGroup, groupFiles, makeShards, type Shard } from '../engine/compile/shards.js';
import { Pool } from '../engine/pool/pool.js';
import { codeHash } from '../engine/shard/code.js';
import { type Store, type StoreSettings, withStore } from '../engine/shard/store.js';
import { codeFolder } from '../files/shipped.js';
import { type DataFile, dataFilesOf, type FoundFiles } from '../files/source/files.js';
import type { Host } from '../hosts/host.js';
import type { Portal } from '../model/endpoint.js';
import { memo } from '../model/memo.js';
import type { Encoding, LinkStyle } from '../site/address.js';
import { type BuildOptions, type ResolvedSettings, resolveSettings } from './settings/index.js';

/** The data folder, divided into shards. */
export interface Data {
  readonly found: FoundFiles;
  readonly shards: readonly Shard[];
  /** The threads of this run. */
  readonly pool: Pool;
  /** A hash of the settings and the code, on which compiled shards depend besides the data. */
  readonly scope: string;
}

/** Settings, and the hosts that they name. */
export interface BuildSettings extends Omit<ResolvedSettings, 'hosts' | 'links' | 'compress'> {
  readonly hosts: readonly Host[];
  readonly compress: readonly Encoding[];
  readonly links: LinkStyle;
}

/** Runs `work` with the data of a portal; the settings come from the options and the settings file. */
export async function withPortal<T>(
  portal: Portal,
  options: BuildOptions,
  work: (settings: BuildSettings, data: Data, store: Store) => Promise<T>,
  choose?: ChooseGroups,
): Promise<T> {
  const settings = await settingsOf(portal, options);
  const own = (data: Data, store: Store) => work(settings, data, store);
  return withData(portal, settings, own, undefined, choose);
}

/** The settings that options and the settings file give. Throws for a wrong one. */
export async function settingsOf(portal: Portal, options: BuildOptions): Promise<BuildSettings> {
  return withHosts(resolveSettings(options, portal));
}

/**
 * Finds the hosts by their names, and the settings that depend on them. The code of hosts is only loaded if there are
 * hosts.
 */
async function withHosts(settings: ResolvedSettings): Promise<BuildSettings> {
  if (settings.hosts.length === 0) {
    const { links = 'path', compress = [] } = settings;
    return { ...settings, hosts: [], links, compress };
  }
  const { chooseHosts, linksFor, siblingsFor } = await import('../hosts/choose.js');
  const hosts = chooseHosts(settings.hosts);
  const compress = siblingsFor(hosts, settings.compress);
  return { ...settings, hosts, compress, links: linksFor(hosts, settings.links) };
}

type OpenSettings = StoreSettings &
  Pick<ResolvedSettings, 'data' | 'stat' | 'frames' | 'personal' | 'workers' | 'onProgress'> &
  Partial<Pick<ResolvedSettings, 'compress'>>;

/** Chooses the groups of files that a run compiles. */
export type ChooseGroups = (groups: readonly FileGroup[]) => readonly FileGroup[];

/**
 * Runs `work` with the data that the settings name. `lay`: adds or replaces files of the data; `choose`: selects
 * groups of files; without it, all are used.
 */
export async function withData<T>(
  portal: Portal,
  settings: OpenSettings,
  work: (data: Data, store: Store) => Promise<T>,
  lay = (files: readonly DataFile[]) => files,
  choose: ChooseGroups = (groups) => groups,
): Promise<T> {
  const inFolder = dataFilesOf(settings.data, portal.collections);
  const found = { ...inFolder, files: lay(inFolder.files) };
  const scope = scopeOf(portal, settings);
  return withStore(settings, async (store) => {
    settings.onProgress('reading', 0, 0);
    const pool = new Pool(settings.workers, settings.compress);
    try {
      const hashes = new Hashes(store, settings.data, settings.stat);
      const shards = await makeShards(choose(groupFiles(found.files)), scope, hashes, pool);
      hashes.keep();
      store.use(shards.map(({ key }) => key));
      try {
        return await work({ found, scope, shards, pool }, store);
      } catch (error) {
        hashes.forgetChanged(error);
        throw error;
      }
    } finally {
      await pool.close();
    }
  });
}

/** The hash of each portal's code, by its folder. It is computed once in a process. */
const codes = new Map<string, string>();

/** A hash of the settings and the code, on which compiled shards depend besides the data. */
function scopeOf(
  { module }: Portal,
  { frames, personal }: Pick<OpenSettings, 'frames' | 'personal'>,
): string {
  const folder = new URL('.', module);
  const code = memo(codes, folder.href, () => codeHash(codeFolder, folder));
  return hash('sha256', JSON.stringify([code, frames, personal]), 'hex');
}
