// A rule: something that a deployment must do, under a stable name.
import { atOnce } from '../../../files/at-once.js';
import type { Ability } from '../../../hosts/host.js';
import type { JsonObject } from '../../../model/fields.js';
import { quote } from '../../../problems/quote.js';
import { type Answer, shownStatus } from '../../http/answer.js';
import { objectIn, parsedBody } from '../../http/list-body.js';
import type { Verdict } from '../verdict.js';
import type { DeploymentSurvey } from '../walk/survey.js';

export interface VerifyRule {
  /** Stable, in kebab case. */
  readonly name: string;
  /** What the rule wants, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that the rule proves; none for a rule that every deployment must keep. */
  readonly ability?: Ability;
  /** The rule also applies to a folder, which has only files. */
  readonly files?: true;
  /** The rule fails if links begin with another base URL. */
  readonly isOfLinks?: true;
  /** Reports each check to the verdict; a rule that checks nothing is not applicable. */
  readonly check: (survey: DeploymentSurvey, verdict: Verdict) => void | Promise<void>;
}

/** How many items a rule works on at once: enough to keep the client busy; more would only take memory. */
const AT_ONCE = 8;

/** Does the work for each item, for some of them at once. */
export const forEach = <T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> =>
  atOnce([...items], work, AT_ONCE);

/** The object in an answer's body; if there is none, counts a failure and returns undefined. */
export function expectObject(verdict: Verdict, answer: Answer): JsonObject | undefined {
  const value = objectIn(answer);
  if (value) return value;
  const read = parsedBody(answer);
  const said = 'fault' in read ? read.fault : quote(read.value);
  const found = answer.status === 200 ? said : shownStatus(answer);
  verdict.expect(false, answer.url, 'status 200 and an object', found);
  return undefined;
}
