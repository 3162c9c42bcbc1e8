// The API of the last good build. One of two folders is served; a build writes into the other one. If the build
// succeeds, its folder is served from then on: so all files change at the same moment.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { discard } from '../files/disk/temporary.js';
import type { Portal } from '../model/endpoint.js';
import type { FindingsReport } from '../problems/report.js';
import { OPENAPI } from '../site/address.js';
import { makeRouter, type Router } from '../site/route.js';
import { build } from '../snapshot/build.js';
import { type BuildOptions, resolveSettings } from '../snapshot/settings/index.js';

/** A cache of at most this size is not removed while the preview runs. */
const CACHE_BYTES = 256 << 20;

interface Served {
  readonly folder: string;
  readonly route: Router;
  /** Whether the snapshot contains only public data. If so, web pages of all origins may read it. */
  readonly isForEveryone: boolean;
}

export class Snapshots {
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
   * Reads a file of the served snapshot; undefined if it cannot be read. Reads synchronously, so that no build changes
   * the file meanwhile.
   */
  read(file: string): Buffer | undefined {
    try {
      return this.#served && readFileSync(join(this.#served.folder, file));
    } catch {
      return undefined;
    }
  }

  /** Whether the files of the served snapshot were deleted. If so, nothing is served any more. */
  areGone(): boolean {
    // Every snapshot has openapi.json.
    const areGone = this.#served !== undefined && !existsSync(join(this.#served.folder, OPENAPI));
    if (areGone) this.#served = undefined;
    return areGone;
  }

  /** Builds into the folder that is not served. If there is no error, this folder is served from then on. */
  async build(options: BuildOptions): Promise<FindingsReport> {
    const settings = { ...options, hosts: [], cache: this.cache };
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
   * Removes the cache if it is larger than {@link CACHE_BYTES} and has more than doubled since the first build: saving
   * and checking add to it. May only be called while nothing uses the cache.
   */
  trimCache(): void {
    if (bytesOf(this.cache) > Math.max(CACHE_BYTES, 2 * (this.#cleanCache ?? 0))) {
      discard(this.cache);
    }
  }
}

function bytesOf(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => {
      return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
  } catch {
    return 0; // somebody has cleaned the temporary folder
  }
}
