// When data or settings may have changed, shows the data again and builds the API again.
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { explain } from '../problems/failure.js';
import type { Localized } from '../problems/messages/catalogue.js';
import type { FindingsReport } from '../problems/report.js';
import { type BuildOptions, CONFIG } from '../snapshot/settings/index.js';
import type { CurrentData, DataReading } from './data/reading.js';
import type { Pages } from './pages.js';
import type { Snapshots } from './snapshots.js';
import { stateOf } from './state.js';
import { FileWatch } from './watch.js';

/** The result of a build. */
export interface Rebuild {
  /** Undefined if the build was not completed. */
  readonly report: FindingsReport | undefined;
  /** Why the build was not completed. */
  readonly failure: Localized | undefined;
  /** How many milliseconds passed from the first sign of a change to the end of the build. */
  readonly ms: number;
}

/** How many milliseconds to wait for the rest of a save, because many programs write a file in two steps. */
const SETTLE_MS = 4;

/** Runs `work`, but never twice at the same time. If `ask` is called while it runs, it runs once more afterwards. */
class Repeated {
  running: Promise<void> | undefined;
  #isAsked = false;

  constructor(private readonly work: () => Promise<void>) {}

  ask(): Promise<void> {
    this.#isAsked = true;
    this.running ??= this.#run();
    return this.running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.work();
      }
    } finally {
      this.running = undefined;
    }
  }
}

/** Shows the data, then builds the API. Showing is faster than building, so new data is shown even during a build. */
export class Rebuilds {
  readonly #show = new Repeated(() => this.#showNow());
  readonly #build = new Repeated(() => this.#buildNow());
  #baseUrl = '';
  #version = 0;
  /** When a change was first noticed after the last build began; undefined if there was none. */
  #since: number | undefined;
  #isClosed = false;
  readonly #watch: FileWatch;

  constructor(
    private readonly options: BuildOptions & { readonly cwd: string },
    private readonly current: CurrentData,
    private readonly snapshots: Snapshots,
    private readonly pages: Pages,
    private readonly onRebuild: (rebuild: Rebuild) => void,
  ) {
    const { cwd, data = 'data', config = CONFIG } = options;
    this.#watch = new FileWatch(resolve(cwd, data), resolve(cwd, config), () => this.notice());
  }

  /** Makes the first build, and throws if it cannot be completed. Errors in the data are shown on the page. */
  async start(baseUrl: string): Promise<void> {
    this.#baseUrl = baseUrl;
    this.#since = performance.now();
    await this.#build.ask();
  }

  /** Stops watching the files, and waits for a running build to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.end();
    await Promise.allSettled([this.#show.running, this.#build.running]);
  }

  /** Shows the data and builds the API again. Called when something may have changed. */
  notice(): void {
    this.current.forget();
    this.#version++;
    this.#since ??= performance.now();
    this.#show.ask().then(() => this.#build.ask());
  }

  /** Looks for changed files now. Called before answers to the page, so that they have the present data. */
  look(): void {
    this.#watch.look();
  }

  /** Removes the cache if it has grown too much, and no build or answer uses it. Called after answers to the page. */
  rest(): void {
    if (!this.#build.running && this.pages.areServed) this.snapshots.trimCache();
  }

  async #showNow(): Promise<void> {
    await setTimeout(SETTLE_MS);
    await this.#tell();
  }

  async #buildNow(): Promise<void> {
    // Whether this build need not begin: the data has changed again, or the preview is closing.
    const isOver = () => this.#show.running !== undefined || this.#isClosed;
    await this.pages.quiet(isOver);
    if (isOver() || this.#since === undefined) return;
    const [since, version] = [this.#since, this.#version];
    this.#since = undefined;
    let report: FindingsReport | undefined;
    let failure: Localized | undefined;
    try {
      report = await this.snapshots.build({ ...this.options, baseUrl: this.#baseUrl });
    } catch (error) {
      if (version === 0) throw error;
      failure = inWords(error);
    }
    // Errors are not shown if the data has changed during the build: another build follows, and a file may have been
    // half written.
    if (!report?.ok && version !== this.#version) return;
    await this.#tell(report, failure);
    this.onRebuild({ report, failure, ms: performance.now() - since });
  }

  /** Sends the state of the data to the pages, unless the data has changed again meanwhile. */
  async #tell(report?: FindingsReport, cause?: Localized): Promise<void> {
    const { current, options, snapshots } = this;
    const version = this.#version;
    let reading: DataReading | undefined;
    let failure = cause;
    try {
      reading = await current.read();
    } catch (error) {
      failure ??= inWords(error);
    }
    if (version !== this.#version) return;
    const problems = report?.problems ?? reading?.data.problems ?? [];
    const isServed = snapshots.served !== undefined;
    this.pages.tell(stateOf({ version, cwd: options.cwd, isServed, problems, failure, reading }));
  }
}

/** The message of an error in both languages. */
const inWords = (error: unknown): Localized => {
  return { en: explain(error)[0] ?? '', ru: explain(error, 'ru')[0] ?? '' };
};
