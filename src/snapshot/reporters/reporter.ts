// The interface of a reporter.
import type { Language } from '../../problems/messages/catalogue.js';
import type { FindingsReport } from '../../problems/report.js';

/** How to show a report. Each reporter uses some of these options. */
export interface ReportView {
  /** The language; `en` by default. */
  readonly lang?: Language;
  /** Whether to show each problem, however many there are. */
  readonly all?: boolean;
  /** Whether to list which records are withheld, and why. */
  readonly verbose?: boolean;
  /** The folder from which the file names of problems begin; by default the working folder. */
  readonly cwd?: string;
  /** The top folder of the repository, from which GitHub names files; the working folder by default. */
  readonly repository?: string;
  /**
   * Files from which lines are shown in place of others, by the name of the other file. If a change is refused, they
   * have the new contents that were not written.
   */
  readonly readInstead?: ReadonlyMap<string, string>;
  /** Whether to use colours. */
  readonly color?: boolean;
}

/** Returns a report as text for standard output. */
export type Reporter = (
  report: FindingsReport,
  command: 'build' | 'check',
  view?: ReportView,
) => string;
