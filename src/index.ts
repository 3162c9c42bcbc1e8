/**
 * portal-snapshot as a library: the same checks and builds as the command, with results as values.
 *
 * @packageDocumentation
 */
export { build, check } from './build.js';
export { type Problem, UsageError } from './problems/problem.js';
export type { OnProgress, Phase, Report, Summary, Withholding } from './report.js';
export type { Options, Settings } from './settings.js';
