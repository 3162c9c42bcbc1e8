// The result of a verification, as data.

import type { Ability } from '../../hosts/host.js';
import type { Meter } from '../http/client.js';
import type { VerifyRuleName } from './rules.js';

/** A check that failed. Its texts may come from the server, so they must be escaped before they are printed. */
export interface Failure {
  /** The address, or the file, that is wrong. */
  readonly address: string;
  readonly wanted: string;
  readonly found: string;
}

/**
 * `not-applicable`: there was nothing to check. `not-declared`: none of the named hosts can do this, which is not a
 * failure. `unfinished`: the time was over, which is a failure.
 */
export type Result = 'pass' | 'fail' | 'unfinished' | 'not-applicable' | 'not-declared';

/** Whether a result makes the verification fail. */
export const isFault = ({ result }: Pick<RuleResult, 'result'>): boolean =>
  result === 'fail' || result === 'unfinished';

export interface RuleResult {
  readonly name: VerifyRuleName;
  /** What the rule requires, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that the rule checks; null if every deployment must pass the rule. */
  readonly ability: Ability | null;
  readonly result: Result;
  readonly checks: number;
  readonly failed: number;
  /** At most 20 of the failures. */
  readonly failures: readonly Failure[];
  /** What to do about the failure; null if there is no advice. */
  readonly hint: string | null;
}

/** How many files were checked, and how much was requested. */
export interface VerifySummary extends Readonly<Meter> {
  /** The number of files that snapshot.json names. */
  readonly files: number;
  /** The number of files that were chosen for requests. */
  readonly requested: number;
  /** The number of files that were also requested in other ways, such as with HEAD; 0 for a folder. */
  readonly sampled: number;
}

export interface VerifyReport {
  /** Whether at least one rule was checked, and none failed or was unfinished. */
  readonly ok: boolean;
  /** The base URL, or the folder as it was given. */
  readonly target: string;
  /** The id of the snapshot; null if snapshot.json cannot be used. */
  readonly snapshot: string | null;
  /** The hosts that were named. If there are any, abilities that none of them has are not required. */
  readonly hosts: readonly string[];
  /** The time limit of the whole run, in seconds. */
  readonly deadline: number;
  readonly rules: readonly RuleResult[];
  readonly summary: VerifySummary;
}
