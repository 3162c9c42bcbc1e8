// A rule: something that a deployment must do, under a stable name.
import type { Ability } from '../../../hosts/host.js';
import type { Correction } from '../hints.js';
import type { Verdict } from '../verdict.js';
import type { Survey } from '../walk/survey.js';

export interface Rule {
  /** Stable, in kebab case. */
  readonly name: string;
  /** What it wants, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that it proves; none for a rule that every deployment must keep. */
  readonly ability?: Ability;
  /** It also applies to a folder, which has files alone. */
  readonly files?: true;
  /** Finds the flag that corrects a failure; failing that, the hint names hosts with the ability. */
  readonly correction?: Correction;
  /** Reports each check to the verdict; a rule that checks nothing is not applicable. */
  readonly check: (survey: Survey, verdict: Verdict) => void | Promise<void>;
}

/** Enough to keep a client busy; more would only take memory. */
const AT_ONCE = 8;

/** Does the same for each of many, some at once. */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
