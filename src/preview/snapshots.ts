// The API of the last good build. There are two folders: one is served, and a build writes into the other one. If the
// build succeeds, the new folder is served from then on, so that all files change at once.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { discard } from '../files/disk/temporary.js';
import type { Portal } from '../model/endpoint.js';
import type { FindingsReport } from '../problems/report.js';
import { makeRouter, type Router } from '../site/route.js';
import { build } from '../snapshot/build.js';
import { type BuildOptions, resolveSettings } from '../snapshot/settings/index.js';

/** The cache is removed if it is larger than this, and more than twice as large as after the first build. */
const CACHE_BYTES = 256 << 20;

/** A snapshot that is served. */
interface Served {
  readonly folder: string;
  /** Finds the file for an address. */
  readonly route: Router;
  /** Whether it contains only public data. Then web pages of all origins may read it. */
  readonly isForEveryone: boolean;
}

export class Snapshots {
  /** The cache for all work of the preview. */
  readonly cache: string;
  #served: Served | undefined;
  #cleanCache: number | undefined;

  /** `root`: the preview's own folder. */
  constructor(
    private readonly portal: Portal,
    private readonly root: string,
  ) {
    this.cache = join(root, 'cache');
  }

  /** Undefined until the first good build. */
  get served(): Served | undefined {
    return this.#served;
  }

  /**
   * A file of the snapshot; undefined if it cannot be read. It is read in one step, so that no build changes it
   * meanwhile.
   */
  read(file: string): Buffer | undefined {
    try {
      return this.#served && readFileSync(join(this.#served.folder, file));
    } catch {
      return undefined;
    }
  }

  /** Builds into the folder that is not served. If there is no error, this folder is served from then on. */
  async build(options: BuildOptions): Promise<FindingsReport> {
    const settings = { ...options, hosts: [], cache: this.cache };
    // The settings file may have changed, too.
    const { audience, personal, extras } = resolveSettings(settings, this.portal);
    const [a, b] = ['a', 'b'].map((name) => join(this.root, name));
    const folder = this.#served?.folder === a ? b! : a!;
    const report = await build(this.portal, { ...settings, out: folder });
    if (report.ok) {
      const isForEveryone = audience === 'public' && personal === 'withhold';
      this.#served = { folder, isForEveryone, route: makeRouter(this.portal, extras) };
    }
    this.#cleanCache ??= bytesOf(this.cache);
    return report;
  }

  /**
   * Removes the cache if it has grown too much: each save, and each check of typed text, adds to it. Nothing may use
   * it meanwhile.
   */
  trimCache(): void {
    if (bytesOf(this.cache) > Math.max(CACHE_BYTES, 2 * (this.#cleanCache ?? 0))) {
      discard(this.cache);
    }
  }
}

function bytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => {
    return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}
