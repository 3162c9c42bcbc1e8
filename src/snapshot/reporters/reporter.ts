// The interface of a reporter.
import type { Language } from '../../problems/messages/catalogue.js';
import type { FindingsReport } from '../../problems/report.js';

/** How to show a report; each reporter uses the options that concern it. */
export interface ReportView {
  /** The language; `en` by default. */
  readonly lang?: Language;
  /** Show each problem, however many there are. */
  readonly all?: boolean;
  /** List which records are withheld, and why. */
  readonly verbose?: boolean;
  /** The folder that the file names of problems are relative to; the working folder by default. */
  readonly cwd?: string;
  /** The top folder of the repository, from which GitHub names files; the working folder by default. */
  readonly repository?: string;
  /**
   * Files to read instead of others when lines are shown, by the name of the other file. For a refused change, they
   * have what it would have written.
   */
  readonly readInstead?: ReadonlyMap<string, string>;
  /** Use the colours of a terminal. */
  readonly color?: boolean;
}

/** Returns a report as text for standard output. */
export type Reporter = (
  report: FindingsReport,
  command: 'build' | 'check',
  view?: ReportView,
) => string;
