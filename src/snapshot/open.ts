// Opens the data: finds the files, groups them into shards, and opens the cache. The commands that compile data use
// this file, so each can use what another command put into the cache.
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

/** The files of the data folder, and the shards into which they are grouped. */
export interface Data {
  readonly found: FoundFiles;
  readonly shards: readonly Shard[];
  /** The threads of this run. */
  readonly pool: Pool;
  /** A hash of the code and the settings that change how a shard is compiled. */
  readonly scope: string;
}

/** Settings with the hosts themselves instead of their names. `compress` and `links` fit these hosts. */
export interface BuildSettings extends Omit<ResolvedSettings, 'hosts' | 'links' | 'compress'> {
  readonly hosts: readonly Host[];
  readonly compress: readonly Encoding[];
  readonly links: LinkStyle;
}

/** Resolves the settings from the options and the settings file, opens the data, and runs `work`. */
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

/** Resolves the settings from the options and the settings file. Throws a {@link UsageError} for a wrong setting. */
export async function settingsOf(portal: Portal, options: BuildOptions): Promise<BuildSettings> {
  return withHosts(resolveSettings(options, portal));
}

/**
 * Adds the hosts, and the settings that depend on them. The code of hosts is loaded only if the settings name hosts.
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

/** Chooses the groups of files that this run compiles. Each group becomes a shard. */
export type ChooseGroups = (groups: readonly FileGroup[]) => readonly FileGroup[];

/**
 * Runs `work` with the data in the folder that the settings name. `lay`: may add or replace data files, before they are
 * read. `choose`: selects groups of files; by default all.
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

/** For each folder with a portal, the hash of its code and of this program. Computed once in a process. */
const codes = new Map<string, string>();

/** A hash of the code and the settings that change how a shard is compiled. */
function scopeOf(
  { module }: Portal,
  { frames, personal }: Pick<OpenSettings, 'frames' | 'personal'>,
): string {
  const folder = new URL('.', module);
  const code = memo(codes, folder.href, () => codeHash(codeFolder, folder));
  return hash('sha256', JSON.stringify([code, frames, personal]), 'hex');
}
