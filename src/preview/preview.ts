// The preview: shows the data on every save, then builds it and serves the last good snapshot. Besides what its forms
// save, it writes only into a temporary folder, which is removed when the process ends.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KnownStates } from '../editing/workspace/portal-data.js';
import { revertUnfinished } from '../editing/workspace/put.js';
import { makePlan } from '../engine/plan.js';
import { discard, temporaryFolder } from '../files/disk/temporary.js';
import type { Portal } from '../model/endpoint.js';
import { explain } from '../problems/failure.js';
import type { Said } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import type { FindingsReport } from '../problems/report.js';
import { say, sentence, speak } from '../problems/say.js';
import { build } from '../snapshot/build.js';
import { settingsOf } from '../snapshot/open.js';
import { type BuildOptions, CONFIG, resolveSettings } from '../snapshot/settings/index.js';
import { CurrentData, type DataReading } from './data/reading.js';
import { DataRequests } from './data/requests.js';
import { EditRequests, withBreaking } from './edit/requests.js';
import { PreviewServer } from './server.js';
import { Snapshots } from './snapshots.js';
import { stateOf } from './state.js';
import { DataWatch } from './watch.js';

/** Settings of a build, except those that the preview sets itself. */
export interface PreviewOptions
  extends Omit<BuildOptions, 'baseUrl' | 'out' | 'hosts' | 'cache' | 'onProgress'> {
  /** The port; by default 8080, or the next one that is free. */
  readonly port?: number | undefined;
  /** Whether the page cannot change data. */
  readonly readOnly?: boolean | undefined;
  /** Called after builds, unless another one follows a failed build at once, and when files cannot be watched. */
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
/** The cache is cleared when it is larger than this and than twice its size after the first build. */
const CACHE_BYTES = 256 << 20;

/**
 * Starts a preview; it is ready after its first build. Throws a {@link UsageError} for a wrong
 * setting, a missing data folder or a port that is taken.
 */
export async function startPreview(portal: Portal, options: PreviewOptions): Promise<Preview> {
  await speak('ru'); // the page is in both languages
  const { port, readOnly, onRebuild, ...settings } = options;
  const resolved = resolveSettings(settings, portal);
  const { cwd } = resolved;
  // Reverts the unfinished save of a preview that was killed.
  if (!readOnly) {
    await revertUnfinished(resolved).catch((error: unknown) => {
      throw withBreaking(error, resolved);
    });
  }
  const root = temporaryFolder();
  const snapshots = new Snapshots(root);
  const reading = { ...settings, cwd, hosts: [], cache: join(root, 'cache') };
  const known = new KnownStates();
  const settingsNow = async () => ({ ...(await settingsOf(portal, reading)), known });
  const current = new CurrentData(makePlan(portal), settingsNow);
  let rebuilds: Rebuilds | undefined;
  const [changed, rest] = [() => rebuilds?.notice(), () => rebuilds?.rest()];
  const data = new DataRequests(portal, current, () => rebuilds?.editor ?? '');
  const editing = readOnly
    ? undefined
    : new EditRequests(portal, reading, settingsNow, current, changed, rest);
  const server = new PreviewServer(portal, snapshots, data, changed, editing);
  const close = async () => {
    await server.close();
    await rebuilds?.close();
    discard(root);
  };
  try {
    const url = await server.listen(port);
    const own = { ...settings, cwd, baseUrl: url };
    rebuilds = new Rebuilds(portal, own, snapshots, server, onRebuild, current);
    await rebuilds.start();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Shows the data and builds the API whenever something may have changed; each once at a time. */
class Rebuilds {
  readonly cwd: string;
  editor = '';
  readonly #watch: DataWatch;
  readonly #cache: string;
  #cleanCache = 0;
  #version = 0;
  /** When the first change was noticed that is not shown yet, and the first one for which no build has begun yet. */
  #changed: number | undefined;
  #unbuilt: number | undefined;
  #isShowing = false;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
  #isClosed = false;
  /** The data of the state that was told last. */
  #reading: DataReading | undefined;
  /** Why saves may go unnoticed, if they may. */
  #unwatched: Said | undefined;

  constructor(
    private readonly portal: Portal,
    private readonly options: BuildOptions & { readonly cwd: string },
    private readonly snapshots: Snapshots,
    private readonly server: PreviewServer,
    private readonly onRebuild: (rebuild: Rebuild) => void,
    /** The data as it is now; forgotten at each sign of a change. */
    private readonly current: CurrentData,
  ) {
    const { cwd, data = 'data', config = CONFIG } = options;
    this.cwd = cwd;
    this.#cache = join(snapshots.root, 'cache');
    this.#watch = new DataWatch(
      { data: resolve(cwd, data), config: resolve(cwd, config) },
      () => this.notice(),
      ({ message }) => {
        const text = sentence('saves may go unnoticed: {reason}', { reason: message });
        this.#unwatched = { en: say(text, 'en'), ru: say(text, 'ru') };
        this.#announce(undefined, this.#unwatched, performance.now());
      },
    );
  }

  /** Does the first build, and throws its errors; errors of later builds are only announced. */
  async start(): Promise<void> {
    const start = performance.now();
    await this.#watch.refresh();
    await this.#begin(async () => {
      const report = await this.#build();
      this.#reading = await this.current.read().catch(() => undefined);
      this.#announce(report, undefined, start);
    });
    this.#cleanCache = bytesOf(this.#cache);
  }

  /** Waits for a running build to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#work?.catch(() => {}); // the caller of #begin handles the error
    await this.#watch.close();
  }

  /** Reads and builds once more, as soon as no other build is under way. */
  notice(): void {
    this.current.forget();
    this.#version++;
    this.#changed ??= performance.now();
    this.#schedule();
  }

  /** Called when no form uses the cache. */
  rest(): void {
    if (!this.#work) this.#trimCache();
  }

  #schedule(): void {
    if (this.#isShowing || this.#isClosed || this.#changed === undefined) return;
    const wait = this.#changed + SETTLE_MS - performance.now();
    clearTimeout(this.#timer);
    // Node 24 warns of a negative delay.
    this.#timer = setTimeout(() => this.#show(), Math.max(0, wait));
  }

  /** Shows the data as it is, also while an earlier state of it is built, which takes several times as long. */
  async #show(): Promise<void> {
    const since = this.#changed ?? performance.now();
    this.#changed = undefined;
    this.#unbuilt ??= since;
    this.#isShowing = true;
    try {
      // New folders are watched first: what follows then includes files saved in them before they were watched.
      await this.#watch.refresh();
      const reading = await this.current.read();
      this.#reading = reading;
      if (this.#changed === undefined) this.#tell(reading.data.problems, undefined);
    } catch (error) {
      this.#unbuilt = undefined;
      if (this.#changed === undefined) this.#announce(undefined, inWords(error), since);
    }
    this.#isShowing = false;
    this.#schedule();
    this.#buildNext();
  }

  /** Whether a build would be of an old state, or of no use: what is shown next begins another one. */
  #isOver(): boolean {
    return this.#changed !== undefined || this.#isShowing || this.#isClosed;
  }

  #buildNext(): void {
    const since = this.#unbuilt;
    if (this.#work || this.#isOver() || since === undefined) return;
    this.#begin(() => this.#rebuild(since));
  }

  #begin(work: () => Promise<void>): Promise<void> {
    this.#work = work().finally(() => {
      this.#work = undefined;
      this.#buildNext();
    });
    return this.#work;
  }

  async #rebuild(since: number): Promise<void> {
    await this.server.quiet(() => this.#isOver());
    if (this.#isOver()) return;
    this.#unbuilt = undefined;
    let report: FindingsReport | undefined;
    let failure: Said | undefined;
    try {
      this.#trimCache();
      report = await this.#build();
    } catch (error) {
      failure = inWords(error);
    }
    // Errors of a file that is still being written are not worth showing: the next build follows.
    const isLast = this.#unbuilt === undefined && !this.#isOver();
    if (report?.ok || isLast) this.#announce(report, failure, since);
  }

  async #build(): Promise<FindingsReport> {
    const settings = { ...this.options, hosts: [], cache: this.#cache };
    // The settings file may have changed, too.
    const { audience, personal, extras, editor } = resolveSettings(settings, this.portal);
    return this.snapshots.build(async (out) => {
      const report = await build(this.portal, { ...settings, out });
      this.editor = editor;
      if (!report.ok) return report;
      this.server.isForEveryone = audience === 'public' && personal === 'withhold';
      this.server.show(extras);
      return report;
    });
  }

  #announce(report: FindingsReport | undefined, failure: Said | undefined, since: number): void {
    this.#tell(report?.problems ?? [], failure ?? this.#unwatched);
    this.onRebuild({ report, failure, ms: performance.now() - since });
  }

  #tell(problems: readonly PlacedFinding[], failure: Said | undefined): void {
    const isServed = this.snapshots.folder !== undefined;
    const { cwd, editor } = this;
    const [version, reading] = [this.#version, this.#reading];
    this.server.tell(stateOf({ version, cwd, editor, isServed, problems, failure, reading }));
  }

  // Every save, and every check of what somebody types, adds results to the cache, and those of earlier states stay there.
  #trimCache(): void {
    if (bytesOf(this.#cache) <= Math.max(CACHE_BYTES, 2 * this.#cleanCache)) return;
    discard(this.#cache);
  }
}

/** Why a build was not completed. */
const inWords = (error: unknown): Said => {
  return { en: explain(error)[0] ?? '', ru: explain(error, 'ru')[0] ?? '' };
};

function bytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => {
    return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}
