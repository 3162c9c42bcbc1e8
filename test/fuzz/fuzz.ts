// Lives through random sequences until time is up, or one shows a fault.
import fc from 'fast-check';
import { type Step, sequences } from './sequence.js';
import { Counts, live } from './workplace.js';

/** Milliseconds for what a seed gives, or for the search of the shortest sequence with the same fault. */
const LONGEST = 10 * 60_000;

/** How to look. */
export interface FuzzOptions {
  /** What the first seed gives is looked at in any case. */
  readonly seconds: number;
  readonly seed: number;
  /** How many sequences a seed gives. */
  readonly runs?: number;
  /** Is called with each seed and step before it is done, so that whoever looks on knows where a hang is. */
  readonly told?: (seed: number, step?: Step) => void;
  /** Lives through a sequence; throws what it finds wrong. */
  readonly lived?: typeof live;
}

/** What a fuzzer found. */
export interface Found {
  readonly counts: Counts;
  /** The last seed; with a fault, the one that shows it. */
  readonly seed: number;
  /** What fast-check says of the fault. */
  readonly fault?: string;
}

/** Looks at what seeds give, from one on. */
export async function fuzz({
  seconds,
  seed,
  runs = 10,
  told = () => {},
  lived = live,
}: FuzzOptions): Promise<Found> {
  const counts = new Counts();
  const end = performance.now() + seconds * 1000;
  for (let now = seed; ; now++) {
    told(now);
    // What runs when fast-check gives up looking for a shorter sequence has to end before anything else begins.
    let last: Promise<void> = Promise.resolve();
    const property = fc.asyncProperty(sequences, (sequence) => {
      if (now !== seed && performance.now() > end) return Promise.resolve();
      last = lived(sequence, counts, (step) => told(now, step));
      return last;
    });
    const limits = { numRuns: runs, interruptAfterTimeLimit: LONGEST };
    const out = await fc.check(property, { seed: now, ...limits });
    await last.catch(() => {});
    if (out.failed && out.counterexample) {
      return { counts, seed: now, fault: `${fc.defaultReportMessage(out)}\n${out.errorInstance}` };
    }
    if (performance.now() > end) return { counts, seed: now };
  }
}
