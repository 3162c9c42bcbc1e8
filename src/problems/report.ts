// The report of a check or a build, as data.
import type { PlacedFinding } from './placed.js';
import type { Problem } from './problem.js';
import type { Text } from './say.js';

/** What a build or a check has done (PROMISES.md §4.1). */
export interface Summary {
  /** How many records the data has, by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** How many records are withheld, by collection. */
  readonly withheld: Readonly<Record<string, number>>;
  readonly files: {
    readonly written: number;
    readonly unchanged: number;
    readonly removed: number;
    readonly total: number;
  };
  /** The size of all files of the snapshot. */
  readonly bytes: number;
  /** The `id` in snapshot.json (PROMISES.md §5.2); null if no snapshot was made. */
  readonly snapshot: string | null;
}

export interface Report {
  /** Whether there are no errors. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly summary: Summary;
  /** Why records are withheld. */
  readonly reasons: readonly Withholding[];
  /** If only new problems since a git ref are reported: the number of older problems. */
  readonly before?: Before;
  /** If only the problems in some files are reported: the number of problems in other files. */
  readonly elsewhere?: Counts;
}

/** A report with findings in place of problems. A reporter puts them into words. */
export interface FindingsReport extends Omit<Report, 'problems' | 'reasons'> {
  readonly problems: readonly PlacedFinding[];
  readonly reasons: readonly WithheldCount[];
}

/** Numbers of problems: of errors, of warnings, and of each code. */
export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  /** By code, such as `duplicate-id`. */
  readonly codes: Readonly<Record<string, number>>;
}

/** How many problems are not new, because they existed at a git ref. */
export interface Before extends Counts {
  /** The git ref, as it was given. */
  readonly ref: string;
  /** Set if the repository has no commit yet. Then each problem is new. */
  readonly isUnborn?: true;
}

export function countsOf(problems: readonly PlacedFinding[]): Counts {
  const codes: Record<string, number> = {};
  for (const { code } of problems) codes[code] = (codes[code] ?? 0) + 1;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: problems.length - errors, codes };
}

/** How many records of a collection are withheld for a reason. */
export interface WithheldCount {
  readonly collection: string;
  readonly reason: Text;
  readonly records: number;
}

/** How many records of a collection are withheld for a reason, in words. */
export interface Withholding {
  readonly collection: string;
  readonly reason: string;
  readonly records: number;
}

/**
 * Called to report progress: the phase, how much of it is done, and how much there is in all. The unit is bytes when
 * compiling, and pages when writing. What is not known is 0.
 */
export type OnProgress = (phase: Phase, done: number, total: number) => void;
export type Phase = 'reading' | 'compiling' | 'linking' | 'writing';
