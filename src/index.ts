/**
 * portal-snapshot as a library: the same checks and builds as the command, with results as values.
 *
 * @packageDocumentation
 */
export { build, check, type Report, type Summary } from './build.js';
export type { LinkStyle } from './engine/address.js';
export type { Withholding } from './engine/withhold.js';
export { type Problem, UsageError } from './problems/problem.js';
export type { Options, Settings } from './settings.js';
