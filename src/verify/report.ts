// What a verification found, as values.
import type { Ability } from '../hosts/host.js';

/** One thing that is not as a rule wants it. Texts of the deployment are shown as they came. */
export interface Failure {
  /** The address (or the file) at fault. */
  readonly address: string;
  readonly wanted: string;
  readonly found: string;
}

/**
 * `not-applicable`: there was nothing to check. `not-declared`: it is about an ability that none of
 * the named hosts declares; it does not make the verification fail. `unfinished`: there was no time left
 * for it; it does.
 */
export type Result = 'pass' | 'fail' | 'unfinished' | 'not-applicable' | 'not-declared';

/** Whether a result makes the verification fail. */
export const isFault = ({ result }: Pick<RuleResult, 'result'>): boolean =>
  result === 'fail' || result === 'unfinished';

/** A line of the matrix of rule by result. */
export interface RuleResult {
  readonly name: string;
  /** What the rule wants, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that it proves; null for what every deployment must keep. */
  readonly ability: Ability | null;
  readonly result: Result;
  /** Of `not-declared`: whether it holds all the same; null where nothing was checked. */
  readonly holds: boolean | null;
  readonly checks: number;
  readonly failed: number;
  /** The first of what failed. */
  readonly failures: readonly Failure[];
  /** What mends a rule that fails, where a flag does; null where nobody knows. */
  readonly hint: string | null;
  /** What is worth knowing, and no failure. */
  readonly notes: readonly string[];
  readonly ms: number;
}

export interface VerifySummary {
  /** Of each list, by its name. */
  readonly lists: Readonly<Record<string, { readonly pages: number; readonly records: number }>>;
  readonly requests: number;
  readonly retries: number;
  /** Of bodies, as they came over the wire. */
  readonly bytes: number;
  /** Milliseconds from a request to the end of its answer; null when nothing was asked. */
  readonly times: Range | null;
  /** Bytes of the answers to GET with status 200; null when there was none. */
  readonly sizes: Range | null;
  /** Such as `HTTP/1.1`; null for a folder. */
  readonly protocol: string | null;
  /** What the deployment calls itself. */
  readonly server: string | null;
}

export interface Range {
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** The address of the most. */
  readonly address: string;
}

export interface VerifyReport {
  /** Whether something could be checked, and no rule fails. */
  readonly ok: boolean;
  /** The base URL, or the folder as it was named. */
  readonly target: string;
  /** The hosts whose declared abilities count; empty: every ability is wanted. */
  readonly hosts: readonly string[];
  /** Seconds that there were for the whole run. */
  readonly deadline: number;
  readonly rules: readonly RuleResult[];
  readonly summary: VerifySummary;
}
