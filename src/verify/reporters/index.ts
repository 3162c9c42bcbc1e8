// How the report of a verification is shown: one file a reporter, one line here.
import type { VerifyReport } from '../report.js';
import { github } from './github.js';
import { json } from './json.js';
import { pretty } from './pretty.js';

/** A report as text for standard output; `color`: painted for a terminal. */
export type Reporter = (report: VerifyReport, color?: boolean) => string;

export const reporters = { pretty, json, github } satisfies Record<string, Reporter>;
