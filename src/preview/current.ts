// The present data, and the API of it. Both have the version of the files from which they are made. If the files have
// changed since, they are made again when somebody asks for them. So no answer is older than the request for it.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSettings, PortalData } from '../editing/workspace/portal-data.js';
import type { Plan } from '../engine/plan.js';
import type { Localized } from '../problems/messages/catalogue.js';
import { refusalOf } from '../problems/problem.js';
import type { FindingsReport } from '../problems/report.js';
import { type BuildOptions, CONFIG } from '../snapshot/settings/index.js';
import { DataReading } from './data/reading.js';
import type { Failures } from './failures.js';
import type { Pages } from './pages.js';
import type { Snapshots } from './snapshots.js';
import { stateOf } from './state.js';
import { FileWatch } from './watch.js';

/** The result of a build. */
export interface Rebuild {
  readonly report: FindingsReport;
  /** How many milliseconds the build took. */
  readonly ms: number;
}

/** The parts of the preview that {@link Current} uses. */
interface Parts {
  readonly plan: Plan;
  /** Returns the present settings for reading the data, because the settings file may change, too. */
  readonly settings: () => Promise<DataSettings>;
  /** The files of code in which the portal is declared. */
  readonly code: readonly string[];
  readonly snapshots: Snapshots;
  readonly pages: Pages;
  readonly failures: Failures;
}

/**
 * How many milliseconds to wait after a change. Two writes of a file may get the same time and so the same stamp, if
 * they are not further apart than this. The wait ensures that both were made before the file is read.
 */
const SETTLE_MS = 10;
/** If reading fails because files change, it is tried again, with waits that double up to this many milliseconds. */
const LONGEST_WAIT_MS = 320;
/** While a page is open, the API is built ahead of requests only if no page has asked anything for this long. */
const REST_MS = 1000;

/** Something that is made from the files, once for each version of them. */
class Made<T> {
  #last: { readonly version: number; readonly made: Promise<T> } | undefined;
  #next: Promise<T> | undefined;

  constructor(
    private readonly version: () => number,
    private readonly make: () => Promise<T>,
  ) {}

  /** What is made from the present version or a later one. Rejects if that fails; then the next call tries again. */
  get(): Promise<T> {
    if (this.#last?.version === this.version()) return this.#last.made;
    this.#next ??= this.#begin();
    return this.#next;
  }

  /** Makes the next {@link get} make it again, even if the files have not changed. */
  forget(): void {
    this.#last = undefined;
  }

  /** Waits until nothing is being made. */
  async idle(): Promise<void> {
    await (this.#next ?? this.#last?.made)?.catch(() => {});
  }

  /** Waits until the last one is made, so that two are never made at the same time. */
  async #begin(): Promise<T> {
    await this.#last?.made.catch(() => {});
    this.#next = undefined;
    const own = { version: this.version(), made: this.make() };
    this.#last = own;
    own.made.catch(() => {
      if (this.#last === own) this.forget();
    });
    return own.made;
  }
}

export class Current {
  #version = 0;
  readonly #reading = new Made(
    () => this.#version,
    () => this.#readNow(),
  );
  readonly #build = new Made(
    () => this.#version,
    () => this.#buildNow(),
  );
  readonly #watch: FileWatch;
  #ahead: NodeJS.Timeout | undefined;
  /** How many requests of pages are being answered at present. */
  #running = 0;
  #isClosed = false;

  /** `onRebuild`: called after a build, unless it found errors and the files have changed again meanwhile. */
  constructor(
    private readonly parts: Parts,
    private readonly options: BuildOptions & { readonly cwd: string },
    private readonly onRebuild: (rebuild: Rebuild) => void,
  ) {
    const { cwd, data = 'data', config = CONFIG } = options;
    const others = [resolve(cwd, config), ...parts.code];
    this.#watch = new FileWatch(resolve(cwd, data), others, () => this.#notice());
  }

  /** Stops watching the files, and waits for a running build to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.end();
    clearTimeout(this.#ahead);
    await Promise.all([this.#reading.idle(), this.#build.idle()]);
  }

  /** The present data, which may have errors. */
  read(): Promise<DataReading> {
    return this.#reading.get();
  }

  /**
   * Builds the API if the files have changed since the last build. Returns undefined or, if the API that is served is
   * not that of the present data, the reason.
   */
  async api(): Promise<string | undefined> {
    this.#watch.look();
    if (this.parts.snapshots.areGone()) this.#build.forget(); // somebody has cleaned the temporary folder
    try {
      return (await this.#build.get()).ok ? undefined : 'the data has errors.';
    } catch (error) {
      return this.parts.failures.tell(error).en;
    }
  }

  /**
   * Answers a request of a page. `mayRepeat`: whether `work` changes no file, so that it may run again if it fails
   * because somebody else changes files meanwhile.
   */
  async answer<T>(work: () => Promise<T>, mayRepeat: boolean): Promise<T> {
    this.#watch.look();
    try {
      return await this.#using(() => (mayRepeat ? this.#whole(work) : work()));
    } finally {
      if (!mayRepeat) this.#watch.look(); // shows the change at once
      this.#ahead?.refresh();
    }
  }

  /** Runs `work`, which uses the cache. Afterwards, removes the cache if it has grown too much and nothing uses it. */
  async #using<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.parts.snapshots.trimCache();
    }
  }

  /** Runs `work`, and again if it fails and files have changed meanwhile: it has then read a part of a change. */
  async #whole<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = SETTLE_MS; ; wait *= 2) {
      const version = this.#version;
      try {
        return await work();
      } catch (error) {
        this.#watch.look();
        const isTorn = version !== this.#version || refusalOf(error, 'changed') !== undefined;
        if (!isTorn || wait > LONGEST_WAIT_MS || this.#isClosed) throw error;
        await sleep(wait);
      }
    }
  }

  /** Called when files have changed. Shows the data, and then builds the API ahead of requests. */
  #notice(): void {
    this.#version++;
    clearTimeout(this.#ahead);
    const version = this.#version;
    this.#tell().then(() => {
      if (version !== this.#version || this.#isClosed) return;
      this.#ahead = setTimeout(() => void this.api(), this.parts.pages.areOpen ? REST_MS : 0);
    });
  }

  async #readNow(): Promise<DataReading> {
    await sleep(SETTLE_MS);
    return this.#using(() =>
      this.#whole(async () => {
        const { plan } = this.parts;
        const settings = await this.parts.settings();
        return new DataReading(plan, settings, await PortalData.read(plan, settings));
      }),
    );
  }

  async #buildNow(): Promise<FindingsReport> {
    await this.read().catch(() => {}); // what it compiles is in the cache, and building fails with the same error
    const [version, start] = [this.#version, performance.now()];
    const build = () => this.parts.snapshots.build(this.options);
    try {
      const report = await this.#using(() => this.#whole(build));
      const ms = performance.now() - start;
      if (report.ok || version === this.#version) {
        await this.#tell(report);
        this.parts.failures.end();
        this.onRebuild({ report, ms });
      }
      return report;
    } catch (error) {
      await this.#tell(undefined, this.parts.failures.tell(error));
      throw error;
    }
  }

  /** Sends the state of the data to the pages, unless the files have changed again meanwhile. */
  async #tell(report?: FindingsReport, cause?: Localized): Promise<void> {
    const { snapshots, pages, failures } = this.parts;
    const { cwd } = this.options;
    const version = this.#version;
    try {
      let failure = cause;
      const reading = await this.read().catch((error: unknown) => {
        failure ??= failures.tell(error);
        return undefined;
      });
      if (version !== this.#version) return;
      const problems = report?.problems ?? reading?.data.problems ?? [];
      const isServed = snapshots.served !== undefined;
      const startedWith = this.options;
      pages.tell(stateOf({ version, cwd, startedWith, isServed, problems, failure, reading }));
    } catch (error) {
      failures.tell(error);
    }
  }
}
