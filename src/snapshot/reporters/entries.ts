// Groups problems into the entries of a report. Problems with the same cause are one entry, because one correction
// solves them all.
import { memo } from '../../model/memo.js';
import type { Problem } from '../../problems/problem.js';

/** An entry: a problem, and the other problems with the same cause. */
export interface ReportEntry<P = Problem> {
  readonly problem: P;
  /** The other problems, in the order in which they were given. */
  readonly others: readonly P[];
}

type Caused = Pick<Problem, 'severity' | 'cause'>;

/** Groups problems into entries. An entry shows its first error or, if it has none, its first warning. */
export function entriesOf<P extends Caused>(problems: readonly P[]): ReportEntry<P>[] {
  const byCause = new Map<string, { first: P; readonly all: P[] }>();
  for (const problem of problems) {
    const { cause, severity } = problem;
    if (cause === undefined) continue;
    const same = memo(byCause, cause, () => ({ first: problem, all: [] }));
    same.all.push(problem);
    if (same.first.severity !== 'error' && severity === 'error') same.first = problem;
  }
  return problems.flatMap((problem) => {
    const same = problem.cause === undefined ? undefined : byCause.get(problem.cause);
    if (!same) return [{ problem, others: [] }];
    if (same.first !== problem) return [];
    return [{ problem, others: same.all.filter((other) => other !== problem) }];
  });
}

/** Sorts errors first, and otherwise keeps the order. */
export function errorsFirst<T>(all: readonly T[], problemOf: (one: T) => Caused): T[] {
  return [...all].sort((a, b) => rank(problemOf(a).severity) - rank(problemOf(b).severity));
}

const rank = (severity: Problem['severity']) => (severity === 'error' ? 0 : 1);
