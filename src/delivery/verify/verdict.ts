// The result of one rule: counts its checks, and keeps its failures.
import { cut } from '../../problems/say.js';
import { type Answer, shownHeader, shownStatus } from '../http/answer.js';
import type { Failure } from './report.js';
import type { VerifyRuleName } from './rules.js';

/** The most failures of a rule that are kept in memory. */
const MAX_FAILURES = 1000;
/** The most failures of a rule that are reported. */
const SHOWN = 20;
const MAX_TEXT = 300;

/** Returns the verdict of a rule, to which its checks are added. */
export type Check = (rule: VerifyRuleName) => Verdict;

export class Verdict {
  checks = 0;
  failed = 0;
  readonly #failures: Failure[] = [];

  /** `signal`: after it is aborted, results no longer count. */
  constructor(private readonly signal: AbortSignal) {}

  /** Counts a check. If `holds` is false, keeps the failure. Returns `holds`. */
  expect(holds: boolean, address: string, wanted: string, found: string): boolean {
    if (this.signal.aborted) return holds;
    this.checks++;
    if (holds) return true;
    this.failed++;
    if (this.#failures.length < MAX_FAILURES) {
      this.#failures.push({ address: short(address), wanted: short(wanted), found: short(found) });
    }
    return false;
  }

  /** Checks that an answer has one of these statuses. If it has not, the failure shows `address`. */
  status(
    answer: Pick<Answer, 'url' | 'status' | 'failure'>,
    statuses: number | readonly number[],
    address = answer.url,
  ): boolean {
    const wanted = [statuses].flat();
    const isRight = wanted.includes(answer.status);
    return this.expect(isRight, address, `status ${wanted.join(' or ')}`, shownStatus(answer));
  }

  /** Counts a check of a header. A failure shows the header. */
  header(
    answer: Pick<Answer, 'url' | 'headers'>,
    name: string,
    holds: boolean,
    wanted: string,
    address = answer.url,
  ): boolean {
    return this.expect(holds, address, wanted, shownHeader(answer, name));
  }

  held(checks: number): void {
    this.checks += checks;
  }

  /** The failures that are reported. They are sorted, because answers arrive in any order. */
  get failures(): Failure[] {
    const { compare } = new Intl.Collator('en', { numeric: true });
    return [...this.#failures].sort((a, b) => compare(a.address, b.address)).slice(0, SHOWN);
  }
}

const short = (text: string): string => cut(text, MAX_TEXT);
