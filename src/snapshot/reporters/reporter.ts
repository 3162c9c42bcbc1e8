// The interface of a reporter.
import type { StartedWith } from '../../problems/commands.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { FindingsReport } from '../../problems/report.js';

/** How to show a report. A reporter ignores options that it does not need. */
export interface ReportView {
  /** The language; `en` by default. */
  readonly lang?: Language;
  /** Whether to show each problem, however many there are. */
  readonly all?: boolean;
  /** Whether to list how many records of each collection are withheld, and why. */
  readonly verbose?: boolean;
  /** The folder to which the file names of problems are relative; by default the working folder. */
  readonly cwd?: string;
  /** The top folder of the repository, to which GitHub's file names are relative; by default `cwd`. */
  readonly repository?: string;
  /**
   * By name of a data file: the path of another file, whose lines are shown instead. If a change of the data file was
   * refused, the other file has the content that was not written.
   */
  readonly readInstead?: ReadonlyMap<string, string>;
  /** Whether to use colours. */
  readonly color?: boolean;
  /** The data folder and the settings file for the commands in hints. */
  readonly startedWith?: StartedWith;
}

/** Returns a report as text for standard output. */
export type Reporter = (
  report: FindingsReport,
  command: 'build' | 'check',
  view?: ReportView,
) => string;
