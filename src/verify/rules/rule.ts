// A rule: what a deployment must do, with a name that stays.
import type { Ability } from '../../hosts/host.js';
import type { Survey } from '../survey.js';
import type { Verdict } from '../verdict.js';

export interface Rule {
  /** Stable, in kebab case. */
  readonly name: string;
  /** What it wants, in a sentence. */
  readonly wants: string;
  /** The ability of a host that it proves; none for what every deployment must keep. */
  readonly ability?: Ability;
  /** It makes sense of files alone. */
  readonly files?: true;
  /** Tells the verdict of each thing that it looks at; one that looks at nothing does not apply. */
  readonly check: (survey: Survey, verdict: Verdict) => void | Promise<void>;
}

/** Does the same for each of many, as many at once as the client allows. */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  await Promise.all([...items].map(work));
}
