// Shows the data and builds the API whenever something may have changed.
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { explain } from '../problems/failure.js';
import type { Localized } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import type { FindingsReport } from '../problems/report.js';
import { say, sentence } from '../problems/say.js';
import { type BuildOptions, CONFIG } from '../snapshot/settings/index.js';
import type { CurrentData, DataReading } from './data/reading.js';
import type { Pages } from './pages.js';
import type { Snapshots } from './snapshots.js';
import { stateOf } from './state.js';
import { DataWatch } from './watch.js';

/** The result of a build. */
export interface Rebuild {
  /** Undefined if the build was not completed. */
  readonly report: FindingsReport | undefined;
  /** Why the build was not completed, or why files cannot be watched. */
  readonly failure: Localized | undefined;
  /** Milliseconds from the first sign of a change to the end of the build. */
  readonly ms: number;
}

/** How long to wait for the rest of a save: often it is two writes, a few milliseconds apart. */
const SETTLE_MS = 4;

/** Shows the data, then builds the API. Neither runs twice at the same time. */
export class Rebuilds {
  readonly #watch: DataWatch;
  #baseUrl = '';
  #version = 0;
  /** When the first change was noticed for which no build has begun yet. */
  #since: number | undefined;
  #isShowing = false;
  #build: Promise<void> | undefined;
  #isClosed = false;
  /** The data of the state that was sent last. */
  #reading: DataReading | undefined;
  /** Why some saves may not be noticed, if that is so. */
  #unwatched: Localized | undefined;

  constructor(
    private readonly options: BuildOptions & { readonly cwd: string },
    /** The present data. It is read again after each sign of a change. */
    private readonly current: CurrentData,
    private readonly snapshots: Snapshots,
    private readonly pages: Pages,
    private readonly onRebuild: (rebuild: Rebuild) => void,
  ) {
    const { cwd, data = 'data', config = CONFIG } = options;
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

  /** Does the first build, and throws its errors. Errors of later builds are only announced. */
  async start(baseUrl: string): Promise<void> {
    this.#baseUrl = baseUrl;
    const start = performance.now();
    await this.#watch.refresh();
    await this.#begin(async () => {
      const report = await this.#buildApi();
      this.#reading = await this.current.read().catch(() => undefined);
      this.#announce(report, undefined, start);
    });
  }

  /** Waits for a running build to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#build?.catch(() => {}); // the caller of #begin handles the error
    await this.#watch.close();
  }

  /** Something may have changed. */
  notice(): void {
    this.current.forget();
    this.#version++;
    this.#since ??= performance.now();
    if (!this.#isShowing) this.#show();
  }

  /** Called after a request was answered. */
  rest(): void {
    if (!this.#build && this.pages.areServed) this.snapshots.trimCache();
  }

  /** Shows the present data, even while an earlier state is being built, which takes several times as long. */
  async #show(): Promise<void> {
    this.#isShowing = true;
    let shown: number;
    do {
      await setTimeout(SETTLE_MS);
      shown = this.#version;
      await this.#showNow(() => shown === this.#version);
    } while (shown !== this.#version && !this.#isClosed);
    this.#isShowing = false;
    this.#buildNext();
  }

  async #showNow(isNewest: () => boolean): Promise<void> {
    try {
      // New folders are watched before the data is read, so that files which were saved in them earlier are read.
      await this.#watch.refresh();
      this.#reading = await this.current.read();
      if (isNewest()) this.#tell(this.#reading.data.problems, undefined);
    } catch (error) {
      if (!isNewest()) return;
      this.#announce(undefined, inWords(error), this.#since ?? performance.now());
      this.#since = undefined;
    }
  }

  /**
   * Whether a build would be useless, because its state is old or the preview is closing. If necessary, another build
   * follows.
   */
  #isOver(): boolean {
    return this.#isShowing || this.#isClosed;
  }

  #buildNext(): void {
    if (this.#build || this.#isOver() || this.#since === undefined) return;
    this.#begin(() => this.#rebuild());
  }

  #begin(work: () => Promise<void>): Promise<void> {
    this.#build = work().finally(() => {
      this.#build = undefined;
      this.#buildNext();
    });
    return this.#build;
  }

  async #rebuild(): Promise<void> {
    await this.pages.quiet(() => this.#isOver());
    if (this.#isOver()) return;
    const [since = performance.now(), version] = [this.#since, this.#version];
    this.#since = undefined;
    let report: FindingsReport | undefined;
    let failure: Localized | undefined;
    try {
      if (this.pages.areServed) this.snapshots.trimCache();
      report = await this.#buildApi();
    } catch (error) {
      failure = inWords(error);
    }
    // Errors of a file that is still being written are not worth showing, because another build follows.
    if (report?.ok || version === this.#version) this.#announce(report, failure, since);
  }

  #buildApi(): Promise<FindingsReport> {
    return this.snapshots.build({ ...this.options, baseUrl: this.#baseUrl });
  }

  #announce(
    report: FindingsReport | undefined,
    failure: Localized | undefined,
    since: number,
  ): void {
    this.#tell(report?.problems ?? [], failure ?? this.#unwatched);
    this.onRebuild({ report, failure, ms: performance.now() - since });
  }

  #tell(problems: readonly PlacedFinding[], failure: Localized | undefined): void {
    const isServed = this.snapshots.served !== undefined;
    const [version, reading, { cwd }] = [this.#version, this.#reading, this.options];
    const editor = reading?.settings.editor ?? '';
    this.pages.tell(stateOf({ version, cwd, editor, isServed, problems, failure, reading }));
  }
}

/** Why a build was not completed. */
const inWords = (error: unknown): Localized => {
  return { en: explain(error)[0] ?? '', ru: explain(error, 'ru')[0] ?? '' };
};
