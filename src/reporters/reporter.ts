// What a reporter is.
import type { Language } from '../problems/messages/catalogue.js';
import type { FindingsReport } from '../report.js';

/** For whom a report is shown; each reporter takes of it what it needs. */
export interface View {
  /** The language; `en` by default. */
  readonly lang?: Language;
  /** Show each problem, however many there are. */
  readonly all?: boolean;
  /** Tell which records are withheld, and why. */
  readonly verbose?: boolean;
  /** Where the files of problems are; the working folder by default. */
  readonly cwd?: string;
  /** Paint it for a terminal. */
  readonly color?: boolean;
}

/** A report as text for standard output. */
export type Reporter = (report: FindingsReport, command: 'build' | 'check', view?: View) => string;
