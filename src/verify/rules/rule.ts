// A rule: what a deployment must do, with a name that stays.
import type { Ability } from '../../hosts/host.js';
import type { Mend } from '../hints.js';
import type { Verdict } from '../verdict.js';
import type { Survey } from '../walk/survey.js';

export interface Rule {
  /** Stable, in kebab case. */
  readonly name: string;
  /** What it wants, in a sentence. */
  readonly wants: string;
  /** The ability of a host that it proves; none for what every deployment must keep. */
  readonly ability?: Ability;
  /** It makes sense of files alone. */
  readonly files?: true;
  /** Which flag mends it; if none, hosts of the ability may. */
  readonly mend?: Mend;
  /** Tells the verdict of each thing that it looks at; one that looks at nothing does not apply. */
  readonly check: (survey: Survey, verdict: Verdict) => void | Promise<void>;
}

/** So many at once keep a client busy; what each of more holds meanwhile would only take memory. */
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
