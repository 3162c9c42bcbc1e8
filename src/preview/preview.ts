// The preview: builds on every save and serves the last good snapshot. It writes only into a temporary
// folder, which is removed when the process ends.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { discard, temporaryFolder } from '../files/disk/temporary.js';
import type { Portal } from '../model/endpoint.js';
import { explain, failureWords } from '../problems/failure.js';
import type { Language, Said } from '../problems/messages/catalogue.js';
import { catalogues } from '../problems/messages.js';
import type { FindingsReport } from '../problems/report.js';
import { build } from '../snapshot/build.js';
import { CONFIG, type Options, resolveSettings } from '../snapshot/settings/index.js';
import type { ToldViews } from './browser/told.js';
import { PreviewServer } from './server.js';
import { Snapshots } from './snapshots.js';
import { stateOf } from './state.js';
import { ViewAnswers } from './views/answer.js';
import { ViewData } from './views/data.js';
import { describeViews } from './views/describe.js';
import { type Places, readPlaces } from './views/places.js';
import { type ViewPortal, viewPortal } from './views/portal.js';
import { DataWatch } from './watch.js';

/** Settings of a build, except those that the preview sets itself. */
export interface PreviewOptions
  extends Omit<Options, 'baseUrl' | 'out' | 'hosts' | 'cache' | 'onProgress'> {
  /** The port; by default 8080, or the next one that is free. */
  readonly port?: number | undefined;
  /** Called after a build on a save, and whenever else there is something new to tell. */
  readonly onRebuild: (rebuild: Rebuild) => void;
}

/** How a build went. */
export interface Rebuild {
  /** Undefined if the build was not completed. */
  readonly report: FindingsReport | undefined;
  /** Why the build was not completed, or why files cannot be watched. */
  readonly failure: Said | undefined;
  /** Milliseconds from the first sign of a change until its build was done. */
  readonly ms: number;
}

export interface Preview {
  /** Without a slash at its end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** How long to wait for the rest of a save: it is often two writes, a few milliseconds apart. */
const SETTLE_MS = 4;
/** How long until one more build, which finds what was saved in a new folder before it was watched. */
const LOOK_MS = 150;
/** The cache is cleared when it is larger than this and than twice its size after the first build. */
const CACHE_BYTES = 256 << 20;

/**
 * Starts a preview; it is ready after its first build. Throws a {@link UsageError} for a wrong
 * setting, a missing data folder or a port that is taken.
 */
export async function startPreview(portal: Portal, options: PreviewOptions): Promise<Preview> {
  const { port, onRebuild, ...settings } = options;
  const { cwd } = await resolveSettings(settings, portal);
  const root = temporaryFolder();
  const snapshots = new Snapshots(root);
  let rebuilds: Rebuilds | undefined;
  const told = describeViews(portal);
  const views: ViewAnswers = new ViewAnswers({
    views: told,
    open: async () => rebuilds?.openViews(),
    place: async (collection, id) => (await rebuilds?.places())?.of(collection, id),
    editor: () => server.editor,
    cwd,
  });
  const server: PreviewServer = new PreviewServer(portal, snapshots, views, () => {
    rebuilds?.lookAgain();
  });
  const close = async () => {
    await server.close();
    await rebuilds?.close();
    discard(root);
  };
  try {
    const url = await server.listen(port);
    const own = { ...settings, baseUrl: url };
    const tell = (rebuild: Rebuild, good: FindingsReport | undefined) => {
      const { extras, editor } = server;
      const served = { portal, extras, cwd, editor };
      server.tell(stateOf(served, good, rebuild.report, rebuild.failure));
      onRebuild(rebuild);
    };
    rebuilds = new Rebuilds(portal, own, snapshots, server, told, tell);
    await rebuilds.start();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Builds whenever something may have changed, one build at a time. */
class Rebuilds {
  readonly #watch: DataWatch;
  readonly #cache: string;
  #cleanCache = 0;
  /** When the first change was noticed that no build has taken up yet. */
  #changed: number | undefined;
  #needsLook = true;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
  #isClosed = false;
  #good: FindingsReport | undefined;
  /** The page's own snapshot, which is built when the page asks for it. */
  readonly #views: Snapshots;
  readonly #viewPortal: ViewPortal;
  #viewData: ViewData | undefined;
  /** How many good builds there were, and after which of them the page's own snapshot was last built. */
  #goods = 0;
  #viewed = 0;
  #places: Promise<Places> | undefined;
  #announced = '';

  constructor(
    private readonly portal: Portal,
    private readonly options: Options,
    private readonly snapshots: Snapshots,
    private readonly server: PreviewServer,
    private readonly views: ToldViews,
    private readonly tell: (rebuild: Rebuild, good: FindingsReport | undefined) => void,
  ) {
    this.#cache = join(snapshots.root, 'cache');
    this.#views = new Snapshots(join(snapshots.root, 'views'));
    this.#viewPortal = viewPortal(portal);
    const { cwd = '.', data = 'data', config = CONFIG } = options;
    this.#watch = new DataWatch(
      { data: resolve(cwd, data), config: resolve(cwd, config) },
      () => {
        this.#changed ??= performance.now();
        this.#places = undefined;
        this.#schedule();
      },
      ({ message }) => {
        const said = (lang: Language) => catalogues[lang].report.preview.unwatched(message);
        this.#announce(undefined, { en: said('en'), ru: said('ru') }, 0);
      },
    );
  }

  /** Does the first build, and throws its errors; errors of later builds are only announced. */
  async start(): Promise<void> {
    const start = performance.now();
    await this.#watch.refresh();
    this.#work = this.#build().then((report) => {
      this.#announce(report, undefined, performance.now() - start);
    });
    try {
      await this.#work;
    } finally {
      this.#work = undefined;
    }
    this.#cleanCache = bytesOf(this.#cache);
    this.#schedule();
  }

  /** Waits for a running build to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#work;
    await this.#watch.close();
  }

  /** Builds once more although nothing was saved, as soon as no other build is under way. */
  lookAgain(): void {
    if (this.#needsLook) return;
    this.#needsLook = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#work || this.#isClosed) return;
    if (this.#changed !== undefined) {
      const settled = this.#changed + SETTLE_MS - performance.now();
      this.#after(Math.max(0, settled), () => this.#onSave()); // Node 24 warns of a negative delay
    } else if (this.#needsLook) this.#after(LOOK_MS, () => this.#look());
  }

  #after(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(work), ms);
  }

  #begin(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.#work = work().finally(() => {
      this.#work = undefined;
      this.#schedule();
    });
    return this.#work;
  }

  /** The page's own snapshot as of the last good build; it is built now if it is older. */
  async openViews(): Promise<ViewData | undefined> {
    while (this.#viewed < this.#goods && !this.#isClosed) {
      await (this.#work ?? this.#begin(() => this.#buildViews()));
    }
    return this.#viewData;
  }

  /** Where records are in the data as it is now. */
  places(): Promise<Places> {
    const { options, portal } = this;
    const reading =
      this.#places ??
      resolveSettings({ ...options, cache: this.#cache }, portal).then((settings) =>
        readPlaces(portal, settings),
      );
    this.#places = reading;
    // What failed may pass without a save: the next one who asks tries again.
    reading.catch(() => {
      if (this.#places === reading) this.#places = undefined;
    });
    return reading;
  }

  async #buildViews(): Promise<void> {
    const goods = this.#goods;
    if (this.#viewed === goods) return;
    const { portal, extras } = this.#viewPortal;
    const own = { hosts: [], cache: this.#cache, links: 'path', compress: 'none' } as const;
    try {
      await this.#views.build((out) => build(portal, { ...this.options, ...own, extras, out }));
      this.#viewData = new ViewData((file) => this.#views.read(file), this.views);
    } catch {
      // The data is just being changed: the next good build is followed by another one of these.
    }
    this.#viewed = goods;
  }

  async #onSave(): Promise<void> {
    const since = this.#changed ?? performance.now();
    this.#changed = undefined;
    this.#needsLook = true;
    try {
      const report = await this.#build();
      // Errors of a file that is still being written are not worth showing: the next build follows.
      if (!report.ok && this.#changed !== undefined) return;
      this.#announce(report, undefined, performance.now() - since);
    } catch {
      // A file was changed or removed while it was read: more changes follow, or #look reports it.
    }
  }

  async #look(): Promise<void> {
    const start = performance.now();
    let report: FindingsReport | undefined;
    let failure: Said | undefined;
    this.#needsLook = false;
    try {
      this.#needsLook = await this.#watch.refresh();
      this.#trimCache();
      report = await this.#build();
    } catch (error) {
      failure = await inWords(error);
    }
    if (keyOf(report, failure) !== this.#announced) {
      this.#announce(report, failure, performance.now() - start);
    }
    // While nobody waits: so there is a good state to show, should the next save be a bad one.
    if (report?.ok && this.#changed === undefined) await this.#buildViews();
  }

  async #build(): Promise<FindingsReport> {
    const settings = { ...this.options, hosts: [], cache: this.#cache };
    // The configuration may have changed too.
    const { audience, personal, extras, editor } = await resolveSettings(settings, this.portal);
    return this.snapshots.build(async (out) => {
      const report = await build(this.portal, { ...settings, out });
      this.server.editor = editor;
      if (!report.ok) return report;
      this.#goods++;
      this.server.isForEveryone = audience === 'public' && personal === 'withhold';
      this.server.extras = extras;
      return report;
    });
  }

  #announce(report: FindingsReport | undefined, failure: Said | undefined, ms: number): void {
    if (report?.ok) this.#good = report;
    this.#announced = keyOf(report, failure);
    this.tell({ report, failure, ms }, this.#good);
  }

  // Every save adds results to the cache, and those of earlier states stay there.
  #trimCache(): void {
    if (bytesOf(this.#cache) <= Math.max(CACHE_BYTES, 2 * this.#cleanCache)) return;
    rmSync(this.#cache, { recursive: true, force: true });
  }
}

/** Why a build was not completed; in English alone when the other words are gone with this package's files. */
async function inWords(error: unknown): Promise<Said> {
  const words = await failureWords('ru').catch(() => undefined);
  return { en: explain(error)[0] ?? '', ru: explain(error, words)[0] ?? '' };
}

/** Identifies an announcement: if the key is the same, there is nothing new to announce. */
function keyOf(report: FindingsReport | undefined, failure: Said | undefined): string {
  return JSON.stringify([failure, report?.summary.snapshot, report?.problems]);
}

function bytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
