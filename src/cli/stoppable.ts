// Lets work stop at a safe point after a signal. If the work is not completed then, the signal ends the process.
import { hearSignals } from '../files/disk/temporary.js';
import { HAS_ERRORS } from './status.js';

/** The signals with which a user ends a command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. If `work` throws after a signal, the process sends the signal to itself again, and so ends. */
export async function stoppable(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals) => stopping.abort(signal);
  const leave = () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    leave();
    process.kill(process.pid, stopping.signal.reason as NodeJS.Signals);
    await hearSignals(); // other listeners remove their folders first
    return HAS_ERRORS;
  } finally {
    leave();
  }
}
