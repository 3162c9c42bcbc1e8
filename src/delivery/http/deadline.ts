// The time limit of a whole run: work that is not done by then is abandoned.
import { UsageError } from '../../problems/problem.js';

export class Deadline {
  /** Aborted when there is no more time. */
  readonly signal: AbortSignal;
  readonly #reached: Promise<undefined>;

  /** `signal`: ends it earlier. */
  constructor(
    readonly seconds: number,
    signal?: AbortSignal,
  ) {
    if (!(seconds > 0 && seconds <= MOST)) {
      throw new UsageError(`a deadline is a number of seconds, at most ${MOST}`);
    }
    const over = new AbortController();
    this.signal = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
    this.#reached = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined));
    });
    // It keeps no process alive: what is under way does.
    setTimeout(() => over.abort(), seconds * 1000).unref();
  }

  /** The result of some work; undefined if the time is over before it is done. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.signal.aborted) return undefined;
    const working = work();
    working.catch(() => {}); // it may fail when nobody waits for it any more
    const result = await Promise.race([working, this.#reached]);
    // Work that the signal cut short may give a result that is incomplete.
    return this.signal.aborted ? undefined : result;
  }
}

/** A day. */
const MOST = 86_400;
