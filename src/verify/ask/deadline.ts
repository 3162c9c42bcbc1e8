// The time for a whole run: what is still at work when it is over is left.
import { UsageError } from '../../problems/problem.js';

export class Deadline {
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #reached: Promise<undefined>;

  constructor(readonly seconds: number) {
    if (!(seconds > 0 && seconds <= MOST)) {
      throw new UsageError(`a deadline is a number of seconds, at most ${MOST}`);
    }
    this.#reached = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined));
    });
    this.#timer = setTimeout(() => this.#over.abort(), seconds * 1000);
  }

  /** Tells when there is no more time. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** What work comes to; undefined if there is no time for it. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.isOver) return undefined;
    const working = work();
    working.catch(() => {}); // it may fail when nobody waits for it any more
    const result = await Promise.race([working, this.#reached]);
    // What was told that no time is left came to nothing.
    return this.isOver ? undefined : result;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

/** A day. */
const MOST = 86_400;
