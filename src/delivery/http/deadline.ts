// The time limit of a whole run: work that is not done by then is abandoned.
import { UsageError } from '../../problems/problem.js';

export class Deadline {
  readonly #over = new AbortController();
  /** Aborted when there is no more time. */
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #reached: Promise<undefined>;

  /** `signal`: ends it earlier. */
  constructor(
    readonly seconds: number,
    signal?: AbortSignal,
  ) {
    if (!(seconds > 0 && seconds <= MOST)) {
      throw new UsageError(`a deadline is a number of seconds, at most ${MOST}`);
    }
    this.signal = signal ? AbortSignal.any([this.#over.signal, signal]) : this.#over.signal;
    this.#reached = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined));
    });
    this.#timer = setTimeout(() => this.#over.abort(), seconds * 1000);
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** The result of some work; undefined if the time is over before it is done. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.isOver) return undefined;
    const working = work();
    working.catch(() => {}); // it may fail when nobody waits for it any more
    const result = await Promise.race([working, this.#reached]);
    // Work that the signal cut short may give a result that is incomplete.
    return this.isOver ? undefined : result;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

/** A day. */
const MOST = 86_400;
