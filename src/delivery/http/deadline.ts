// The time limit of a whole run of `mirror` or `verify`.
import { UsageError } from '../../problems/problem.js';

/** The longest limit in seconds: a day. */
const MOST = 86_400;

/** Returns a signal that is aborted after `seconds`, or when the given signal is aborted. */
export function deadline(seconds: number, signal?: AbortSignal): AbortSignal {
  if (!(seconds > 0 && seconds <= MOST)) {
    throw new UsageError(`a deadline is a number of seconds, at most ${MOST}`);
  }
  const over = new AbortController();
  // The timer must not keep the process alive.
  setTimeout(() => over.abort(), seconds * 1000).unref();
  return signal ? AbortSignal.any([over.signal, signal]) : over.signal;
}
