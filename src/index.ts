/**
 * portal-snapshot as a library: the same checks and builds as the command, with results as values.
 *
 * @packageDocumentation
 */
import * as flow from './build.js';
import { portal } from './portal/index.js';
import type { Report } from './report.js';
import type { Options } from './settings/index.js';

export { type Problem, UsageError } from './problems/problem.js';
export type { OnProgress, Phase, Report, Summary, Withholding } from './report.js';
export type { Options, Settings } from './settings/index.js';

/**
 * Checks the data and, if there is no error, brings the snapshot's folder to its new state.
 * Throws a {@link UsageError} for a wrong setting, a missing folder, or a folder in use.
 */
export const build = (options: Options = {}): Promise<Report> => flow.build(portal, options);

/** The same checks as {@link build}; writes nothing. */
export const check = (options: Options = {}): Promise<Report> => flow.check(portal, options);
