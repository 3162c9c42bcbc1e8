// What a verification found, as values.

import type { Ability } from '../../hosts/host.js';
import type { Meter } from '../http/client.js';
import type { VerifyRuleName } from './rules.js';

/** One thing that is not as a rule wants it. Its texts may come from the deployment: they are not safe to print. */
export interface Failure {
  /** The address, or the file, that is wrong. */
  readonly address: string;
  readonly wanted: string;
  readonly found: string;
}

/**
 * `not-applicable`: there was nothing to check. `not-declared`: the rule is about an ability that none
 * of the named hosts declares; this does not make the verification fail. `unfinished`: there was no
 * time left for the rule, which makes the verification fail.
 */
export type Result = 'pass' | 'fail' | 'unfinished' | 'not-applicable' | 'not-declared';

/** Whether a result makes the verification fail. */
export const isFault = ({ result }: Pick<RuleResult, 'result'>): boolean =>
  result === 'fail' || result === 'unfinished';

/** The result of one rule. */
export interface RuleResult {
  readonly name: VerifyRuleName;
  /** What the rule wants, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that the rule proves; null for a rule that every deployment must keep. */
  readonly ability: Ability | null;
  readonly result: Result;
  readonly checks: number;
  readonly failed: number;
  /** The first failures. */
  readonly failures: readonly Failure[];
  /** How to correct the failure; null where there is no advice. */
  readonly hint: string | null;
}

/** How many files were asked for, and what was requested (nothing of a folder). */
export interface VerifySummary extends Readonly<Omit<Meter, 'meet'>> {
  /** The files that snapshot.json names. */
  readonly files: number;
  /** Those that were asked for. */
  readonly requested: number;
}

export interface VerifyReport {
  /** Whether something could be checked, and no rule fails. */
  readonly ok: boolean;
  /** The base URL, or the folder as it was named. */
  readonly target: string;
  /** The id of its snapshot; null where snapshot.json cannot be read. */
  readonly snapshot: string | null;
  /** The named hosts: an ability is wanted if one of them declares it; if none is named, every ability is wanted. */
  readonly hosts: readonly string[];
  /** The time limit of the whole run, in seconds. */
  readonly deadline: number;
  readonly rules: readonly RuleResult[];
  readonly summary: VerifySummary;
}
