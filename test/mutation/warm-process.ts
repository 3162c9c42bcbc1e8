// One process runs the tests of one mutant after another, since to load the code takes longer than most tests. Stryker turns a
// mutant on and off while the code is loaded; for one that counts while it is loaded (`static`) each-mutant.ts loads it again.
import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolWorker,
  type WorkerRequest,
} from 'vitest/node';

interface Answer {
  readonly type?: string;
  readonly error?: unknown;
}
type Listener = (arg: Answer) => void;

declare module 'vitest' {
  /** What Stryker's runner tells the tests. */
  interface ProvidedContext {
    readonly mode: 'dry-run' | 'mutant';
    readonly mutantActivation: 'static' | 'runtime' | undefined;
    readonly activeMutant: string | undefined;
  }
}

/** Code that was loaded stays in memory when it is loaded again: a process that had so many mutants is slow. */
const MOST_MUTANTS = 100;

/** A process that waits for the next mutant. */
let waiting: ForksPoolWorker | undefined;
/** How many mutants the last process had. */
let mutants = 0;

class WarmProcess implements PoolWorker {
  readonly name = 'warm';
  readonly cacheFs = true;
  readonly #listeners: [event: string, listener: Listener][] = [];
  readonly #isAlone: boolean;
  #process: ForksPoolWorker;
  #isWarm = false;
  #isWhole = false;
  #config: unknown;

  constructor(options: PoolOptions) {
    this.#isAlone = options.project.getProvidedContext().mode !== 'mutant';
    this.#process = new ForksPoolWorker(options);
  }

  async start(): Promise<void> {
    if (waiting && !this.#isAlone) {
      [this.#process, waiting, this.#isWarm] = [waiting, undefined, true];
    } else {
      mutants = 0;
      await this.#process.start();
    }
    mutants++;
    this.on('message', ({ type, error }) => {
      if (type === 'testfileFinished') this.#isWhole = error === undefined;
    });
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#process.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#process.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start' && this.#isWarm) {
      this.#config = message.context.config;
      this.#answer('started');
    } else if (message.type === 'run' && this.#isWarm) {
      const context = { ...message.context, config: this.#config };
      this.#process.send({ ...message, context });
    } else if (message.type === 'stop' && this.#canGoOn) this.#answer('stopped');
    else this.#process.send(message);
  }

  async stop(): Promise<void> {
    if (!this.#canGoOn) return this.#process.stop();
    for (const [event, listener] of this.#listeners.splice(0)) this.off(event, listener);
    waiting = this.#process;
  }

  deserialize = (data: unknown): unknown => data;

  get #canGoOn(): boolean {
    const isOld = mutants >= MOST_MUTANTS;
    return this.#isWhole && !this.#isAlone && !isOld && waiting === undefined;
  }

  #answer(type: string): void {
    setImmediate(() => {
      for (const [event, listener] of this.#listeners) {
        if (event === 'message') listener({ __vitest_worker_response__: true, type } as Answer);
      }
    });
  }
}

export const warm = {
  name: 'warm',
  createPoolWorker: (options: PoolOptions): PoolWorker => new WarmProcess(options),
};
