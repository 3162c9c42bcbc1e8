// The time limit of a whole run. Work that is not finished by then is abandoned.
import { UsageError } from '../../problems/problem.js';

export class Deadline {
  /** Aborted when the time is over, or by the caller's signal. */
  readonly signal: AbortSignal;
  readonly #reached: Promise<undefined>;

  /** `signal`: ends the run before its time is over. */
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
    // The timer must not keep the process alive.
    setTimeout(() => over.abort(), seconds * 1000).unref();
  }

  /** Returns the result of some work, or undefined if the time ends first. */
  async within<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.signal.aborted) return undefined;
    const working = work();
    working.catch(() => {}); // it may fail when nobody awaits it any more
    const result = await Promise.race([working, this.#reached]);
    // Work that was aborted may return an incomplete result.
    return this.signal.aborted ? undefined : result;
  }
}

/** The longest deadline in seconds: a day. */
const MOST = 86_400;
