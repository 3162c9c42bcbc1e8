/**
 * portal-snapshot as a library: the same checks and builds as the commands, with results as values.
 *
 * @packageDocumentation
 */

import type { z } from 'zod';
import { mustFitTogether } from './model/check/portal.js';
import type { Portal } from './model/endpoint.js';
import { portal as shipped } from './portal/index.js';
import { inWords } from './problems/in-words.js';
import { LANGUAGES, type Language } from './problems/messages/catalogue.js';
import { UsageError } from './problems/problem.js';
import { quote } from './problems/quote.js';
import type { FindingsReport, Report } from './problems/report.js';
import { say, speak } from './problems/say.js';
import * as flow from './snapshot/build.js';
import type { BuildOptions as Wordless } from './snapshot/settings/index.js';
import { portalNamed } from './snapshot/settings/portal.js';

export { DeclarationError } from './model/check/constraints.js';
export type { Portal } from './model/endpoint.js';
export { type Problem, UsageError } from './problems/problem.js';
export type { OnProgress, Phase, Report, Summary, Withholding } from './problems/report.js';
export type { Settings } from './snapshot/settings/index.js';

/** The settings of a build or a check, the portal, and the language of the report. */
export interface Options extends Wordless {
  /** The language of messages, hints and reasons; `en` by default. */
  readonly lang?: Language;
  /** The portal to publish; by default that of the setting `portal`, or of this package. */
  readonly portal?: Portal;
}

/**
 * Checks the data and, if there is no error, brings the snapshot's folder up to date. Throws a {@link UsageError} for
 * a wrong setting, a missing folder or a folder in use, and a DeclarationError for a portal with wrong declarations.
 */
export const build = (options?: Options): Promise<Report> => worded(flow.build, options);

/** Makes the same checks as {@link build}, but writes no snapshot. */
export const check = (options?: Options): Promise<Report> => worded(flow.check, options);

/** The zod schemas of this package's portal, by collection: `schemas['vacancies'].safeParse(record)`. */
export const schemas: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  shipped.collections.map(({ name, schema }) => [name, schema]),
);

/** Runs a build or a check, and returns its report in the chosen language. */
async function worded(
  work: typeof flow.check,
  { lang: language = 'en', portal: given, ...options }: Options = {},
): Promise<Report> {
  if (!LANGUAGES.includes(language)) {
    throw new UsageError(`lang is one of ${LANGUAGES.join(', ')}, not ${quote(language)}`);
  }
  if (given) mustFitTogether(given);
  const portal = given ?? (await portalNamed(options.cwd ?? '.', options.config)) ?? shipped;
  await speak(language, portal.russian);
  const report: FindingsReport = await work(portal, options);
  return {
    ...report,
    problems: report.problems.map((found) => inWords(found, language, options)),
    reasons: report.reasons.map(({ collection, reason, records }) => {
      return { collection, reason: say(reason, language), records };
    }),
  };
}
